"""Each rule once more, slowly and literally: sets, fractions, and a whole table of costs.

A side is a list of chains, which are lists of mentions; of the key some may be empty.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

Mention = tuple[int, int]
Chains = list[list[Mention]]
Link = frozenset[Mention]


class Figures(NamedTuple):
    """Numerator and denominator of recall, and of precision."""

    recalled: Fraction | float
    key: int
    correct: Fraction | float
    response: int


def read(cell: str) -> list[tuple[str, str]]:
    """Return the brackets of a cell: what kind of bracket, and the chain."""
    found = []
    while True:
        for kind in ("discarded", "single", "begin", "end"):
            place = next((place for place in range(len(cell)) if _matching(cell[place:], kind)), None)
            if place is not None:
                text = _matching(cell[place:], kind)
                found.append((kind, text if kind == "discarded" else text.strip("()")))
                cell = cell[:place] + cell[place + len(text) :]
                break
        else:
            return found


def _matching(text: str, kind: str) -> str:
    """Return what matches at the begin of a text."""
    opened = text[:1] == "("
    rest = text[opened:]
    digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
    behind = rest[len(digits) :]
    if not digits or opened == (kind == "end"):
        return ""
    if kind == "discarded":
        return f"({digits}{behind[:3]}" if behind[:3] in {f"+{digit})" for digit in "0123456789"} else ""
    if kind == "begin":
        return f"({digits}"
    return text[: opened + len(digits) + 1] if behind[:1] == ")" else ""


def deduplicated(key: Chains, response: Chains) -> Chains:
    """Return the chains of the response without repeats of mentions that the key has, and without empty ones."""
    of_key = {mention for chain in key for mention in chain}
    seen: set[Mention] = set()
    left: Chains = []
    for chain in response:
        left.append([])
        for mention in chain:
            if mention not in seen or mention not in of_key:
                left[-1].append(mention)
            seen.add(mention)
    return [chain for chain in left if chain]


def identification(key: Chains, response: Chains) -> Figures:
    sides = [{mention for chain in chains for mention in chain} for chains in (key, response)]
    common = len(sides[0] & sides[1])
    return Figures(common, len(sides[0]), common, len(sides[1]))


def home(mention: Mention, key: Chains) -> int | None:
    return max([rank for rank, chain in enumerate(key) if mention in chain], default=None)


def muc(key: Chains, response: Chains) -> Figures:
    """Count links."""
    right = 0
    for chain in response:
        for place, mention in enumerate(chain):
            behind = [other for other in chain[place + 1 :] if other != mention]
            own = home(mention, key)
            right += own is not None and any(home(other, key) == own for other in behind)
    return Figures(
        right, sum(len(chain) - 1 for chain in key if chain), right, sum(len(chain) - 1 for chain in response)
    )


def bcub(key: Chains, response: Chains) -> Figures:
    """Add up the shares of chains."""
    recalled = correct = Fraction(0)
    for chain in response:
        for mention in chain:
            own = home(mention, key)
            if own is not None:
                common = sum(other in key[own] for other in chain)
                correct += Fraction(common, len(chain))
                recalled += Fraction(common, len(key[own]))
    return Figures(recalled, sum(map(len, key)), correct, sum(map(len, response)))


def ceaf(key: Chains, response: Chains, by_entities: bool) -> Figures:
    """Match chains."""
    numerator = 0.0
    if key:
        table = costs(key, response, by_entities)
        chosen = assigned(table)
        for row, column in enumerate(chosen[: len(key)]):
            numerator += 1 - table[row][column]
    if by_entities:
        return Figures(numerator, len([chain for chain in key if chain]), numerator, len(response))
    return Figures(numerator, sum(map(len, key)), numerator, sum(map(len, response)))


def costs(key: Chains, response: Chains, by_entities: bool) -> list[list[float]]:
    table = []
    for chain in key:
        row = []
        for other in response:
            shared = sum(mention in other for mention in chain)
            row.append(1 - (2 * shared / (len(chain) + len(other)) if by_entities else float(shared)))
        table.append(row + [1.0] * (len(key) - len(response)))
    return table + [[0.0] * len(response)] * (len(response) - len(key))


def assigned(table: list[list[float]]) -> list[int]:
    """Return the column of each row."""
    values = [[value - min(row) for value in row] for row in table]
    size = range(len(values))
    stars: dict[int, int] = {}
    for row, column in product(size, size):
        if values[row][column] == 0 and row not in stars and column not in stars.values():
            stars[row] = column
    while len(stars) < len(values):
        covered_rows: set[int] = set()
        covered_columns = set(stars.values())
        primes: dict[int, int] = {}
        while True:
            open_rows = [row for row in size if row not in covered_rows]
            open_columns = [column for column in reversed(size) if column not in covered_columns]
            zeros = [(row, column) for row in open_rows for column in open_columns if values[row][column] == 0]
            if not zeros:
                _shift(values, covered_rows, covered_columns)
                continue
            row, column = zeros[0]
            primes[row] = column
            if row not in stars:
                break
            covered_rows.add(row)
            covered_columns.remove(stars[row])
        while True:
            column = primes[row]
            displaced = next((other for other, starred in stars.items() if starred == column), None)
            stars[row] = column
            if displaced is None:
                break
            row = displaced
    return [stars[row] for row in size]


def _shift(values: list[list[float]], covered_rows: set[int], covered_columns: set[int]) -> None:
    size = range(len(values))
    least = min(values[r][c] for r in size for c in size if r not in covered_rows and c not in covered_columns)
    for row, column in product(size, size):
        if row in covered_rows:
            values[row][column] += least
        if column not in covered_columns:
            values[row][column] -= least


def links(chains: Chains) -> tuple[set[Link], set[Link]]:
    """Return the links of coreference and those of non-coreference."""
    together = {frozenset(pair) for chain in chains for pair in combinations(chain, 2)}
    apart = {frozenset(pair) for one, other in combinations(chains, 2) for pair in product(one, other)}
    return together, apart


def blanc(key: Chains, response: Chains) -> list[Figures]:
    """Return the figures of coreference links, then those of non-coreference links."""
    figures = []
    for of_key, of_response in zip(links(key), links(response)):
        right = len(of_key & of_response)
        figures.append(Figures(right, len(of_key), right, len(of_response)))
    return figures
