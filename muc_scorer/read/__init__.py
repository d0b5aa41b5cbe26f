"""Reads the files of a run into key and response objects with their lines.

Modules in order; each imports only from its own line and those above.

    objects: definitions objects
    words: messages parsing
    configuration: config slotmap
    documents: texts
    files of 1997: v1997_templates v1997_sgml
    definitions of 3.3: v33_class_defs
    files of 3.3: v33_records v33_tagged_text
    objects of texts: v33_entities v33_mentions
"""
