"""What an observer receives of a run: every object, fill and link, with the reason for what became of it.

Modules in order, of which each imports from its own line and from those above it.

    reasons: reasons
    units: documents links
"""
