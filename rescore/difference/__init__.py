"""How two reports differ: ``reports`` finds the rows that differ, ``rows`` pairs their cells, and ``verdicts`` judges a
pair and recomputes a row from its own cells.
"""
