"""Which annotations are scored, how similar they are, and the matches between the two sides.

Modules by step; each imports only from its own step and those above.

    selection: matches selection
    comparison: similarity
"""
