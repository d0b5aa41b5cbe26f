"""The order in which the 1997 program tried pairs, and what it took as optional.

Modules in order, of which each imports from its own line and from those above it.

    alignment: ranking ranked_alignment optional
"""
