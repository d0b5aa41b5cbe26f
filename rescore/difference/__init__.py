"""How two reports differ: ``parts`` finds the stretches that differ, ``paired`` the rows in them, ``rows`` puts them
side by side, ``figures`` judges two cells, ``arithmetic`` recomputes a row from its own cells, ``reports`` and
``folders`` do it for whole files.
"""
