"""Definitions, records and SGML of version 3.3.

Modules in order, of which each imports from its own line and from those above it.

    definitions: class_order class_defs
    records: record_lines records
    texts: documents attributes tagged_text tagged_pair entities mentions
"""
