"""The corpus of hostile files: each produces the line that stands beside it, and never a traceback."""

from __future__ import annotations

import os
import shlex
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.forked import results_of
from tests.golden_cases import is_night
from tests.running import Run, folder_with, run_here

HOSTILE = Path(__file__).resolve().parents[1] / "hostile"
LONG = ("chain-of-1200-optional-pointers.templates", "20000-values.config")  # seconds; others are nearly as large
FILES = sorted(must.with_suffix("") for must in HOSTILE.rglob("*.must") if is_night() or must.stem not in LONG)
READERS = sorted({path.parent for path in FILES})
SMALLEST_CORPUS = 120


@pytest.mark.parametrize("reader", READERS, ids=lambda path: path.name)
def test_hostile_files_produce_their_lines(reader: Path) -> None:
    files = [path for path in FILES if path.parent == reader]
    problems = {path.name: run for path, run in zip(files, results_of(run_on_hostile, files)) if not met(path, run)}
    assert problems == {}


def run_on_hostile(hostile: Path) -> Run:
    reader = hostile.parent
    settings = (reader / "_env").read_text().splitlines() if (reader / "_env").exists() else []
    program, *words = shlex.split((reader / "_command").read_text().replace("{}", hostile.name))
    with folder_with({}) as folder:
        lay_out(hostile, folder)
        return run_here(program, words, dict(setting.split("=", 1) for setting in settings))


def met(hostile: Path, run: Run) -> bool:
    """Return whether the run says what it must, and with which status."""
    status, stream, line = wanted(hostile)
    printed = {"stdout": run.stdout, "stderr": run.stderr}[stream]
    return run.exit == status and any(meets(line, given) for given in printed.split(b"\n"))


def lay_out(hostile: Path, folder: Path) -> None:
    """Put the hostile file and the sound files that go with it into the working directory."""
    reader = hostile.parent
    if (reader / "_with").exists():
        shutil.copytree(reader / "_with", folder, dirs_exist_ok=True)
    for configuration in folder.glob("*.config"):
        configuration.write_bytes(configuration.read_bytes().replace(b"{}", os.fsencode(hostile.name)))
    place = folder / ((reader / "_place").read_text().strip() if (reader / "_place").exists() else hostile.name)
    place.parent.mkdir(exist_ok=True)
    shutil.copyfile(hostile, place)


def meets(wanted: bytes, line: bytes) -> bool:
    """Say whether a line is the wanted one; what ends in dots is only the beginning."""
    return line.startswith(wanted[:-3]) if wanted.endswith(b" ...") else line == wanted


def wanted(hostile: Path) -> tuple[int, str, bytes]:
    """Return exit status, stream and line that the file must produce."""
    status, said = hostile.with_name(hostile.name + ".must").read_bytes().split(b"\n", 1)
    stream, _, line = said.rstrip(b"\n").partition(b" ")
    return int(status), stream.decode(), line


def test_the_corpus_is_large_and_complete() -> None:
    assert len(FILES) >= SMALLEST_CORPUS
    assert all(hostile.exists() for hostile in FILES)


@pytest.mark.parametrize("reader", READERS, ids=lambda path: path.name)
def test_every_file_of_a_reader_says_what_it_must_produce(reader: Path) -> None:
    names = Counter(path.name.removesuffix(".must") for path in reader.iterdir() if not path.name.startswith("_"))
    assert [name for name, count in names.items() if count != 2] == []
