"""Runs of MATScore in this process, and made-up documents for them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests import running
from tests.running import Run, folder_with, read_files

Row = dict[str, str]
LABELS = ("PER", "LOC", "ORG", "X")
FORMULAS = "excel,oo,literal"


class Outcome(Run):
    """What a run left behind, with the tables among its files."""

    __slots__ = ()

    def table(self, stem: str) -> list[Row]:
        """Return the rows of a CSV file as dictionaries."""
        return list(csv.DictReader(io.StringIO(self.files[f"out/{stem}.csv"].decode(), newline="")))


def run_here(words: Sequence[str], environment: Mapping[str, str] = {}) -> Outcome:
    """Run the command in the working directory and collect what it left in ``out``."""
    run = running.run_here("MATScore", words, environment)
    return Outcome(*run._replace(files={f"out/{name}": content for name, content in read_files(Path("out")).items()}))


def score(pairs: Mapping[str, tuple[str, str]], *options: str, seed: int | None = None) -> Outcome:
    """Score pairs of documents, hypothesis and reference by the name of their files, by MAT 2.0."""
    files = {f"{side}/{name}": text for name, pair in pairs.items() for side, text in zip("hr", pair)}
    environment = {"MATSCORE_VERSION": "2.0"} | ({} if seed is None else {"MATSCORE_SEED": str(seed)})
    words = ["--dir", "h", "--ref_dir", "r", "--content_annotations", ",".join(LABELS), "--token_annotations", "lex"]
    with folder_with(files):
        return run_here([*words, *options], environment)


EVERYTHING = (
    *("--by_token", "--by_pseudo_token", "--by_character", "--details", "--confusability"),
    *("--tag_output_mismatch_details", "--csv_output_dir", "out", "--csv_formula_output", FORMULAS),
)

Annotations = list[list[Any]]


def document(signal: str, annotations: Mapping[str, Annotations], attributes: Sequence[object] = ()) -> str:
    """Return a mat-json document; annotations are ``[start, end, value ...]`` by label."""
    asets = [
        {
            "type": label,
            "attrs": [] if label == "lex" else list(attributes),
            "annots": annots,
            "hasID": False,
            "hasSpan": True,
        }
        for label, annots in annotations.items()
    ]
    return json.dumps({"signal": signal, "metadata": {}, "version": 2, "asets": asets})
