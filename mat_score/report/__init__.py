"""Tables of counts and measures, as text and as CSV files.

Modules by step, of which each imports from its own and from those above it. Encounter tables are of MAT 1.3.

    rows: formulas tablerows columns rows13 rows20 confidence quotes
    report: scoretables encountertables details output csvfiles
"""
