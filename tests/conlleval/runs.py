"""Runs of conlleval on content that stands in a test."""

from __future__ import annotations

from collections.abc import Iterable

from tests.conlleval.literal import Token
from tests.running import Run, run_on


def scored(content: bytes, *words: str) -> Run:
    """Run the command in this process with the content as its standard input."""
    return run_on({"output": content}, "conlleval", words, standard_input="output")


def written(lines: Iterable[Token | None]) -> bytes:
    """Return the file that holds these tokens and sentence ends."""
    return "".join([f"word {line[0]} {line[1]}\n" if line else "\n" for line in lines]).encode()
