"""The report, byte for byte (page, 'Reading the report')."""

from __future__ import annotations

from legacy_scorers.common.py27 import float_text
from legacy_scorers.common.tally import complete
from legacy_scorers.m2_scorer.read import Edit
from legacy_scorers.m2_scorer.tally import GOLD, IS_CORRECT, PRECISION, PROPOSED, RECALL, F, measures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from legacy_scorers.common.tally import Row
    from legacy_scorers.m2_scorer.align import Aligned
    from legacy_scorers.m2_scorer.read import Sentence
    from legacy_scorers.m2_scorer.tally import AnnotatorChoice

NOBODY = -1  # the annotator that is shown if none is chosen
_RULE = "-" * 43


def report(counts: Row, beta: float, verbose: bool) -> bytes:
    """Return the end of the report: precision, recall and F, with the counts that they are made of if ``verbose``."""
    row = complete(counts, measures(beta))
    names = (
        ("P", "Precision   ", PRECISION),
        ("R", "Recall      ", RECALL),
        (f"F_{beta:.1f}", f"F_{beta:.1f}       ", F),
    )
    lines = []
    if verbose:
        lines = [f"{f'{name.upper()} EDITS':<15}: {row[name]}" for name in (IS_CORRECT, PROPOSED, GOLD)]
        lines += [f"{short} = {float_text(row[figure])}" for short, _, figure in names]
    return _encoded([*lines, *[f"{name}: {row[figure]:.4f}" for _, name, figure in names]])


def sentence_report(
    number: int, sentence: Sentence, candidate: str, aligned: Sequence[Aligned], choice: AnnotatorChoice, beta: float
) -> bytes:
    """Return what the verbose report says of a sentence, numbered from 1: each annotator, and which is chosen."""
    lines = []
    for one, row in zip(aligned, choice.rows):
        lines += [f">> Annotator: {one.annotator}", *_marks(one)]
        lines += [f"SOURCE        : {sentence.text}", f"HYPOTHESIS    : {candidate}"]
        lines.append(f"EDIT SEQ      : {_listed([shortened(edit) for edit in one.proposed])}")
        golds = [_shown(edit, f"[{', '.join(map(_literal, edit.corrections))}]") for edit in one.gold]
        lines += [f"GOLD EDITS    : [{', '.join(golds)}]", f"CORRECT EDITS : {_listed(one.correct)}"]
        lines += [f"# {name:<12}: {row[name]}" for name in (IS_CORRECT, PROPOSED, GOLD)]
        lines += [f"{name:<14}: {float_text(row[name])}" for name in (PRECISION, RECALL)]
        lines += [f"f_{beta:.1f}         : {float_text(row[F])}", _RULE]
    chosen = NOBODY if choice.chosen is None else aligned[choice.chosen].annotator
    return _encoded([*lines, f">> Chosen Annotator for line {number} : {chosen}", ""])


def shortened(edit: Edit) -> Edit:
    """Return an edit without the words at its ends that stay."""
    original, correction = edit.original.split(), edit.correction.split()
    begin, end = edit.begin, edit.end
    while original and correction and original[0] == correction[0]:
        del original[0], correction[0]
        begin += 1
    while original and correction and original[-1] == correction[-1]:
        del original[-1], correction[-1]
        end -= 1
    return Edit(begin, end, " ".join(original), [" ".join(correction) or None])


def _marks(aligned: Aligned) -> Iterator[str]:
    """Yield a line for each correct deletion next to an insertion, and each correct insertion next to a deletion."""
    for edit in aligned.correct:
        beside = [shortened(one) for one in aligned.proposed if one.begin == edit.end or one.end == edit.begin]
        if _inserts(edit):
            mark, others = "*", [one for one in beside if _deletes(one)]
        elif _deletes(edit):
            mark, others = "&", [one for one in beside if _inserts(one)]
        else:
            continue
        if any(gold.fits(one) for gold in aligned.gold for one in others):
            mark = "!"
        if others:
            yield f"{mark} {_shown(edit, _literal(*edit.corrections))}"


def _inserts(edit: Edit) -> bool:
    return edit.begin == edit.end


def _deletes(edit: Edit) -> bool:
    return edit.begin < edit.end and not edit.correction


def _listed(edits: Iterable[Edit]) -> str:
    return f"[{', '.join([_shown(edit, _literal(*edit.corrections)) for edit in edits])}]"


def _shown(edit: Edit, correction: str) -> str:
    return f"({edit.begin}, {edit.end}, {_literal(edit.original or None)}, {correction})"


def _literal(text: str | None) -> str:
    """Return a text as Python 2 shows it; None stands for no words at all."""
    return "''" if text is None else f"u{text!a}"


def _encoded(lines: list[str]) -> bytes:
    """Return lines in UTF-8, as Python 2 encoded it: it joined two surrogates to the letter that they stand for."""
    text = "".join([f"{line}\n" for line in lines])
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass").encode("utf-8", "surrogatepass")
