"""The Message Understanding Conference scorer: keys and responses to score reports.

The steps are packages: :mod:`~muc_scorer.read`, :mod:`~muc_scorer.align`, :mod:`~muc_scorer.report`. What stands in
them for one version is called after it: ``v1997`` for the 1997 program, which recorded runs pin down to the byte, and
``v33`` for version 3.3, the scorer as its manual describes it. A run goes through the steps by the rules of a version.

Modules in order, of which each imports from its own line and from those above it.

    measures: measures
    read: read
    cells: cells
    align: align
    report: report
    evidence: evidence
    run: rules
    versions: rules1997 rules33
    command: cli
"""

from legacy_scorers import refuse_strangers

refuse_strangers("muc-score", "common")
