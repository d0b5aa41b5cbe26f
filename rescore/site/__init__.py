"""An archive as static web pages, which need no server and no network.

``plan`` decides which pages there are, what they are called, and what they draw. ``build`` makes the pages, those that
need a run in processes of the archive's pool. ``folder`` puts all of them in place together.
"""
