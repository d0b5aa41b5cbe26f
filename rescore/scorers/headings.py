"""Figures as papers call them: ``P``, ``F1``, ``MUC recall``; which figure of a report a column alone means."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from functools import lru_cache

from legacy_scorers.rescore.reports.model import Name, name_of, written
from legacy_scorers.rescore.scorers.scorer import Scorer

_WORDS = re.compile(r"[\s_/:,()-]+")  # between the words of a heading
_OF_LABEL = (  # a label and a measure, in either order, with a sign between
    re.compile(r"(?P<label>.*[^\s_:(-])[\s_:(-]+(?P<measure>[^\s_:()-]+)\)?"),
    re.compile(r"(?P<measure>[^\s_:()-]+)[\s_:(-]+(?P<label>[^\s_:()-][^()]*)\)?"),
)
_MARKS = re.compile(r"[${}\\]")  # of LaTeX
_SPELLINGS = (  # of words that have signs or blanks in them
    (re.compile(r"\bf[-_ ]?1?[-_ ]?(?:score|measure|value)\b"), "f"),
    (re.compile(r"\bf(?:[-_ ]?\{?(?:(?:β|beta)\s*=\s*)?1\}?)(?![\w.])"), "f1"),
    (re.compile(r"\bf[-_ ]?\{?(?:(?:β|beta)\s*=\s*)?(?:0?\.5|05)\}?(?![\w.])"), "f0.5"),
    (re.compile(r"\bceaf[-_ ]?(?:phi|\u03c6)[-_ ]?(?=[34]\b)"), "ceaf\u03c6"),
    (re.compile(r"\bceaf[-_ ](?=[em])"), "ceaf"),
    (re.compile(r"\bb[-_ ]?cubed\b"), "bcubed"),
    (re.compile(r"\bp&r\b"), "f"),
    (re.compile(r"(?:\blen(?:gth)?)?\s?(?:<=|\u2264|\bleq?\b)\s*(?=\d)"), " len<="),
)
_LABELS = ("TYPE", "LABEL")  # rows of measures that stand for names in the data
_MAX_WORDS = 20  # a longer heading means no figure
_IDLE = frozenset({"score", "grained", "labeled", "labelled", "bracketing", "entity", "phrase", "span", "chunk"})
_KINDS = {  # of measures, by the letters and digits that papers write
    **dict.fromkeys(("p", "prec", "pre", "precision"), "precision"),
    **dict.fromkeys(("r", "rec", "recall"), "recall"),
    **dict.fromkeys(("f", "f1", "fb1", "fmeasure", "fpr"), "F"),
    **dict.fromkeys(("a", "acc", "accuracy"), "accuracy"),
}


@lru_cache(maxsize=16)
def columns_of(scorer: Scorer) -> Set[str]:
    """Return the columns of the measures of a scorer in small letters."""
    return frozenset(name[2].lower() for name in scorer.measures)


@lru_cache(maxsize=16)
def counts_of(scorer: Scorer) -> Set[str]:
    """Return the columns of counts of a scorer in small letters, as far as its profile names them."""
    patterns = (*scorer.more_is_better, *scorer.less_is_better, *scorer.neither_is_better)
    named = {column.lower() for table, row, column in patterns if table == row == "*" and "*" not in column}
    measured = {column.removesuffix(" %") for column in columns_of(scorer)}  # such a word alone may mean a share
    return frozenset(named - columns_of(scorer) - measured)


def overall(scorer: Scorer, column: str) -> list[Name]:
    """Return the measures in a column that are about all items of a run, the likeliest first."""
    found = [name for name in scorer.measures if name[2].lower() == column.lower() and name[:2] in scorer.overall]
    return sorted(found, key=lambda name: scorer.overall.index(name[:2]))


def is_ambiguous(scorer: Scorer, column: str) -> bool:
    """Whether reports print a column of measures in further rows, such as those of types."""
    rows = {name[:2] for name in scorer.measures if name[2].lower() == column.lower()}
    return bool(overall(scorer, column)) and not rows <= {*scorer.overall}


def meant_by(scorer: Scorer, figure: str) -> str:
    """Return what a figure that names only a column means, for a message."""
    is_one = figure.count("/") > 1 or not is_ambiguous(scorer, figure)
    names = [figure] if is_one else [written(name) for name in overall(scorer, figure)]
    return names[0] if len(names) == 1 else f"the first printed of {', '.join(names)}"


def printed_as(scorer: Scorer, column: str, printed: Iterable[str]) -> list[str]:
    """Return the printed figures that a column alone may mean: one, if only one is, or one is about all items.

    If the column is not printed, they are those of another word for its measure, such as ``REC`` for ``recall``.
    """
    names = {name: name_of(name)[2] for name in printed}
    found = [name for name, other in names.items() if other.lower() == column.lower()]
    if not found and (kind := _kind(column)):
        found = [name for name, other in names.items() if _kind(other) == kind]
    about_all = scorer.about_all([name_of(name) for name in found]) if len(found) > 1 else None
    return [written(about_all)] if about_all else found


def figure_meant(scorer: Scorer, figure: str, printed: Collection[str], tables: Mapping[str, str] = {}) -> str:
    """Return the printed figure that a heading or an entry means, empty for none or several.

    It is itself, or else the one of this column alone, or of the same row in the only other table that prints it.
    ``tables`` are those that other headings mean, by printed table, which this one cannot mean.
    """
    if figure in printed:
        return figure
    if figure.count("/") < 2:
        found = printed_as(scorer, figure, printed)
    else:
        table, _, place = figure.lower().partition("/")
        found = [name for name in printed if name.lower().partition("/")[2] == place]
        if name_of(figure)[1] in scorer.repeated:
            return next(iter(found), "")
        found = [name for name in found if tables.get(name_of(name)[0], table) == table]
    return found[0] if len(found) == 1 else ""


def figure_called(scorer: Scorer, heading: str) -> str:
    """Return the figure, or the column of figures, that the words of a heading mean, or an empty text."""
    text = _MARKS.sub("", heading.lower())
    if column := _name_of(scorer, scorer.synonyms.get(text, text), ()):
        return column
    for spelling, word in _SPELLINGS:
        text = spelling.sub(word, text)
    words = [word.rstrip(".") for word in _WORDS.split(text)]
    words = [scorer.synonyms.get(word, word) for word in words if word and word not in _IDLE]
    if len(words) > _MAX_WORDS:
        return ""
    for place, word in enumerate(words):
        if column := _name_of(scorer, word, words[:place] + words[place + 1 :]):
            return column
    is_table = words and all(word in scorer.synonyms.values() for word in words)  # of a metric, of which F is meant
    return _name_of(scorer, scorer.main[0].lower(), words) if is_table else ""


def figures_of_label(scorer: Scorer, heading: str) -> list[str]:
    """Return the figures of a label in capitals that a heading means: ``PER P``, ``P (PER)``, or ``PER`` alone."""
    found = filter(None, [order.fullmatch(heading) for order in _OF_LABEL])
    called = [(one["label"], figure_called(scorer, one["measure"])) for one in found]
    label, column = next((one for one in called if one[1]), (heading, ""))
    names = [name for name in scorer.measures if name[2] == column] if column else scorer.main_measures
    return ["/".join((table, label, column)) for table, row, column in names if row in _LABELS and label.isupper()]


def _name_of(scorer: Scorer, column: str, places: Sequence[str]) -> str:
    kind = _kind(column)
    fitting = [
        name
        for name in scorer.measures
        if (name[2].lower() == column or (kind and _kind(name[2]) == kind)) and _fits(name, places)
    ]
    order = {row: index for index, row in enumerate(scorer.overall)}
    best = min(fitting, key=lambda name: order.get(name[:2], len(order)), default=None)
    return "" if best is None else written(best) if places else best[2]


def _fits(name: Name, places: Collection[str]) -> bool:
    return {*places} <= {name[0].lower(), name[1].lower()}


def _kind(column: str) -> str:
    return _KINDS.get(re.sub(r"[^a-z0-9]", "", column.lower()), "")


def is_share(scorer: Scorer, figure: str) -> bool:
    """Whether reports print a measure as a share of 1, not in per cent."""
    return (name_of(figure)[2] if "/" in figure else figure).lower() in scorer.shares
