"""How two reports differ: ``parts`` finds the stretches that differ and the rows in them, ``rows`` puts these side by
side, ``verdicts`` judges two cells, ``arithmetic`` recomputes a row from its own cells, ``reports`` does it for files.
"""
