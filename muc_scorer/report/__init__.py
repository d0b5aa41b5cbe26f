"""Reports: rows and measures to bytes.

Modules in order; each imports only from its own line and those above.

    rows: rows
    versions: v1997 v33
    coreference: v33_coreference
"""
