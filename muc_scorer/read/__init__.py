"""Reading: the files of a run to key and response objects that know their lines.

Modules in order, of which each imports from its own line and from those above it.

    objects: definitions objects
    words: messages parsing
    configuration: config slotmap
    documents: texts
    versions: v1997 v33
"""
