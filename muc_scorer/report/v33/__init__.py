"""The reports of version 3.3.

Modules in order, of which each imports from its own line and from those above it.

    objects: tcl map_history summaries score_report
    coreference: coreference
"""
