"""Alignment: pairs key objects with response objects, and compares their fills.

Modules in order; each imports only from its own line and those above.

    fills: normalise partners fills
    alignment: qsort alignment
    excuses: excuses
    matches: matches
    mentions: chain_alignment
"""
