"""Tables of counts and measures, as text and as CSV files.

Modules by step, of which each imports from its own and from those above it.

    columns: columns
    report: output details
"""
