"""Pairs of documents, and a reader for each type of file.

Modules by step; each imports only from its own step and those above.

    parts of documents: builder
    types of files: matjson xmlinline fakexml
    pairs: pairs
"""
