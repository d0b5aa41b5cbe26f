"""The order in which the 1997 program tried pairs, what it took as optional, and how fills met.

Modules in order, of which each imports from its own line and from those above it.

    alignment: ranking ranked_alignment optional
    fills: mets fill_mets
"""
