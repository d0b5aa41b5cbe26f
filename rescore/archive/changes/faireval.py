"""Changes of a run of FairEval.py: most are changes of its configuration file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import TypeAlias

from faireval.align import FIRST_VERSION
from faireval.arguments import VERSION_VARIABLE, config_file
from faireval.config import ALWAYS_EXCLUDED, READERS
from faireval.measures import SHARES
from rescore.archive.changes.edits import Settings, doubles, edit, once
from rescore.archive.changes.setup import Change, Setup, Sides, with_variable
from rescore.archive.published import Published
from rescore.reports.model import METHODS, OVERALL, SETTINGS

Lists: TypeAlias = Mapping[str, list[str] | None]  # labels by name of a setting, None without such a line

_SETTINGS = Settings(rb"(?m)^([ \t]*)(%s)([ \t]*=[ \t]*)([^\r\n]*)", "{} = {}")
_LISTS = ("labels", "exclude")
_SPAN = re.compile(rb"(?m)^([^\r\n]+)\r?(?:\n|$)|^\r?\n")
_PRINTED = ("weights", "eval_method", "ignore_punct", "focus", *_LISTS)
_WEIGHTS, _SHARE = re.compile(r"'(\w+)': \{([^}]*)\}"), re.compile(r"'(\w+)': ([0-9.e-]+)")
_SWITCHES = {"focus": ("target", "system"), "ignore_punct": ("True", "False")}
_PRINTED_LABEL = re.compile(r"'([^']*)'")


def configuration(setup: Setup) -> str:
    """Return the path of the configuration file, which names both sides; it is empty if the run prints help."""
    name = config_file(list(setup.words[1:]))
    return "" if name is None else setup.path(name)


def sides(setup: Setup) -> Sides:
    """Return the files of key and response."""
    config = setup.files.get(configuration(setup), b"")
    key, response = [setup.below(_SETTINGS.value(config, name) or "") for name in ("target_in", "system_in")]
    return Sides(key, response)


def choices(setup: Setup) -> Iterator[Change]:
    """Yield other settings, and the other version."""
    config = [configuration(setup)]
    for kind, one, other, text in (
        ("swap", "target_in", "system_in", "with the sides swapped"),
        ("labels", "labels", "exclude", "with labels and exclude swapped"),
    ):
        yield edit(kind, text, config, partial(_SETTINGS.swapped, one, other))
    version = "" if setup.environment.get(VERSION_VARIABLE) else FIRST_VERSION
    text = f"with FairEval {version}" if version else f"without {VERSION_VARIABLE}"
    yield with_variable("version", version, text, VERSION_VARIABLE)
    for name, values in _SWITCHES.items():
        for value in values:
            yield edit(name, f"with {name} = {value}", config, partial(_SETTINGS.set, name, value))
    yield edit("labels", "with labels = all", config, partial(_SETTINGS.set, "labels", "all"))


def labels(setup: Setup, published: Published) -> Iterator[Change]:
    """Yield the lists of labels that the published report prints, or else the list of all labels with figures."""
    config = setup.files.get(configuration(setup), b"")
    then = _published_lists(published)
    changed = {
        name: names for name, names in then.items() if _labels_in(config, name) != (None if names is None else {*names})
    }
    if changed:
        shown = [
            f"{name} = {', '.join(names)}" if names else f"nothing in {name}" if names is not None else f"no {name}"
            for name, names in changed.items()
        ]
        values = {name: None if names is None else ", ".join(names) for name, names in changed.items()}
        yield edit("labels", f"with {' and '.join(shown)}", [configuration(setup)], partial(_with_settings, values))


def as_published(setup: Setup, published: Published) -> Iterator[Change]:
    """Yield exactly the settings that the published report prints."""
    cells = [cell for cell in published.cells() if cell.table == SETTINGS]
    printed = {cell.row: _as_configured(cell.text) for cell in cells if cell.row in _PRINTED}
    if printed:
        config = setup.files.get(configuration(setup), b"")
        changed = [name for name in _PRINTED if not _is_set(config, name, printed.get(name))]
        shown = f"with {', '.join(changed)} as published"
        values = {name: printed.get(name) for name in _PRINTED}
        yield edit("settings", shown, [configuration(setup)], partial(_with_settings, values))


def _as_configured(text: str) -> str:
    """Return a setting in the form of a configuration: weights, a list, or a word."""
    weights = [
        f"{kind} = {' + '.join([f'{share} {count}' for count, share in _SHARE.findall(shares) if share != '0'])}"
        for kind, shares in _WEIGHTS.findall(text)
        if kind not in SHARES
    ]
    found = weights or [label for label in _PRINTED_LABEL.findall(text) if label not in ALWAYS_EXCLUDED]
    return ", ".join(found) if text[:1] in "[{" else text


def _is_set(config: bytes, name: str, value: str | None) -> bool:
    now = _SETTINGS.value(config, name)
    if now is None or value is None:
        return now == value
    one, other = [READERS[name](text, lambda said: None) for text in (now, value)]
    return bool(one == other)


def _with_settings(values: Mapping[str, str | None], config: bytes) -> bytes:
    """Return the configuration with some settings, and without those that are None."""
    for name, value in values.items():
        config = _SETTINGS.without(name, config)
        if value is not None:
            config = _SETTINGS.set(name, value, config)
    return config


def orders(setup: Setup) -> Iterator[Change]:
    """Yield files without repeated spans in a sentence; whole sentences stay, because they are paired by order."""
    yield from doubles(sides(setup).all, partial(once, _SPAN))


def _published_lists(published: Published) -> Lists:
    cells = published.cells()
    printed = {
        cell.row: [label for label in _PRINTED_LABEL.findall(cell.text) if label not in ALWAYS_EXCLUDED]
        for cell in cells
        if cell.table == SETTINGS and cell.row in _LISTS
    }
    scored = {cell.row for cell in cells if cell.table in METHODS} - {OVERALL}
    if not printed and scored:
        printed = {"labels": sorted(scored)}
    return {name: printed.get(name) for name in _LISTS} if printed else {}


def _labels_in(config: bytes, name: str) -> set[str] | None:
    value = _SETTINGS.value(config, name)
    return None if value is None else {label.strip() for label in value.split(",")} - {"", *ALWAYS_EXCLUDED}
