"""The Message Understanding Conference scorer: keys and responses to score reports.

The steps are packages, in this order: :mod:`~muc_scorer.read`, :mod:`~muc_scorer.align`, :mod:`~muc_scorer.tally`,
:mod:`~muc_scorer.report`. Each holds what both versions of the scorer share; inside it, ``v1997`` is for the 1997
program, which recorded runs pin down to the byte, and ``v33`` for version 3.3, the scorer as its manual describes it.
Beside the steps stand the measures, which alignment ranks by and reports print, what an observer is told
(:mod:`~muc_scorer.evidence`), and the run of each version, which goes through the steps.

Modules in order, of which each imports from its own line and from those above it.

    measures: measures
    read: read
    align: align
    tally: tally
    report: report
    evidence: evidence
    run: run1997 run33_objects run33_coreference
    command: cli
"""

from legacy_scorers import refuse_strangers

refuse_strangers("muc-score", "common")
