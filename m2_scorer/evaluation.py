"""Sentences and edits in memory to the files that the command reads, and to its report and figures."""

from __future__ import annotations

from collections.abc import Mapping

from legacy_scorers.common.evaluation import evaluation_of
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.py27 import split
from legacy_scorers.m2_scorer.cli import score
from legacy_scorers.m2_scorer.options import VERSION_VARIABLE, VERSIONS
from legacy_scorers.m2_scorer.read import NOTHING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from legacy_scorers.common.evaluation import Evaluation

    Words: TypeAlias = str | Sequence[str]  # of a sentence; in a text, white space is between them
    # Begin and end, exclusive, in words of the source, and what may stand there instead; an empty text deletes.
    Edit: TypeAlias = tuple[int, int, str | Sequence[str]]
    Edits: TypeAlias = Sequence[Edit] | Mapping[int, Sequence[Edit]]  # of one annotator, or by the annotator's number
    Gold: TypeAlias = (
        str | Sequence[tuple[Words, Edits]]
    )  # the text of a gold file, or source sentences and their edits

GOLD, SYSTEM = "gold", "system"  # files
_ENCODING = "utf-8", "surrogatepass"  # as the scorer reads


def evaluate(gold: Gold, system: Sequence[Words], options: Sequence[str], version: str) -> Evaluation:
    """Score with these words of the command line; else do what :func:`m2_scorer.evaluate` says."""
    if version not in VERSIONS:
        raise ValueError(f"version is {version!r}; it must be {' or '.join(VERSIONS)}")
    if isinstance(system, str):
        raise ValueError("system is a text; give a list of sentences")
    if not isinstance(gold, str) and len(gold) != len(system):
        raise ValueError(f"gold has {len(gold)} sentences, system {len(system)}; give both the same ones")
    text = gold if isinstance(gold, str) else "".join([_block(number, one) for number, one in enumerate(gold)])
    lines = [" ".join(_words(SYSTEM, number, words)) + "\n" for number, words in enumerate(system)]
    files = {GOLD: text.encode(*_ENCODING), SYSTEM: "".join(lines).encode(*_ENCODING)}
    return evaluation_of(score, [*options, SYSTEM, GOLD], Memory(files, {VERSION_VARIABLE: version}))


def _words(side: str, number: int, words: Words) -> list[str]:
    """Return the words of a sentence. Raises ``ValueError`` for one that no line can hold."""
    if isinstance(words, str):
        return split(words)
    listed = [*words]
    for index, word in enumerate(listed):
        if not isinstance(word, str) or split(word) != [word]:
            raise ValueError(f"{side}, sentence {number}, word {index}: {word!r} is empty or holds white space")
    return listed


def _block(number: int, sentence: tuple[Words, Edits]) -> str:
    """Return the lines of a sentence and of its edits, and the empty line that ends them."""
    if isinstance(sentence, str) or len(sentence) != 2:
        raise ValueError(f"{GOLD}, sentence {number}: {sentence!r}: give the source and its edits")
    source, edits = sentence
    words = _words(GOLD, number, source)
    by_annotator = edits if isinstance(edits, Mapping) else {0: edits}
    lines = [f"S {' '.join(words)}"]
    for annotator, listed in by_annotator.items():
        place = f"{GOLD}, sentence {number}, annotator {annotator!r}"
        if not isinstance(annotator, int):
            raise ValueError(f"{place}: name annotators by whole numbers")
        lines += _annotations(place, len(words), annotator, listed)
    return "\n".join([*lines, "\n"])


def _annotations(place: str, size: int, annotator: int, edits: Sequence[Edit]) -> Iterator[str]:
    """Yield the lines of the edits of an annotator, or the one that says that there are none."""
    listed = [*edits]
    for index, edit in enumerate(listed):
        if len(edit) != 3:
            raise ValueError(f"{place}, edit {index}: {edit!r}: give begin, end and corrections")
        begin, end, corrections = edit
        if not 0 <= begin <= end <= size:
            problem = f"{begin}-{end} is outside the sentence, or ends before it begins"
            raise ValueError(f"{place}, edit {index}: {problem}")
        texts = [text or NOTHING for text in ([corrections] if isinstance(corrections, str) else corrections)]
        written = "||".join(texts)
        as_read = f"{written}|||".partition("|||")[0].split("||")
        if as_read != texts or len(f"{written}.".splitlines()) > 1:
            raise ValueError(f"{place}, edit {index}: {corrections!r}: bars or line breaks that no line can hold")
        yield f"A {begin} {end}|||-|||{written}|||REQUIRED|||{NOTHING}|||{annotator}"
    if not listed:
        yield f"A -1 -1|||noop|||{NOTHING}|||REQUIRED|||{NOTHING}|||{annotator}"
