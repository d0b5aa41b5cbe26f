"""The tally: which cells of a report a meeting adds to.

Modules in order, of which each imports from its own line and from those above it.

    cells: cells
    versions: v1997 v33 coreference
"""
