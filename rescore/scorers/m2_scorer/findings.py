"""What is suspicious in a run of m2scorer."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from legacy_scorers.common.host import Host
from legacy_scorers.common.py27 import split
from legacy_scorers.m2_scorer.align import CORRECT, SPURIOUS, changes_only_casing
from legacy_scorers.m2_scorer.cli import content_of
from legacy_scorers.m2_scorer.options import Options
from legacy_scorers.m2_scorer.read import Edit, Sentence, read_gold, read_system
from legacy_scorers.m2_scorer.tally import steps_of
from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.scorers.checks import Finding, Sampler, new_file, odd_bytes, quoted

if TYPE_CHECKING:
    from legacy_scorers.m2_scorer.tally import Step

_ANNOTATION = re.compile(rb"(?m)^A -?\d+ -?\d+\|\|\|")
_TYPE = re.compile(rb"(?m)^A [^|\n]*\|\|\|([^|\n]*)\|\|\|")
_OF_ERRANT = re.compile(rb"[MRU]:[A-Z:]+")
_NO_TYPES = (b"noop", b"UNK", b"")
_LINE_OF_BLANKS = b"\n\r\n"
_SENTENCES = "Name a file of the corrected sentences, one in each line; the scorer finds their edits itself."
_FILLED = "Leave out empty lines: sed '/^[[:space:]]*$/d' {file}"
_NEAR = 3  # sentences before and after
_MIN_OF_CASE = 1 / 10  # of the proposed edits
_TEXTS = {
    "annotator-missing": "{n:sentence} with edits of others in which annotator {of} is not named",
    "case-or-blanks": "{n:edit} of nothing but blanks or capital letters, the first is {first}",
    "duplicate-edit": "{n:edit} listed again by an annotator, the first is {first}",
    "edits-not-sorted": "{n:edit} at places before those of the edit above, the first is {first}",
    "texts-differ": "{n:sentence} without words, or with those of another source sentence, the first is {first}",
}


def findings(words: Sequence[str], host: Host, outcome: object) -> Iterator[Finding]:
    """Yield what is suspicious in a run."""
    options = Options(words, host.variables)
    if any(word.startswith("--very") for word in words):
        yield Finding("option-ignored", "--very_verbose has no effect")
    of_gold, of_system = [content_of(host, file) for file in (options.gold, options.system)]
    yield from odd_bytes(options.gold, of_gold, "byte-order-mark", *["crlf"] * (_LINE_OF_BLANKS in of_gold))
    yield from odd_bytes(options.system, of_system, "byte-order-mark")
    if _ANNOTATION.search(of_system) and _ANNOTATION.search(of_gold):
        problem = "the file of the system has annotations, where corrected sentences are read"
        yield Finding("sentence-counts-differ", problem, options.system, None, _SENTENCES)
        return
    if _ANNOTATION.search(of_system):
        yield Finding(
            "sides-swapped", "the file of the system has annotations, that of the gold has none", options.gold
        )
    gold = read_gold(of_gold, options.gold)
    lines = len(of_system.removesuffix(b"\n").split(b"\n")) if of_system else 0
    if lines != len(gold):
        problem = f"{counted(len(gold), 'sentence')}, but {lines} in {quoted(options.system)}"
        filled = sum(map(bool, map(bytes.strip, of_system.split(b"\n"))))
        advice = new_file(_FILLED, options.system) if filled == len(gold) else ""
        yield Finding("sentence-counts-differ", problem, options.gold, None, advice)
    yield from _type_findings(options.gold, of_gold)
    yield from _gold_findings(options.gold, gold)
    system = read_system(of_system, options.system, gold)
    yield from _sentence_findings(options.system, [sentence.words for sentence in gold], [*map(split, system)])
    yield from _edit_findings(options, steps_of(gold, system, options))


def _type_findings(file: str, content: bytes) -> Iterator[Finding]:
    """Find a gold file whose edits have the types of ERRANT."""
    found = [match for match in _TYPE.finditer(content) if match[1] not in _NO_TYPES]
    if found and all(_OF_ERRANT.fullmatch(match[1]) for match in found):
        line = content.count(b"\n", 0, found[0].start()) + 1
        yield Finding("edits-of-errant", f"{counted(len(found), 'edit')} with types of ERRANT", file, line)


def _gold_findings(file: str, gold: Iterable[Sentence]) -> Iterator[Finding]:
    """Find annotators and edits of the gold that do not count as it seems."""
    found = Sampler(_TEXTS, file)
    sentences = list(gold)
    numbers: Counter[int] = Counter()  # of edits
    for sentence in sentences:
        for annotator, edits in sentence.annotators.items():
            numbers[annotator] += len(edits)
            for problem, edit in _odd_edits(edits):
                found.add(problem, _shown(edit), edit.line)
    for sentence in sentences:
        for annotator in numbers.keys() - sentence.annotators.keys() if any(sentence.annotators.values()) else ():
            found.add("annotator-missing", "", sentence.line, of=str(annotator))
    yield from found.findings()
    for annotator, number in numbers.items():
        if not number and any(numbers.values()):
            yield Finding("annotator-without-edits", f"annotator {annotator} has no edits", file)
    if not any(numbers.values()):
        yield Finding("nothing-scored", "no annotator has an edit", file)


def _odd_edits(edits: Sequence[Edit]) -> Iterator[tuple[str, Edit]]:
    """Yield the edits that are there already, and those that are not in the order of the sentence."""
    for place, edit in enumerate(edits):
        if any(
            (edit.begin, edit.end, edit.corrections) == (one.begin, one.end, one.corrections) for one in edits[:place]
        ):
            yield "duplicate-edit", edit
        elif place and edit.begin < edits[place - 1].begin:
            yield "edits-not-sorted", edit


def _sentence_findings(file: str, sources: Sequence[list[str]], system: Sequence[list[str]]) -> Iterator[Finding]:
    """Find sentences of a system that are empty, or share more than twice as many words with a neighbour's source."""
    found = Sampler(_TEXTS, file)
    sets = [*map(frozenset, sources)]
    for place, words in enumerate(system):
        shared = [len(source.intersection(words)) for source in sets[max(0, place - _NEAR) : place + _NEAR + 1]]
        if sources[place] and (not words or max(shared) > 2 * shared[min(place, _NEAR)] + 1):
            found.add("texts-differ", quoted(" ".join(words)), place + 1)
    return found.findings()


def _edit_findings(options: Options, steps: Iterable[Step]) -> Iterator[Finding]:
    """Find wrong edits that change no words, and a system of which no edit is correct."""
    found = Sampler(_TEXTS, options.system)
    signatures: Counter[str] = Counter()
    of_case = 0
    for number, (_, _, aligned, choice) in enumerate(steps, 1):
        chosen = None if choice.chosen is None else aligned[choice.chosen]
        for match in chosen.matches if chosen else ():
            signatures[match.signature] += 1
            if chosen and match.signature == SPURIOUS and match.response is not None:
                edit = chosen.proposed[match.response]
                if changes_only_casing(edit):
                    of_case += 1
                    found.add("case-or-blanks", _shown(edit), number)
    proposed = signatures[SPURIOUS] + signatures[CORRECT]
    if of_case > proposed * _MIN_OF_CASE:
        yield from found.findings()
    if sum(signatures.values()) and not signatures[CORRECT]:
        problem = "no proposed edit is correct" if proposed else "no edit is proposed"
        yield Finding("nothing-in-common", problem, options.system)


def _shown(edit: Edit) -> str:
    return f"{quoted(edit.correction)} for {quoted(edit.original)}"
