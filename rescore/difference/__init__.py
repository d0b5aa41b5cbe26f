"""How two reports differ: ``parts`` finds the rows that differ, ``rows`` pairs their cells, ``verdicts`` judges a pair,
``arithmetic`` recomputes a row from its own cells, and ``reports`` compares two files.
"""
