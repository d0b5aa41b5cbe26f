r"""Recorded runs: many small runs of commands in one text file, each with its input and all that it leaves behind.

    # what the run shows
    $ NAME=value command words < file     rescore itself receives the word "<" and the name of the file
    < file
      its content
    < other as before               the content is that of the run above
    < third from golden/x/y/in/z    the content is that of this file of the project
    > exit
      1
    > stderr
      what is printed
    > stdout as before              the same is printed as by the run above
    > out/table.csv escaped         bytes that are no text are written as in Python: \r

Content is indented by two blanks. Empty streams and the exit status 0 are left out; ``unended`` follows the name of a
file whose last line has no end. ``@CWD@`` stands for the working directory, ``@PROJECT@`` for the folder of the
project; ``@VERSION@`` and ``@FINGERPRINT@`` are as in golden cases. ``python -m tests.recorded FILE`` writes what the
runs of a file leave behind anew.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tests.golden_cases import HERE, ROOT, masked
from tests.rescore.archives import jobs_in_order
from tests.running import folder_with, read_files, run_here

PROJECT = os.fsencode(ROOT)
MARK = re.compile(r"^(?=# )", re.MULTILINE)


class RecordedRun(NamedTuple):
    """A run: its title, its command line, its input by file name, and what it leaves behind by stream or file name."""

    title: str
    command: str
    inputs: dict[str, bytes]
    origins: dict[str, str]
    outputs: dict[str, bytes]

    def run(self) -> dict[str, bytes]:
        """Run the command in a folder of its own; return what it leaves behind."""
        words = shlex.split(self.command)
        environment = {}
        while "=" in words[0]:
            name, _, environment[name] = words.pop(0).partition("=")
        program, *words = words
        standard_input = os.devnull
        if words[-2:-1] == ["<"] and program != "rescore":
            *words, _, standard_input = words
        inputs = {name: content.replace(b"@PROJECT@", PROJECT) for name, content in self.inputs.items()}
        with folder_with(inputs) as folder, jobs_in_order():
            done = run_here(program, words, environment, standard_input)
            here = os.fsencode(os.path.realpath(folder))
            changed = {name: content for name, content in read_files(folder).items() if inputs.get(name) != content}
        streams = {"exit": b"%d\n" % done.exit if done.exit else b"", "stdout": done.stdout, "stderr": done.stderr}
        left = {**{name: content for name, content in streams.items() if content}, **changed}
        shown = {name: content.replace(here, HERE).replace(PROJECT, b"@PROJECT@") for name, content in left.items()}
        return {name: masked(content) for name, content in shown.items()}


def read(file: Path) -> list[RecordedRun]:
    """Return the runs of a file."""
    runs: list[RecordedRun] = []
    for text in MARK.split(file.read_text(encoding="utf-8"))[1:]:
        before = {"<": runs[-1].inputs, ">": runs[-1].outputs} if runs else {}
        title, command, *rest = text.splitlines()
        run = RecordedRun(title[2:], command[2:], {}, {}, {})
        for heading, lines in _parts(rest):
            side, name, *words = shlex.split(heading)
            content = _content(lines, words)
            if words and words[0] in ("as", "from"):
                run.origins[side + name] = " ".join(words)
                content = before[side][name] if words[0] == "as" else (ROOT / words[1]).read_bytes()
            (run.inputs if side == "<" else run.outputs)[name] = content
        runs.append(run)
    return runs


def _parts(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    heading, content = "", list[str]()
    for line in lines:
        if line.startswith("  "):
            content.append(line[2:])
        elif line:
            if heading:
                yield heading, content
            heading, content = line, []
    if heading:
        yield heading, content


def _content(lines: list[str], flags: list[str]) -> bytes:
    text = "".join(f"{line}\n" for line in lines)
    if "unended" in flags:
        text = text[:-1]
    return text.encode().decode("unicode_escape").encode("latin-1") if "escaped" in flags else text.encode()


def written(run: RecordedRun) -> str:
    """Return a run as its file has it."""
    lines = [f"# {run.title}", f"$ {run.command}"]
    for side, files in (("<", run.inputs), (">", run.outputs)):
        for name, content in files.items():
            if side + name in run.origins:
                lines.append(f"{side} {shlex.quote(name)} {run.origins[side + name]}")
            else:
                lines += _lines(side, name, content)
    return "\n".join(lines) + "\n"


def _lines(side: str, name: str, content: bytes) -> list[str]:
    try:
        text, flags = content.decode(), ""
    except UnicodeDecodeError:
        text = "\r"
    if not text.replace("\n", "").replace("\t", "").isprintable():
        text, flags = content.decode("latin-1").encode("unicode_escape").decode().replace("\\n", "\n"), " escaped"
    if content and not content.endswith(b"\n"):
        text, flags = text + "\n", flags + " unended"
    return [f"{side} {shlex.quote(name)}{flags}", *[f"  {line}" for line in text.split("\n")[:-1]]]


def renew(file: Path) -> None:
    """Write what the runs of a file leave behind anew."""
    runs: list[RecordedRun] = []
    for run in read(file):
        fresh = run._replace(outputs=run.run())
        for name, content in fresh.outputs.items():
            if ">" + name in run.origins and content != runs[-1].outputs.get(name):
                del run.origins[">" + name]
        runs.append(fresh)
    file.write_text("\n".join(map(written, runs)), encoding="utf-8")


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]):
        renew(path)
