"""The reports of version 3.3.

Modules in order, of which each imports from its own line and from those above it.

    objects: tcl map_history ne_summary ie_summary score_report
    coreference: co_history co_report co_summary partitions
"""
