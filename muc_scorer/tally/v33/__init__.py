"""What counts of objects, fills and links in version 3.3.

Modules in order, of which each imports from its own line and from those above it.

    objects: signatures
    coreference: coreference
"""
