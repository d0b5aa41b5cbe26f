"""An archive as static web pages, which need no server and no network.

``plan`` decides which pages there are and what they are called, ``standing`` ranks the best submissions. ``build``
makes those that need a run in processes of the archive's pool, ``pages`` the others, ``pictures`` what is drawn on
them. ``folder`` puts all of them in place together.
"""
