"""The Message Understanding Conference scorer: keys and responses to score reports.

Modules by step, of which each imports from its own and from those above it. It holds what both versions of the
scorer share; a run goes through one of the packages :mod:`muc_scorer.v1997` and :mod:`muc_scorer.v33`.

    objects: definitions objects entity_types
    words: messages parsing wordlex
    configuration: config slotfile mapfile
    reading: texts
    comparison: measures normalise response_strings single_fills partners fills fill_index pairscores kinds leftovers
    alignment: identical alignment
    counting: cells
    report: rows
    evidence: evidence reasons
    versions: v1997 v33
    command: cli
"""

from legacy_scorers import refuse_strangers

refuse_strangers("muc-score", "common")
