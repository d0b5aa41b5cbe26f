"""Reports: rows and measures to bytes.

Modules in order, of which each imports from its own line and from those above it.

    rows: rows
    versions: v1997 v33
    coreference: v33_coreference
"""
