"""The scorer of the MITRE Annotation Toolkit: compares documents with references and tabulates matches and clashes.

Modules and folders by step; each imports only from its own step and those above. Each folder lists its modules.
Names that end in 13 or 20 are for one version of MAT.

    objects: options annotations encoding
    document types of task files and documents: document_type
    task files: tasks
    reading: documents
    selection and comparison: align
    counting: tally
    rows and report: rows report output
    alignment and rules of a version: version13 version20
    scoring: evidence scoring
    command: usage cli
"""

__all__ = ["cli"]
