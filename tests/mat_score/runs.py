"""Runs of MATScore in this process, and made-up documents for them."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from mat_score.cli import main
from tests.golden_cases import read_files

Row = dict[str, str]
LABELS = ("PER", "LOC", "ORG", "X")
FORMULAS = "excel,oo,literal"


class Outcome:
    """What a run left behind."""

    def __init__(self, exit_status: int, stdout: bytes, stderr: bytes, files: dict[str, bytes]) -> None:
        self.exit = exit_status
        self.stdout = stdout
        self.stderr = stderr
        self.files = files

    def table(self, stem: str) -> list[Row]:
        """Return the rows of a CSV file as dictionaries."""
        return list(csv.DictReader(io.StringIO(self.files[f"out/{stem}.csv"].decode(), newline="")))


def run_here(words: Sequence[str], environment: Mapping[str, str] = {}) -> Outcome:
    """Run the command in the working directory and collect what it left in ``out``."""
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="ascii", write_through=True) for _ in range(2)]
    with (
        environment_of(environment),
        contextlib.redirect_stdout(streams[0]),
        contextlib.redirect_stderr(streams[1]),
    ):
        status = main(list(words))
    for stream in streams:
        stream.flush()
    stdout, stderr = (stream.buffer.getvalue() for stream in streams)
    return Outcome(
        status, stdout, stderr, {f"out/{name}": content for name, content in read_files(Path("out")).items()}
    )


@contextlib.contextmanager
def environment_of(environment: Mapping[str, str]) -> Iterator[None]:
    """Set MATScore's environment variables to these and no others."""
    before = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith("MATSCORE_")}
    os.environ.update(environment)
    try:
        yield
    finally:
        for name in environment:
            os.environ.pop(name, None)
        os.environ.update(before)


@contextlib.contextmanager
def folder_with(files: Mapping[str, str | bytes]) -> Iterator[Path]:
    """Make a fresh folder with these files the working directory."""
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for path, content in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content if isinstance(content, bytes) else content.encode())
        os.chdir(folder)
        try:
            yield folder
        finally:
            os.chdir(here)


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
