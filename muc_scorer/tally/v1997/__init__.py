"""What counts of objects and fills in the 1997 program.

Modules in order, of which each imports from its own line and from those above it.

    objects: signatures
"""
