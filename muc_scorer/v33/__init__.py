"""Version 3.3, the scorer as its manual describes it.

Modules by step, of which each imports from its own and from those above it.

    configuration: class_order class_defs
    reading: record_lines records annotated_text source_texts annotated_pair entities mentions
    alignment: threshold_alignment word_search mention_alignment
    outcomes: outcomes slot_scoring excuses document_scoring coreference
    counting: signatures
    report: tcl map_history ne_summary ie_summary score_report co_history co_report co_summary partitions
    evidence: evidence
    run: objects_run coreference_run run
"""
