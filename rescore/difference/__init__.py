"""How two reports differ: ``reports`` finds the rows that differ, and ``verdicts`` compares their cells."""
