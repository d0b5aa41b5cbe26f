"""The reports of the 1997 program.

Modules in order, of which each imports from its own line and from those above it.

    reports: score_report report_summary
"""
