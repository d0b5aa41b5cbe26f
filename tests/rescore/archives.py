"""Archives for tests, and ``rescore`` run over them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from legacy_scorers.rescore.archive.store import default_store
from legacy_scorers.rescore.archive.submission import Submission, score
from legacy_scorers.rescore.scorers.scorer import Outcome
from tests.golden_cases import ROOT
from tests.running import Run, run_here

EXAMPLE = ROOT / "examples" / "archive"
ANSWERS = b"bank.n bank.n.001 bank_1\nbank.n bank.n.002 bank_2\n"
KEY = b"bank.n bank.n.001 bank_1\nbank.n bank.n.002 bank_1\n"
MANIFEST = '[senses]\nrun = "scorer2 {submission} key"\nsubmissions = "*.ans"\nreport = "{name}.txt"\n'


class Done:
    """What a command did, with its streams as text."""

    def __init__(self, run: Run) -> None:
        self.status = run.exit
        self.stdout = run.stdout.decode(errors="surrogateescape")
        self.stderr = run.stderr.decode(errors="surrogateescape")

    @property
    def records(self) -> list[Any]:
        return [json.loads(line) for line in self.stdout.splitlines()]

    @property
    def verdicts(self) -> dict[str, str]:
        return {record["submission"]: record["verdict"] for record in self.records}


def rescore(*words: str | Path) -> Done:
    """Run the command in this process."""
    return Done(run_here("rescore", [str(word) for word in words]))


def run(archive: Path, *words: str | Path) -> Done:
    """Rescore an archive with two processes, and take the records as JSON."""
    return rescore("run", "--format", "jsonl", "--jobs", "2", "--search", "0", *words, archive)


def store_of(archive: Path) -> Path:
    """Return the store that is taken if none is named."""
    return Path(default_store(str(archive.resolve() / "archive.toml")))


def example(folder: Path) -> Path:
    """Return a copy of the example archive."""
    return Path(shutil.copytree(EXAMPLE, folder / "archive"))


def senses(folder: Path, answers: dict[str, bytes], manifest: str = MANIFEST) -> Path:
    """Return an archive of one task with answers by name."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "archive.toml").write_text(manifest)
    (folder / "key").write_bytes(KEY)
    for name, content in answers.items():
        (folder / f"{name}.ans").write_bytes(content)
    return folder


def outcome_in(archive: Path, words: list[str], folder: str = "") -> Outcome:
    """Run a command line in a folder of an archive."""
    return score(str(archive), Submission("", "", words, folder=folder)).outcome
