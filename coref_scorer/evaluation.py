"""Chains in memory to the files that the command reads, and to its report and figures.

In a file, a mention is a bracket where it begins and one where it ends, each with the number of its chain. The reader
closes the last bracket of the chain that is open. So mentions of one chain may be nested, but must not cross.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from legacy_scorers.common.evaluation import evaluation_of
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.result import writable
from legacy_scorers.coref_scorer.cli import ALL, TOTALS_ONLY, score
from legacy_scorers.coref_scorer.tally import METRICS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    from legacy_scorers.common.evaluation import Evaluation

    Chains: TypeAlias = Sequence[
        Iterable[Hashable]
    ]  # of spans, begin and end, or of anything else that can be compared
    Documents: TypeAlias = Mapping[str, Chains]
    Spans: TypeAlias = list[list[Any]]  # by chain

SIDES = "key", "response"  # also their files
ONLY_DOCUMENT = "document"  # its name if none is given


def evaluate(key: Documents | Chains, response: Documents | Chains, metric: str) -> Evaluation:
    """Do what :func:`coref_scorer.evaluate` says."""
    if metric not in (ALL, *METRICS):
        raise ValueError(f"metric is {metric!r}; it must be one of {', '.join((ALL, *METRICS))}")
    of_key, of_response = [side if isinstance(side, Mapping) else {ONLY_DOCUMENT: side} for side in (key, response)]
    if of_key.keys() != of_response.keys():
        name = min(map(repr, of_key.keys() ^ of_response.keys()))
        raise ValueError(f"document {name} is only on one side; give it to both, with no chains if it has none")
    files: dict[str, list[bytes]] = {side: [] for side in SIDES}
    for name, chains in of_key.items():
        words, sides = _placed(name, [chains, of_response[name]])
        for side, spans in zip(SIDES, sides):
            files[side].append(_document(name, words, spans))
    host = Memory({side: b"".join(documents) for side, documents in files.items()})
    return evaluation_of(score, [metric, *SIDES, TOTALS_ONLY.decode()], host)


def _placed(name: str, sides: list[Chains]) -> tuple[list[str], list[Spans]]:
    """Return the words of a document, and the spans of both sides. Raises ``ValueError`` for what no file can hold.

    Where mentions are no spans, each becomes a token, in the order in which they first occur.
    """
    if not isinstance(name, str) or "\n" in name or name.endswith("\r"):
        raise ValueError(f"document {name!r}: the name must not contain a line break, and must be a text")
    writable(name, f"document {name!r}")
    listed: list[Spans] = [_listed(f"{side}, document {name!r}", chains) for side, chains in zip(SIDES, sides)]
    mentions = [mention for chains in listed for chain in chains for mention in chain]
    are_spans = all(map(_is_span, mentions))
    for side, chains in zip(SIDES, listed):
        for number, chain in enumerate(chains):
            place = f"{side}, document {name!r}, chain {number}"
            if not chain:
                raise ValueError(f"{place}: it has no mention; leave it out")
            if are_spans:
                _check(place, chain)
            else:
                writable("".join(map(str, chain)), place)
    if are_spans:
        size = max([end for _, end in mentions], default=0)
        return list(map(str, range(size))), listed
    tokens = {mention: index for index, mention in enumerate(dict.fromkeys(mentions))}
    words = ["_".join(str(mention).split()) or "_" for mention in tokens]
    return words, [_spans_of_tokens(chains, tokens) for chains in listed]


def _listed(place: str, chains: Chains) -> Spans:
    """Return the mentions of each chain. Raises ``ValueError`` for a text, and for mentions that cannot be compared."""
    listed = []
    for number, chain in enumerate(chains):
        if isinstance(chain, str):
            raise ValueError(f"{place}, chain {number} is {chain!r}; give a list of mentions")
        mentions = list(chain)
        for mention in mentions:
            if not isinstance(mention, Hashable):
                raise ValueError(
                    f"{place}, chain {number}: mention {mention!r}: give a tuple of begin and end, or a name"
                )
        listed.append(mentions)
    return listed


def _spans_of_tokens(chains: Spans, tokens: Mapping[Hashable, int]) -> Spans:
    return [[(tokens[mention], tokens[mention] + 1) for mention in chain] for chain in chains]


def _is_span(mention: object) -> bool:
    return isinstance(mention, tuple) and len(mention) == 2 and all(isinstance(index, int) for index in mention)


def _check(place: str, chain: list[tuple[int, int]]) -> None:
    """Raise ``ValueError`` for spans that no file can hold."""
    still_open: list[tuple[int, int]] = []
    for begin, end in sorted(chain, key=lambda span: (span[0], -span[1])):
        if begin < 0 or end <= begin:
            problem = "begins before the first token" if begin < 0 else "ends before it begins, or where it begins"
            raise ValueError(f"{place}: mention {(begin, end)} {problem}")
        while still_open and still_open[-1][1] <= begin:
            still_open.pop()
        if still_open and still_open[-1][1] < end:
            raise ValueError(f"{place}: mentions {still_open[-1]} and {(begin, end)} cross each other")
        still_open.append((begin, end))


def _document(name: str, words: list[str], chains: Spans) -> bytes:
    """Return the lines of a document: a word, and the brackets of the mentions that begin or end there."""
    cells: list[list[str]] = [[] for _ in words]
    for number, chain in enumerate(chains):
        for begin, end in chain:
            if end == begin + 1:
                cells[begin].append(f"({number})")
            else:
                cells[begin].append(f"({number}")
                cells[end - 1].append(f"{number})")
    lines = [f"{word}\t{'|'.join(cell) or '-'}\n" for word, cell in zip(words, cells)]
    return f"#begin document {name}\n{''.join(lines)}#end document\n".encode("utf-8", "surrogateescape")
