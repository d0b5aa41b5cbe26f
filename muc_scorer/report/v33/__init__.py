"""The reports of version 3.3.

Modules in order, of which each imports from its own line and from those above it.

    words: tcl
    reports: objects coreference
"""
