"""Which annotations are scored, and which of the hypothesis meets which of the reference.

Modules by step, of which each imports from its own and from those above it. Encounters are of MAT 1.3.

    selection: strata selection selection13 regions contenttypes hulls items
    alignment: chunks dimensions dimensionsets similarity crowds neighbours pairing intervals stretches13 encounters
"""
