"""The order in which the 1997 program tried pairs, what it excused, and how fills met.

Modules in order, of which each imports from its own line and from those above it.

    excuses: excuses
    matches: matches
"""
