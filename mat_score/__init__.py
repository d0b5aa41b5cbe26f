"""The scorer of the MITRE Annotation Toolkit: documents and references to tables of matches and clashes.

Modules and folders by step, of which each imports from its own and from those above it; each folder lists its modules.
Where the two versions of MAT separate, names end in 13 and 20.

    objects: record options annotations encoding
    task files: tasks
    reading: documents
    selection and comparison: align
    counting: tally
    rows and report: rows report
    alignment and rules of a version: version13 version20
    scoring: evidence scoring
    command: usage cli
"""

from legacy_scorers import refuse_strangers

refuse_strangers("MATScore", "common")
