"""What the meetings add up to: counts by row and column of a table, of tags and of fixed units.

Modules by step, of which each imports from its own and from those above it.

    counting: subsets cells measures tallies
    fixed units: units unittables
    sums: rows rows13 rows20 confidence
"""
