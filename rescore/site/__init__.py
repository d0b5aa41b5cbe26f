"""An archive as static web pages, which need no server and no network.

``plan`` decides which pages there are and what they are called; ``standing`` ranks the best submissions. ``build``
makes the pages that need a run, in processes of the archive's pool; ``pages`` makes the others; ``pictures`` computes
what is drawn on them. ``folder`` puts all of them in place together.
"""
