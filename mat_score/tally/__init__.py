"""What the matches add up to: counts by row and column of a table, of tags and of fixed units.

Modules by step, of which each imports from its own and from those above it.

    counting: measures tallies units
    sums: rows confidence
"""
