"""The scorer EVALB of constituency parsing: trees, one per line, to recall and precision of their brackets.

The key is what it calls gold, the response what it calls test. Modules by step. Each imports only from its own line and
from the lines above it.

    command line: options
    reading: read
    alignment: align
    counting: tally
    report: report debug
    evidence: evidence
    command: cli
"""

__all__ = ["cli"]
