"""Archives for tests, and ``rescore`` run over them."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import sys
from pathlib import Path
from typing import Any

from rescore.cli import main
from tests.golden_cases import ROOT

EXAMPLE = ROOT / "examples" / "archive"
ANSWERS = b"bank.n bank.n.001 bank_1\nbank.n bank.n.002 bank_2\n"
KEY = b"bank.n bank.n.001 bank_1\nbank.n bank.n.002 bank_1\n"
MANIFEST = '[senses]\nrun = "scorer2 {submission} key"\nsubmissions = "*.ans"\nreport = "{name}.txt"\n'


class Done:
    """What a command did."""

    def __init__(self, status: int, stdout: bytes, stderr: bytes) -> None:
        self.status = status
        self.stdout = stdout.decode(errors="surrogateescape")
        self.stderr = stderr.decode(errors="surrogateescape")

    @property
    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.stdout.splitlines()]

    @property
    def verdicts(self) -> dict[str, str]:
        return {record["submission"]: record["verdict"] for record in self.records}


def rescore(*words: str | Path) -> Done:
    """Run the command in this process."""
    stdout, stderr = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True) for _ in range(2)]
    with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
        status = main([str(word) for word in words])
        sys.stdout.flush()
    outputs = [stream.buffer for stream in (stdout, stderr)]
    assert isinstance(outputs[0], io.BytesIO)
    assert isinstance(outputs[1], io.BytesIO)
    return Done(status, outputs[0].getvalue(), outputs[1].getvalue())


def run(archive: Path, *words: str | Path) -> Done:
    """Rescore an archive with two processes, and take the records as JSON."""
    return rescore("run", "--format", "jsonl", "--jobs", "2", "--search", "0", *words, archive)


def example(folder: Path) -> Path:
    """Return a copy of the example archive."""
    return Path(shutil.copytree(EXAMPLE, folder / "archive", ignore=shutil.ignore_patterns(".rescore")))


def senses(folder: Path, answers: dict[str, bytes], manifest: str = MANIFEST) -> Path:
    """Return an archive of one task with answers by name."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "archive.toml").write_text(manifest)
    (folder / "key").write_bytes(KEY)
    for name, content in answers.items():
        (folder / f"{name}.ans").write_bytes(content)
    return folder
