"""MAT 1.3: every annotation and every token counts, and what documents and files that say nothing do to a run."""

from __future__ import annotations

import json
from typing import Any

from mat_score.options import POINTLESS
from tests.mat_score.runs import Outcome, run_here
from tests.running import folder_with

TOKENS = [[0, 3], [4, 7], [8, 10]]


def text(
    signal: str = "Ann met Bo",
    names: list[list[Any]] | None = None,
    metadata: dict[str, Any] | None = None,
    **labels: list[list[Any]],
) -> str:
    """Return a document with annotations PER over both names, tokens, and annotations of further labels."""
    annotations = {"PER": [[0, 3], [8, 10]] if names is None else names, "lex": TOKENS, **labels}
    asets = [
        {"type": label, "attrs": ["region_type"] if label == "zone" else [], "annots": annots}
        for label, annots in annotations.items()
    ]
    return json.dumps({"signal": signal, "metadata": metadata or {}, "asets": asets})


def compare(hypothesis: str, reference: str, *options: str) -> Outcome:
    with folder_with({"h.json": hypothesis, "r.json": reference}):
        words = ["--file", "h.json", "--ref_file", "r.json", "--csv_output_dir", "out", "--no_csv_formulas"]
        return run_here([*words, *options])


def test_a_run_in_which_no_document_names_its_content_is_pointless() -> None:
    outcome = compare(text(), text())
    assert (outcome.exit, outcome.files) == (1, {})
    assert outcome.stderr == POINTLESS.encode() + b"\n"
    assert outcome.stdout.startswith(b"Usage: MATScore")
