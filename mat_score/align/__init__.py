"""Which annotations are scored, and which of the hypothesis is aligned with which of the reference.

Modules by step, of which each imports from its own and from those above it.

    selection: matches regions selection
    alignment: align13 similarity align20
"""
