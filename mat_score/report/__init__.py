"""Tables of counts and measures, as text and as CSV files.

Modules by step, of which each imports from its own and from those above it.

    rows: formulas columns quotes
    report: scoretables details details13 matrix output csvfiles
"""
