#!/usr/bin/env python3
"""Fair evaluation of labelled spans, as a module: ``import FairEval`` (docs/faireval.md, 'As a module').

Run as a program it is the command ``FairEval.py``.
"""

from faireval.api import (
    add_dict,
    annotation_stats,
    calculate_results,
    compare_spans,
    fscore,
    get_sentences,
    get_spans,
    output_results,
    overlap_type,
    precision,
    read_config,
    recall,
)

__all__ = [
    "add_dict",
    "annotation_stats",
    "calculate_results",
    "compare_spans",
    "fscore",
    "get_sentences",
    "get_spans",
    "output_results",
    "overlap_type",
    "precision",
    "read_config",
    "recall",
]

if __name__ == "__main__":
    from faireval.cli import main

    raise SystemExit(main())
