"""The Senseval word-sense scorer: answers, key and sense map to precision and recall.

Modules by step. Each imports only from its own line and from the lines above it.

    reading: read search
    alignment: align
    counting: cells credit
    report: report
    evidence: evidence
    command: cli
"""

__all__ = ["cli"]
