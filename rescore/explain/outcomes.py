"""Outcomes of a run's items by label, and confusions of labels: the data for bars and for matrices."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rescore.explain.explanation import ExplainedMatch
from rescore.scorers import Profile

MAX_BARS = 12
MAX_CONFUSED = 8  # labels in a matrix
MAX_MATRICES = 3
RIGHT, PARTLY, MISSING, SPURIOUS = "right", "partly right", "missing", "spurious"
_STYLES = (RIGHT, PARTLY, "error", MISSING, SPURIOUS)
_ERRORS = 4  # colours of errors
_WRONG = {"scored": "wrong"}  # what to call an error of a kind that may also be right
_TYPE = ".type"  # a slot of muc-score; its fills serve as labels


@dataclass(slots=True)
class Choice:
    """What a filter or a legend names: an outcome, a kind or a label, its CSS class, and the number of its matches."""

    style: str
    name: str
    count: int = 0


class Outcomes:
    """Counts matches by label and outcome; if the command puts its items into groups, by group and outcome."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[tuple[str, str]]] = {}  # by label, then by style and name
        self._pairs: dict[str, Counter[tuple[str, str]]] = {}  # by group, then by labels of key and response

    def add(self, match: ExplainedMatch, profile: Profile) -> None:
        """Count a match."""
        table = profile.labels_in
        if match.kind in profile.neutral or (table and all(cell[0] != table for cell in match.cells)):
            return
        group = profile.groups[profile.bars].of(match.unit) if profile.bars else ""
        label = group or "".join([item.label for _, item in match.sides][:1])
        self._counts.setdefault(label, Counter())[_outcome(match)] += 1
        if match.key and match.response:
            pair = match.key.label, match.response.label
            if group:
                pair = senses(*pair)
            elif pair[0] == pair[1] and pair[0].endswith(_TYPE):
                pair = match.key.text, match.response.text
            self._pairs.setdefault(group, Counter())[pair] += 1

    @property
    def kinds(self) -> list[Choice]:
        """The outcomes: right, errors from the most frequent to the rarest, missing, spurious."""
        totals: Counter[tuple[str, str]] = sum(self._counts.values(), Counter())
        order = sorted(totals, key=lambda one: (_STYLES.index(one[0]), -totals[one], one[1]))
        errors = [one for one in order if one[0] == "error"]
        numbers = {one: f"error{place % _ERRORS + 1}" for place, one in enumerate(errors)}
        return [Choice(numbers.get(one, one[0].replace(" ", "-")), one[1], totals[one]) for one in order]

    @property
    def bars(self) -> list[tuple[str, Counter[str], int]]:
        """The most frequent labels, at most ``MAX_BARS``, and all others together, with the number of each outcome.

        The last number is that of the longest bar.
        """
        by_size = sorted(self._counts, key=lambda label: (-self._counts[label].total(), label))
        shown = {label: self._counts[label] for label in by_size[:MAX_BARS]}
        if rest := by_size[MAX_BARS:]:
            shown[f"{len(rest)} others"] = sum([self._counts[label] for label in rest], Counter())
        longest = max([counts.total() for counts in shown.values()], default=1)
        by_name = {label: {name: number for (_, name), number in counts.items()} for label, counts in shown.items()}
        return [(label, Counter(counts), longest) for label, counts in by_name.items()]

    @property
    def matrices(self) -> dict[str, dict[str, list[int]]]:
        """The labels that are confused most in each of the largest groups, with the number of matches by key label.

        The numbers are those of the response labels in the same order. There are at most ``MAX_MATRICES`` groups.
        """
        confused = {
            group: pairs for group, pairs in self._pairs.items() if any(key != response for key, response in pairs)
        }
        groups = sorted(confused, key=lambda group: (-confused[group].total(), group))[:MAX_MATRICES]
        return {group: _matrix(confused[group]) for group in groups}


def _outcome(match: ExplainedMatch) -> tuple[str, str]:
    if match.credit == 1:
        return RIGHT, RIGHT
    if isinstance(match.credit, float) and match.credit > 0:
        return PARTLY, PARTLY
    if not (match.key and match.response):
        return (MISSING if match.key else SPURIOUS), match.kind
    return "error", _WRONG.get(match.kind, match.kind)


def senses(key: str, answer: str) -> tuple[str, str]:
    """Return a sense of the key and the answer's heaviest sense; they are equal if the key has the latter."""
    senses = [tag.partition("/") for tag in answer.split()] or [("", "", "")]
    given = max(senses, key=lambda sense: _weight(sense[2]))[0]
    right = key.split()
    return given if given in right else "".join(right[:1]), given


def _weight(text: str) -> float:
    try:
        return float(text or 1)
    except ValueError:
        return 0.0


def _matrix(pairs: Counter[tuple[str, str]]) -> dict[str, list[int]]:
    wrong: Counter[str] = Counter()
    for (key, response), count in pairs.items():
        if key != response:
            wrong.update({key: count, response: count})
    labels = sorted(sorted(wrong, key=lambda label: (-wrong[label], label))[:MAX_CONFUSED])
    return {key: [pairs[key, response] for response in labels] for key in labels}
