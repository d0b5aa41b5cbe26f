"""Pairs of documents, and a reader for each type of file.

Modules by step, of which each imports from its own and from those above it.

    parts of documents: builder
    types of files: matjson xmlinline fakexml
    pairs: pairs
"""
