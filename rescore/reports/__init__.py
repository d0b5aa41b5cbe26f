"""Printed reports, read back: every figure a cell with table, row and column; docs/cells.md lists the names.

``model`` says what a report is, ``names`` what its cells are called, ``kinds`` which layouts there are and how one is
recognised. There is a module for each layout.
"""
