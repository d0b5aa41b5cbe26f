"""Alignment: which key object meets which response object, and how their fills compare.

Modules in order, of which each imports from its own line and from those above it.

    fills: normalise partners fills
    alignment: alignment
    outcome: outcome
    mentions: chain_alignment
    versions: v1997 v33
"""
