"""MaxMatch, the scorer of grammatical error correction: corrected sentences and gold edits to precision, recall and F.

Modules by step. Each imports only from its own line and from the lines above it.

    reading: read
    command line: options
    alignment: lattice path align
    counting: tally
    report: report
    evidence: evidence
    command: cli
"""

__all__ = ["cli"]
