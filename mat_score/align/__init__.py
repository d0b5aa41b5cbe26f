"""Which annotations are scored, and which of the hypothesis meets which of the reference.

Modules by step, of which each imports from its own and from those above it.

    selection: items strata selection13 hulls regions selection20
    alignment of MAT 1.3: mets encounters stretches13
    alignment of MAT 2.0: dimensions similarity pairing stretches20
"""
