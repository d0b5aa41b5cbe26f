"""The 1997 program, whose recorded runs pin every byte.

Modules by step, of which each imports from its own and from those above it.

    reading: templatelex templates tags sgml
    alignment: ranking ranked_alignment optional
    counting: subtasks outcomes
    report: map_history score_report report_summary
    evidence: evidence
    run: run
"""
