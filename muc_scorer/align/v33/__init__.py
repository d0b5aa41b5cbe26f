"""The alignment of version 3.3: objects by threshold, their fills, and what is excused.

Modules in order, of which each imports from its own line and from those above it.

    excuses: excuses
    fills: matches
"""
