"""Runs of m2scorer on content that stands in a test, random sentences, and the figures in a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from tests.running import Run, run_on

Annotation = tuple[int, int, str]  # begin, end, corrections


class Block(NamedTuple):
    """A sentence: its words, the edits of each annotator, and what a system made of it."""

    source: list[str]
    annotators: list[list[Annotation]]
    candidate: list[str]


def scored(system: str | bytes, gold: str | bytes, *words: str, version: str = "3.2") -> Run:
    """Run the command in this process."""
    system, gold = [text.encode() if isinstance(text, str) else text for text in (system, gold)]
    files = {"system": system, "gold": gold}
    return run_on(files, "m2scorer", [*words, "system", "gold"], {"M2SCORER_VERSION": version})


def written(blocks: Sequence[Block]) -> tuple[str, str]:
    """Return the files of the system and of the gold."""
    gold = []
    for block in blocks:
        gold.append(f"S {' '.join(block.source)}\n")
        for number, edits in enumerate(block.annotators):
            gold += [f"A {begin} {end}|||X|||{text}|||REQUIRED|||-NONE-|||{number}\n" for begin, end, text in edits]
            gold += [] if edits else [f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{number}\n"]
        gold.append("\n")
    return "".join([f"{' '.join(block.candidate)}\n" for block in blocks]), "".join(gold)


def counts(done: Run) -> list[int]:
    """Return correct, proposed and gold edits, from the last nine lines of a verbose report."""
    return [int(line.rpartition(":")[2]) for line in done.stdout.decode().splitlines()[-9:-6]]


WORD = st.sampled_from("abcd")
WORDS = st.lists(WORD, max_size=5)


@st.composite
def edits_of(draw: st.DrawFn, source: list[str], candidate: list[str]) -> list[Annotation]:
    """Draw edits of a sentence; about half of them replace words by words of the candidate."""
    found = []
    for _ in range(draw(st.integers(0, 3))):
        begin, end = sorted([draw(st.integers(0, len(source))), draw(st.integers(0, len(source)))])
        first, last = sorted([draw(st.integers(0, len(candidate))), draw(st.integers(0, len(candidate)))])
        words = draw(st.sampled_from([candidate[first:last], candidate[begin:end]]))
        found.append((begin, end, " ".join(words) or "-NONE-"))
    return found


@st.composite
def blocks(draw: st.DrawFn) -> Block:
    source, candidate = draw(WORDS), draw(WORDS)
    annotators = draw(st.lists(edits_of(source, candidate), min_size=1, max_size=3))
    return Block(source, annotators, candidate)
