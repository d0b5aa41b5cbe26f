"""What figures depend on besides the response: the settings and the other files, written plainly for a paper."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rescore.explain.records import Record, fingerprint, in_words
from rescore.scorers import SCORERS

Conditions: TypeAlias = dict[str, object]  # settings by their names; hashes of files by what these are

CONFIGURATION = "configuration"  # names the others, so that it differs where nothing else does
_OFF = {"none", "no"}


def conditions_of(run: Record) -> Conditions:
    """Return the conditions of a run, as JSON has them: those that a store keeps equal those of a run just made."""
    files: dict[str, list[str]] = {}
    for source in run["inputs"]:
        if source["role"] not in (SCORERS[run["command"]].response, CONFIGURATION):
            files.setdefault(f"{source['role']} file", []).append(fingerprint(source))
    found: Conditions = json.loads(json.dumps({"version": run["version"], **run["settings"], **files}))
    return found


def stated(names: Sequence[str], conditions: Sequence[Conditions]) -> list[str]:
    """Return the conditions of systems without those that are off for all: ``granularity mixed``."""
    return [
        _written(condition, systems) for condition, systems in _by_value(names, conditions) if systems.keys() - _OFF
    ]


def differing(names: Sequence[str], conditions: Sequence[Conditions]) -> list[str]:
    """Return the conditions that are not the same for all systems: ``granularity fine (ours), mixed (theirs)``."""
    return [_written(condition, systems) for condition, systems in _by_value(names, conditions) if len(systems) > 1]


def _by_value(names: Sequence[str], conditions: Sequence[Conditions]) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Yield each condition with the names of the systems by its value."""
    for condition in dict.fromkeys([condition for of_system in conditions for condition in of_system]):
        systems: dict[str, list[str]] = {}
        for name, of_system in zip(names, conditions):
            systems.setdefault(in_words(of_system.get(condition)), []).append(name)
        yield condition, systems


def _written(condition: str, systems: dict[str, list[str]]) -> str:
    if len(systems) == 1:
        return f"{condition} {next(iter(systems))}"
    values = [f"{value} ({', '.join(names)})" for value, names in systems.items()]
    return f"{condition} {', '.join(values)}"
