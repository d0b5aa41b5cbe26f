"""What may have been different in a run of FairEval.py whose published figures differ."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

from legacy_scorers.common.host.memory import Memory
from legacy_scorers.faireval.align import FIRST_VERSION
from legacy_scorers.faireval.arguments import VERSION_VARIABLE, config_file
from legacy_scorers.faireval.config import ALWAYS_EXCLUDED, READERS
from legacy_scorers.faireval.measures import SHARES
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers.change import (
    Change,
    Settings,
    Setup,
    Sides,
    duplicate_changes,
    keep_once,
    version_change,
)
from legacy_scorers.rescore.scorers.faireval.reports import METHODS, OVERALL, SETTINGS

_SETTINGS = Settings(rb"(?m)^([ \t]*)(%s)([ \t]*=[ \t]*)([^\r\n]*)", "{} = {}")
_SIDES, _LISTS = ("target_in", "system_in"), ("labels", "exclude")
_PRINTED = ("weights", "eval_method", "ignore_punct", "focus", *_LISTS)
_CHOICES = {"focus": ("target", "system"), "ignore_punct": ("True", "False"), "labels": ("all",)}
_SPAN = re.compile(rb"(?m)^([^\r\n]+)\r?(?:\n|$)|^\r?\n")
_WEIGHTS, _SHARE = re.compile(r"'(\w+)': \{([^}]*)\}"), re.compile(r"'(\w+)': ([0-9.e-]+)")
_PRINTED_LABEL = re.compile(r"'([^']*)'")


def sides_of(setup: Setup) -> Sides:
    """Return the configuration file, which names both sides unless the run prints help, and the files of these."""
    name = config_file(list(setup.words[1:]))
    path = "" if name is None else setup.path(name)
    config = setup.files.get(path, b"")
    key, response = [setup.below(_SETTINGS.value(config, name) or "") for name in _SIDES]
    return Sides(key, response, configuration=path)


def choices(setup: Setup, sides: Sides, published: Sequence[Cell] = ()) -> Iterator[Change]:
    """Yield other settings, the other version, and the labels that are published, or else have published figures."""
    config = sides.configuration
    yield _SETTINGS.swapped(config, _SIDES, "swap", "with the sides swapped")
    yield _SETTINGS.swapped(config, _LISTS, "labels", "with labels and exclude swapped")
    version = "" if setup.environment.get(VERSION_VARIABLE) else FIRST_VERSION
    text = f"with FairEval {version}" if version else f"without {VERSION_VARIABLE}"
    yield version_change(VERSION_VARIABLE, version, text)
    for name, words in _CHOICES.items():
        for value in words:
            yield _SETTINGS.set(config, name, f"with {name} = {value}", {name: value})
    lists = _published_lists(published)
    if values := _other_settings(setup, sides, {name: lists.get(name) for name in _LISTS if lists}, set):
        text = f"with {' and '.join([_shown(*setting) for setting in values.items()])}"
        yield _SETTINGS.set(config, "labels", text, values)


def _published_lists(published: Sequence[Cell]) -> dict[str, str]:
    """Return the lists of labels that a published report prints, or else the labels that it has figures of."""
    printed = {name: value for name, value in _printed_settings(published).items() if name in _LISTS}
    scored = {cell.row for cell in published if cell.table in METHODS} - {OVERALL}
    return printed or ({"labels": ", ".join(sorted(scored))} if scored else {})


def _shown(name: str, value: str | None) -> str:
    if value is None:
        return f"no {name}"
    return f"{name} = {value}" if value else f"nothing in {name}"


def published_changes(setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
    """Yield exactly the settings that the published report prints."""
    if printed := _printed_settings(published):
        values = {name: printed.get(name) for name in _PRINTED}
        text = f"with {', '.join(_other_settings(setup, sides, values, list))} as published"
        yield _SETTINGS.set(sides.configuration, "settings", text, values)


def unit_changes(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield files without repeated spans in a sentence; whole sentences stay, because they are paired by order."""
    yield from duplicate_changes(sides.all, partial(keep_once, _SPAN))


def _printed_settings(published: Sequence[Cell]) -> dict[str, str]:
    cells = [cell for cell in published if cell.table == SETTINGS and cell.row in _PRINTED]
    return {cell.row: _as_configured(cell.text) for cell in cells}


def _as_configured(text: str) -> str:
    """Return a setting in the form of a configuration: weights, a list, or a word."""
    weights = [
        f"{kind} = {' + '.join([f'{share} {count}' for count, share in _SHARE.findall(shares) if share != '0'])}"
        for kind, shares in _WEIGHTS.findall(text)
        if kind not in SHARES
    ]
    found = weights or [label for label in _PRINTED_LABEL.findall(text) if label not in ALWAYS_EXCLUDED]
    return ", ".join(found) if text[:1] in "[{" else text


def _other_settings(
    setup: Setup, sides: Sides, values: Mapping[str, str | None], kind: Callable[[Collection[str]], Collection[str]]
) -> dict[str, str | None]:
    """Return the settings that the configuration has not or reads differently; ``kind`` says how lists are compared."""
    config = setup.files.get(sides.configuration, b"")

    def reading(name: str, value: str | None) -> object:
        found = None if value is None else READERS[name](value, Memory({}), lambda said: None)
        return kind(found) if isinstance(found, list) else found

    return {
        name: value
        for name, value in values.items()
        if reading(name, _SETTINGS.value(config, name)) != reading(name, value)
    }
