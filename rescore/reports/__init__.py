"""Read printed reports: every figure becomes a cell with table, row and column; docs/cells.md lists the names."""
