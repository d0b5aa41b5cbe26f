"""Alignment: which key object meets which response object, and how their fills compare.

Modules in order, of which each imports from its own line and from those above it.

    fills: normalise partners fills
    alignment: alignment
    excuses: excuses
    matches: matches
    mentions: chain_alignment
"""
