"""The scorer of the MITRE Annotation Toolkit: documents and references to tables of matches and clashes.

Modules and folders by step, of which each imports from its own and from those above it; each folder lists its modules.
Where the two versions of MAT separate, names of modules and classes end in 13 and 20.

    objects: options attributes annotations descriptions encoding
    task files: tasks
    reading: documents
    selection and alignment: align
    counting: tally
    rows and report: report
    scoring: evidence version13 version20 scoring
    command: optionparser usage request cli
"""

from legacy_scorers import refuse_strangers

refuse_strangers("MATScore", "common")
