"""How two reports differ: ``parts`` finds the stretches that differ, ``rows`` puts their rows side by side, ``figures``
judges two cells, ``arithmetic`` recomputes a row from its own cells, ``reports`` and ``folders`` do it for whole files.
"""
