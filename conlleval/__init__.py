"""The CoNLL scorer of chunks and named entities: one file with the tags of key and response to precision, recall and F.

Modules by step. Each imports only from its own line and from the lines above it.

    reading: read
    command line: options
    alignment: align
    counting: tally
    report: report
    evidence: evidence
    command: cli
"""

__all__ = ["cli"]
