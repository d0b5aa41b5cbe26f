"""Read printed reports: every figure becomes a cell with table, row and column; docs/cells.md lists the names.

``model`` defines reports, records and cells, and what a layout declares. The layouts of each scorer have a module of
their own.
"""
