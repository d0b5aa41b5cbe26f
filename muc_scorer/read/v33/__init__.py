"""Definitions, records and SGML of version 3.3.

Modules in order, of which each imports from its own line and from those above it.

    definitions: class_defs
    records: records
    texts: tagged_text entities mentions
"""
