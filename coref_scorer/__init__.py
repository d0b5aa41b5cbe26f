"""The coreference scorer of CoNLL-2011 and 2012: chains of key and response to MUC, B-cubed, CEAF and BLANC.

Modules by step. Each imports only from its own line and from the lines above it.

    reading: read
    alignment: matching
    alignment: align
    counting: tally
    report: report
    evidence: evidence
    command: cli
"""

__all__ = ["cli"]
