"""What an observer hears of a run: every object, fill and link, with the reason for what became of it.

Modules in order, of which each imports from its own line and from those above it.

    shared: pages reasons tags
    versions: v1997 v33
"""
