"""Templates and tagged texts, as the 1997 program read them.

Modules in order, of which each imports from its own line and from those above it.

    files: templates sgml
"""
