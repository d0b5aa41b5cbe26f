"""Runs of evalb on trees that stand in a test."""

from __future__ import annotations

from collections.abc import Sequence

from tests.running import Run, run_on


def scored(gold: bytes, test: bytes, *words: str, parameters: bytes = b"") -> Run:
    """Run the command in this process on two files and a parameter file."""
    files = {"gold": gold, "test": test, "p.prm": parameters}
    return run_on(files, "evalb", ["-p", "p.prm", *words, "gold", "test"])


def joined(lines: Sequence[bytes]) -> bytes:
    """Return the file of these lines."""
    return b"".join([line + b"\n" for line in lines])
