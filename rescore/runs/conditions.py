"""The record of a run; and its conditions, on which figures depend besides the response, in words and to be cited."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any, TypeAlias

from legacy_scorers.common import VERSION
from legacy_scorers.common.host import Host
from legacy_scorers.common.result import Input, Run
from legacy_scorers.rescore.reports.words import grouped
from legacy_scorers.rescore.runs.running import refuse_pipe
from legacy_scorers.rescore.scorers import SCORERS

RunRecord: TypeAlias = dict[str, Any]
Conditions: TypeAlias = dict[str, object]  # values of settings by name; hashes of files by role

SCHEMA = 1
CONFIGURATION = "configuration"  # a role; this file names the response, so its hash differs for each system
_SHOWN = 12  # digits of a hash
_OFF = {"none", "no"}
_OF_FILE = " file"  # follows the role of a file
_HASH = 8  # digits in a line to cite
_LONGEST = 40  # characters of a setting in a line to cite


def run_record(run: Run, words: Iterable[str], host: Host) -> RunRecord:
    """Return the record of a run; its ``signature`` is everything that the figures depend on, in one line."""
    inputs = [_input_record(source, host) for source in run.inputs]
    settings = [
        f"{name}:{value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in run.settings.items()
    ]
    files = [f"{source['role']}:sha256:{source['sha256'][:_SHOWN]}" for source in inputs]
    return {
        "type": "run",
        "schema": SCHEMA,
        "command": run.command,
        "version": run.version,
        "argv": list(words),
        "settings": run.settings,
        "inputs": inputs,
        "signature": "|".join([run.command, f"v:{run.version}", *settings, *files]),
        "suite": VERSION,
    }


def _input_record(source: Input, host: Host) -> RunRecord:
    content = _content(source, host)
    return {"role": source.role, "path": source.path, "bytes": len(content), "sha256": _digest(content)}


def _digest_of(source: Input, host: Host, digests: Mapping[str, str]) -> str:
    known = None if source.part else digests.get(source.path)
    return known or _digest(_content(source, host))


def _content(source: Input, host: Host) -> bytes:
    refuse_pipe(host, source.path)
    return b"".join(source.part()) if source.part else host.read(source.path)


def in_words(value: object) -> str:
    """Return the value of a setting without the marks of a programming language."""
    if isinstance(value, dict):
        value = [f"{key} ({in_words(one)})" if isinstance(one, dict) else f"{key} {one}" for key, one in value.items()]
    if isinstance(value, list):
        return ", ".join(map(in_words, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def conditions_of(run: RunRecord) -> Conditions:
    """Return the conditions of a run in the types of JSON, so that stored and new conditions can be equal."""
    files = [(source["role"], source["sha256"]) for source in run["inputs"] if _counts(run["command"], source["role"])]
    return _conditions(json.dumps({"version": run["version"], **run["settings"]}), files)


def _counts(command: str, role: str) -> bool:
    """Return whether a file of this role is one of the conditions."""
    return role not in (SCORERS[command].response, CONFIGURATION)


def _conditions(settings: str, files: Iterable[tuple[str, str]]) -> Conditions:
    """Return the conditions: version and settings in JSON, and roles and hashes of files."""
    found: Conditions = json.loads(settings)
    hashes = grouped((f"{role}{_OF_FILE}", f"sha256:{digest[:_SHOWN]}") for role, digest in files)
    return {**found, **hashes}


def citation(command: str, conditions: Conditions) -> str:
    """Return the conditions of a run in one line to cite: ``scorer2|v:X.Y.Z|g:mixed|m:no|key:0e56b6e0|map:eca970fc``.

    Settings that are None are left out. Files and long settings are shown by the first digits of their SHA-256.
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


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:_HASH]


def citation_of(run: RunRecord) -> str:
    """Return the line to cite for a run."""
    return citation(run["command"], conditions_of(run))


def citation_on(host: Host, run: Run, digests: Mapping[str, str]) -> str:
    """Return the line to cite for a run on a host, given the SHA-256 of files; others that count are read again."""
    files = [
        (source.role, _digest_of(source, host, digests)) for source in run.inputs if _counts(run.command, source.role)
    ]
    settings = json.dumps({"version": run.version, **run.settings})
    return host.reuse(_citation, run.command, settings, *files)


def _citation(command: str, settings: str, *files: tuple[str, str]) -> str:
    return citation(command, _conditions(settings, files))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def citations(command: str, systems: Mapping[str, Conditions]) -> list[str]:
    """Return the one citation that all systems share, or else that of each, with its name."""
    lines = {name: citation(command, conditions) for name, conditions in systems.items()}
    shared = {*lines.values()}
    return [*shared] if len(shared) == 1 else [f"{name}: {line}" for name, line in lines.items()]


def conditions_in_words(systems: Mapping[str, Conditions], *, differing: bool = False) -> list[str]:
    """Return conditions that are on for a system, or only ``differing`` ones: ``granularity fine (a), mixed (b)``."""
    found = []
    for condition in dict.fromkeys(chain.from_iterable(systems.values())):
        names = grouped((in_words(conditions.get(condition)), name) for name, conditions in systems.items())
        several = len(names) > 1
        is_named = several if differing else bool(names.keys() - _OFF)
        if is_named:
            values = [f"{value} ({', '.join(names[value])})" if several else value for value in names]
            found.append(f"{condition} {', '.join(values)}")
    return found
