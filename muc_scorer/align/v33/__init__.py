"""The alignment of version 3.3: objects by threshold and their fills, mentions by their MIN, and what is excused.

Modules in order, of which each imports from its own line and from those above it.

    objects: threshold_alignment excuses
    fills: matches
    mentions: chain_alignment
"""
