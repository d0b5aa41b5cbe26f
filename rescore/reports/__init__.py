"""Printed reports, read back: every figure a cell with table, row and column; docs/cells.md lists the names.

``model`` says what a report is and what its cells are called, ``layout`` what a layout declares and how its lines are
read. There is a module for the layouts of each scorer.
"""
