"""The labels of both sides: those that only one of them uses, or that are never right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from common.result import Location
from rescore.checks.finding import Finding, counted, some


class Labels:
    """The labels of both sides, each with the place where it first occurs, and those that are right at least once.

    ``have_met`` says whether an item of the response stands where one of the key does, whatever they are called.
    """

    __slots__ = ("have_met", "key", "response", "right")

    def __init__(self) -> None:
        self.key: dict[str, Location] = {}
        self.response: dict[str, Location] = {}
        self.right: set[str] = set()
        self.have_met = False

    def findings(self) -> Iterator[Finding]:
        """Find labels that the key never uses, and labels of it that are never found."""
        yield from self._disjoint()
        yield from _about(
            "label-not-in-key",
            {label: place for label, place in self.response.items() if label not in self.key},
            "of the response never used in the key",
        )
        if self.have_met:
            yield from _about(
                "label-never-found",
                {label: place for label, place in self.key.items() if label not in self.right},
                "of the key never found by the response",
            )

    def _disjoint(self) -> Iterator[Finding]:
        first = next(iter([*self.response.values(), *self.key.values()]), None)
        if first is not None and not self.have_met:
            problem = "no item of the response is where one of the key is"
            if not self.key or not self.response:
                problem = f"the {'response' if self.key else 'key'} has no items"
            yield Finding("nothing-in-common", problem, first.file, first.line)


def _about(name: str, places: dict[str, Location], what: str) -> Iterator[Finding]:
    if places:
        first = next(iter(places.values()))
        yield Finding(name, f"{counted(len(places), 'label')} {what}: {some(places)}", first.file, first.line)


def unused(option: str, names: Iterable[str], labels: Iterable[str], file: str | None = None) -> Iterator[Finding]:
    """Find names in an option that no label of the files equals."""
    known = set(labels)
    unknown = [name for name in dict.fromkeys(names) if name not in known]
    if unknown:
        yield Finding("option-label-unused", f"{option} names what no item has: {some(unknown)}", file)
