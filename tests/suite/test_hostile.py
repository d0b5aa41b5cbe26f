"""The corpus of hostile files: each produces the line that stands beside it, and never a traceback."""

from __future__ import annotations

import os
import shlex
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.forked import run_forked

HOSTILE = Path(__file__).resolve().parents[1] / "hostile"
FILES = sorted(must.with_suffix("") for must in HOSTILE.rglob("*.must"))
SMALLEST_CORPUS = 120


@pytest.mark.parametrize("hostile", FILES, ids=lambda path: path.relative_to(HOSTILE).as_posix())
def test_a_hostile_file_produces_its_line(hostile: Path, tmp_path: Path) -> None:
    reader = hostile.parent
    status, stream, line = wanted(hostile)
    lay_out(hostile, tmp_path)
    settings = (reader / "_env").read_text().splitlines() if (reader / "_env").exists() else []
    program, *words = shlex.split((reader / "_command").read_text().replace("{}", hostile.name))
    run = run_forked(program, words, tmp_path, dict(setting.split("=", 1) for setting in settings))
    printed = {"stdout": run.stdout, "stderr": run.stderr}
    assert b"Traceback" not in run.stderr
    assert any(meets(line, given) for given in printed[stream].split(b"\n")), printed
    assert run.exit == status


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


@pytest.mark.parametrize("reader", sorted({path.parent for path in FILES}), ids=lambda path: path.name)
def test_every_file_of_a_reader_says_what_it_must_produce(reader: Path) -> None:
    names = Counter(path.name.removesuffix(".must") for path in reader.iterdir() if not path.name.startswith("_"))
    assert [name for name, count in names.items() if count != 2] == []
