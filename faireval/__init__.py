"""Fair evaluation of labelled spans: configuration and two span files to error types and scores.

Modules by step. Each imports only from its own line and from the lines above it.

    reading: spans conll read
    alignment: align
    counting: tally measures
    report: report
    evidence: evidence
    command and module: arguments config cli api
"""

__all__ = ["api", "cli"]
