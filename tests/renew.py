"""Writes all expectations of our own anew that a change touches, and prints what changed in them, by kind of change.

``python -m tests.renew [WORD ...]`` runs the golden cases of origin ``ours`` and the recorded runs of rescore, all or
those with one of some words in their paths, and makes the table of messages. Lines in which the same words change are
of one kind, of which the first is shown; which numbers and quoted words these are does not count.
"""

from __future__ import annotations

import difflib
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests import recorded
from tests.golden_cases import ROOT, Case, collect
from tests.suite import test_messages

TESTS = "tests/suite/test_golden.py"
LEFT = ("stdout", "stderr", "exit", "out/**/*")  # of a golden case
ANY = re.compile(r"\d+(?:\.\d+)?|'[^']*'|\"[^\"]*\"")
Change = tuple[str, str]  # a line or word before and after, either may be empty


def main(words: Sequence[str]) -> int:
    cases = [case for case in collect() if case.origin == "ours" and is_meant(case.name, words)]
    files = [file for file in sorted(ROOT.glob("tests/rescore/recorded/*.txt")) if is_meant(str(file), words)]
    before = contents(cases, files)
    status = renew_cases(cases) if cases else 0
    for file in files:
        recorded.renew(file)
    test_messages.renew()
    sys.stdout.writelines(summary(before, contents(cases, files)))
    return status


def is_meant(path: str, words: Sequence[str]) -> bool:
    return not words or any(word in path for word in words)


def contents(cases: Sequence[Case], files: Sequence[Path]) -> dict[str, list[str]]:
    """Return the lines of all expectations by path."""
    left = [path for case in cases for part in LEFT for path in case.path.glob(part) if path.is_file()]
    paths = [*left, *files, test_messages.TABLE]
    return {str(path.relative_to(ROOT)): path.read_bytes().decode("latin-1").splitlines() for path in paths}


def renew_cases(cases: Sequence[Case]) -> int:
    """Run golden cases, write what they leave behind, and return the exit status of the tests."""
    names = [f"--update-golden={case.name}" for case in cases]
    chosen = " or ".join([f"[{case.name}]" for case in cases])
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", TESTS, "-k", chosen, *names]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False).returncode


def summary(before: Mapping[str, Sequence[str]], after: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the kinds of changes between two states of some files, the most frequent first."""
    kinds: dict[tuple[Change, ...], list[tuple[str, Change]]] = {}
    for path in sorted({*before, *after}):
        for old, new in changes(before.get(path, ()), after.get(path, ())):
            words = [ANY.sub("0", line).split() for line in (old, new)]
            kinds.setdefault(tuple(changes(*words)), []).append((path, (old, new)))
    for found in sorted(kinds.values(), key=len, reverse=True):
        path, (old, new) = found[0]
        yield f"{len(found)} times in {len({path for path, _ in found})} files, first in {path}:\n- {old}\n+ {new}\n"
    yield f"{len(kinds)} kinds of changes; read them before they are committed\n"


def changes(before: Sequence[str], after: Sequence[str]) -> Iterator[Change]:
    """Yield the lines, or words, that differ, each with the one in its place."""
    for kind, begin, end, start, stop in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            old, new = before[begin:end], after[start:stop]
            longest = range(max(len(old), len(new)))
            yield from (("".join(old[place : place + 1]), "".join(new[place : place + 1])) for place in longest)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
