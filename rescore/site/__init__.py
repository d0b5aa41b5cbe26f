"""An archive as static web pages, which need no server and no network."""

DIFFERING, ALL, NONE = EXPLAIN = ("differing", "all", "none")  # whose items pages show
