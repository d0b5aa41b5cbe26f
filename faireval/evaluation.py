"""Spans or tags in memory to the files that the command reads, and to its report and figures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

from legacy_scorers.common.evaluation import evaluation_of
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.faireval.cli import score
from legacy_scorers.faireval.config import ALWAYS_EXCLUDED
from legacy_scorers.faireval.conll import read_tokens
from legacy_scorers.faireval.measures import SHARES
from legacy_scorers.faireval.spans import SIDES, BadLineError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, TypeAlias

    from legacy_scorers.common.evaluation import Evaluation

    # Label, begin and end, exclusive, and perhaps the tokens in between that are part of it.
    Span: TypeAlias = tuple[str, int, int] | tuple[str, int, int, Iterable[int]]
    Token: TypeAlias = str | tuple[str, str]  # tags of a token, or a word and its tags
    Sentences: TypeAlias = Sequence[Sequence[Span] | Sequence[Token]]
    Weights: TypeAlias = Mapping[str, Mapping[str, float]]  # of TP, FP and FN, by type of error

CONFIG, FILE = "config", "sentences"
DEFAULT_WEIGHTS = "default"
_NO_SPANS = f"{ALWAYS_EXCLUDED[0]}\t1\t1\t1"


def evaluate(
    target: Sentences,
    system: Sentences,
    labels: Iterable[str] | None,
    exclude: Iterable[str],
    focus: str,
    weights: Weights | str | None,
) -> Evaluation:
    """Do what :func:`faireval.evaluate` says."""
    if len(target) != len(system):
        raise ValueError(f"the target has {len(target)} sentences, the system {len(system)}; give both the same ones")
    if focus not in SIDES:
        raise ValueError(f"focus is {focus!r}; it must be {' or '.join(SIDES)}")
    files = {f"{side}/{FILE}": _file(side, of).encode() for side, of in zip(SIDES, (target, system))}
    settings = {f"{side}_in": f"{side}/{FILE}" for side in SIDES}
    if labels is not None:
        settings["labels"] = _listed("labels", labels)
    settings |= {"exclude": _listed("exclude", exclude), "focus": focus}
    if weights is not None:
        settings["weights"] = _formulas(weights)
    config = "".join([f"{name} = {value}\n" for name, value in settings.items()])
    return evaluation_of(score, ["--config", CONFIG], Memory({CONFIG: config.encode(), **files}))


def _file(side: str, sentences: Sentences) -> str:
    """Return the file of a side. Raises ``ValueError`` for what it cannot hold."""
    written = []
    for number, sentence in enumerate(sentences):
        place = f"{side}, sentence {number}"
        if isinstance(sentence, str):
            raise ValueError(f"{place} is {sentence!r}; give a list of spans or tags for each sentence")
        items: list[Any] = [*sentence]
        if items and all(isinstance(item, str) or (len(item) > 0 and isinstance(item[-1], str)) for item in items):
            written.append("\n".join(_token_lines(place, items)))
        else:
            written.append("\n".join(_span_lines(place, items)) or _NO_SPANS)
    return "\n\n".join(written) + "\n"


def _span_lines(place: str, spans: Sequence[Any]) -> Iterator[str]:
    """Yield the lines of the spans of a sentence. In files, tokens count from 1, and the end is the last token."""
    for number, span in enumerate(spans):
        here = f"{place}, span {number}"
        if len(span) not in (3, 4):
            raise ValueError(f"{here}: {span!r}: give label, begin and end, and perhaps the tokens")
        label, begin, end, *listed = span
        _check_label(here, label)
        if begin < 0 or end <= begin:
            problem = "begins before the first token" if begin < 0 else "has no token between its begin and its end"
            raise ValueError(f"{here}: {label} {begin}-{end} {problem}")
        tokens = sorted(listed[0]) if listed else range(begin, end)
        if not tokens or tokens[0] < begin or tokens[-1] >= end:
            raise ValueError(f"{here}: list tokens between its begin and its end, at least one")
        yield f"{label}\t{begin + 1}\t{end}\t{','.join([str(token + 1) for token in tokens])}"


def _check_label(place: str, label: str) -> None:
    if not isinstance(label, str) or not label or label[0].isspace() or not label.isprintable():
        raise ValueError(f"{place}: label {label!r} is empty, begins with a blank or holds what is not printable")


def _token_lines(place: str, sentence: Sequence[Any]) -> list[str]:
    """Return the lines of the tokens of a sentence: word, an empty part of speech and tags."""
    lines = []
    for number, token in enumerate(sentence):
        if not isinstance(token, str) and len(token) != 2:
            problem = "give a tag, or a pair of a word and a tag; begin and end of a span are numbers"
            raise ValueError(f"{place}, token {number}: {token!r}: {problem}")
        word, tags = ("_", token) if isinstance(token, str) else token
        for text in (word, tags):
            if len(text.split()) != 1 or not text.isprintable() or " " in text:
                raise ValueError(f"{place}, token {number}: {text!r} is empty or holds a blank or line break")
        lines.append(f"{word} _ {tags}")
    try:
        read_tokens(lines, ignore_punctuation=False)
    except BadLineError as error:
        raise ValueError(f"{place}, token {error.index}: {error.problem}") from None
    return lines


def _listed(setting: str, labels: Iterable[str]) -> str:
    """Return the value of a setting that lists labels."""
    listed = [labels] if isinstance(labels, str) else list(labels)
    for label in listed:
        _check_label(setting, label)
        if "," in label or label != label.strip():
            raise ValueError(
                f"{setting}: {label!r} holds a comma or ends in a blank, which the configuration cannot hold"
            )
    return ", ".join(listed)


def _formulas(weights: Weights | str) -> str:
    """Return the value of the setting ``weights``."""
    if isinstance(weights, str):
        if weights != DEFAULT_WEIGHTS:
            raise ValueError(
                f"weights are {weights!r}; give numbers of TP, FP and FN for each type, or {DEFAULT_WEIGHTS!r}"
            )
        return weights
    formulas = []
    for kind, shares in weights.items():
        if not re.fullmatch(r"\w+", kind) or not {*shares} <= {*SHARES}:
            raise ValueError(f"weights of {kind!r}: a type is a word, and its weights are of {', '.join(SHARES)}")
        numbers = {share: Decimal(repr(float(shares.get(share, 0)))) for share in SHARES}
        if not all(number.is_finite() and number >= 0 for number in numbers.values()):
            raise ValueError(f"weights of {kind!r}: a weight is a number from 0 on")
        formulas.append(f"{kind} = " + " + ".join([f"{number:f} {share}" for share, number in numbers.items()]))
    if not formulas:
        raise ValueError(f"weights: give those of at least one type, or {DEFAULT_WEIGHTS!r}")
    return ", ".join(formulas)
