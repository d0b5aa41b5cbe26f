"""The conditions of a run: its settings and its files except the response, in words to cite in a paper."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rescore.explain.records import Record, fingerprint, in_words
from rescore.scorers import SCORERS

Conditions: TypeAlias = dict[str, object]  # values of settings by name; hashes of files by role

CONFIGURATION = "configuration"  # a role; this file names the response, so its hash differs for each system
_OFF = {"none", "no"}
_OF_FILE = " file"  # follows the role of a file
_HASH = 8  # digits in a signature
_LONGEST = 40  # characters of a setting in a signature


def conditions_of(run: Record) -> Conditions:
    """Return the conditions of a run in the types of JSON, so that stored and new conditions can be equal."""
    files: dict[str, list[str]] = {}
    for source in run["inputs"]:
        if source["role"] not in (SCORERS[run["command"]].response, CONFIGURATION):
            files.setdefault(f"{source['role']}{_OF_FILE}", []).append(fingerprint(source))
    found: Conditions = json.loads(json.dumps({"version": run["version"], **run["settings"], **files}))
    return found


def signature(command: str, conditions: Conditions) -> str:
    """Return the conditions of a run in one line to cite: ``scorer2|v:1.0.0|g:mixed|m:no|key:0e56b6e0|map:eca970fc``.

    Settings that are None are left out. A file or a long setting is shown by the first digits of its SHA-256,
    several files of one role by those of the SHA-256 of their hashes.
    """
    short = SCORERS[command].short
    parts = [command]
    for name, value in conditions.items():
        role = name.removesuffix(_OF_FILE)
        if name != role and isinstance(value, list):
            hashes = [str(digest).removeprefix("sha256:") for digest in value]
            text = hashes[0][:_HASH] if len(hashes) == 1 else _hash(",".join(hashes))
        else:
            text = in_words(value).replace(", ", ",")
            text = text if len(text) <= _LONGEST and "|" not in text else _hash(text)
        label = "v" if name == "version" else short.get(role, role.replace(" ", "-"))
        parts += [f"{label}:{text}"] if label and text != "none" else []
    return "|".join(parts)


def signature_of(run: Record) -> str:
    """Return the signature of a run."""
    return signature(run["command"], conditions_of(run))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:_HASH]


def signatures(command: str, names: Sequence[str], conditions: Sequence[Conditions]) -> list[str]:
    """Return the one signature that all systems share, or else the signature of each, with its name."""
    lines = [signature(command, of_system) for of_system in conditions]
    return lines[:1] if len({*lines}) == 1 else [f"{name}: {line}" for name, line in zip(names, lines)]


def stated(names: Sequence[str], conditions: Sequence[Conditions]) -> list[str]:
    """Return the conditions that are on for at least one system, each like ``granularity mixed``."""
    return [
        _written(condition, systems) for condition, systems in _by_value(names, conditions) if systems.keys() - _OFF
    ]


def differing(names: Sequence[str], conditions: Sequence[Conditions]) -> list[str]:
    """Return the conditions that differ between systems, each like ``granularity fine (ours), mixed (theirs)``."""
    return [_written(condition, systems) for condition, systems in _by_value(names, conditions) if len(systems) > 1]


def _by_value(names: Sequence[str], conditions: Sequence[Conditions]) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Yield each condition with its values, and the names of the systems that have each value."""
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
