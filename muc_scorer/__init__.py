"""The Message Understanding Conference scorer: keys and responses to score reports.

The steps are packages: :mod:`~muc_scorer.read`, :mod:`~muc_scorer.align`, :mod:`~muc_scorer.report`. Names with
``v1997`` belong to the 1997 program, which recorded runs define to the byte; names with ``v33`` belong to version 3.3,
which its manual defines.

Modules in order; each imports only from its own line and those above.

    measures: measures
    read: read
    cells: cells
    align: align
    report: report
    evidence: evidence
    run: rules
    versions: rules1997 rules33
    command: cli
"""

__all__ = ["cli"]
