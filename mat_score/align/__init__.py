"""Which annotations are scored, and how similar they are; a match of one of each side.

Modules by step, of which each imports from its own and from those above it.

    selection: matches selection
    comparison: similarity
"""
