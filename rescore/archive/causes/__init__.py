"""What explains other figures without another run: a module for each kind of cause.

``known`` tries them all. Each is a function from a ``case``, published and recomputed cells side by side, to what it
explains, or None.
"""
