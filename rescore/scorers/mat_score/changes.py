"""What may have been different in a run of MATScore whose published figures differ."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from legacy_scorers.mat_score.cli import choose_version
from legacy_scorers.mat_score.options import V1, V2
from legacy_scorers.mat_score.usage import CommandLine, options_of, parse
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers.change import (
    Change,
    Setup,
    Sides,
    duplicate_changes,
    first_of,
    option_change,
    version_change,
)
from legacy_scorers.rescore.scorers.cut_off import ends_in_line
from legacy_scorers.rescore.scorers.mat_score.reports import BY_TAG

_OF_SIDES = ("file", "dir", "file_type", "encoding", "gold_only", "xml_input_is_overlay", "xml_translate_all")
_SWAPPED = {f"--{name}": f"--ref_{name}" for name in _OF_SIDES} | {f"--ref_{name}": f"--{name}" for name in _OF_SIDES}
_CONTENT, _TOKENS = "--content_annotations", "--token_annotations"
_MAX_WORD = len("fals")  # characters of a word of JSON, within which a file may end
LABEL = re.compile(rb'"type"\s*:\s*"([^"\\]+)"')


def sides_of(setup: Setup) -> Sides:
    """Return the files of key and response."""
    command_line = _command_line(setup)
    key, response = [
        [path for name in names if (value := command_line.last(name)) is not None for path in setup.below(value)]
        for names in (("--ref_file", "--ref_dir"), ("--file", "--dir"))
    ]
    return Sides(key, response)


def choices(setup: Setup, sides: Sides, published: Sequence[Cell] = ()) -> Iterator[Change]:
    """Yield other options, the other version, and other labels: those with published figures, one less, one more."""
    yield Change("swap", "hypothesis and reference", "with the sides swapped", partial(_renamed, _SWAPPED))
    version = V2 if choose_version(setup.words[1:], setup.environment) == V1 else V1
    yield version_change("MATSCORE_VERSION", version, f"with MAT {version}")
    lists = {_CONTENT: _TOKENS, _TOKENS: _CONTENT}
    yield Change("labels", "content and token", "with content and token labels swapped", partial(_renamed, lists))
    now = [label for label in (_command_line(setup).last(_CONTENT) or "").split(",") if label]
    for names in _other_labels(now, setup, sides, published) if now else ():
        if names and {*names} != {*now}:
            shown = ",".join(names)
            yield option_change("labels", shown, f"with {_CONTENT} {shown}", _CONTENT, shown)


def _other_labels(now: list[str], setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[list[str]]:
    """Yield the labels with published figures, then those of ``now`` without one, and with another of the files."""
    rows = dict.fromkeys(cell.row.partition(" ")[0] for cell in published if cell.table == BY_TAG)
    yield [label for label in rows if not label.startswith("<")]
    for one in now:
        yield [label for label in now if label != one]
    found = [label for path in (*sides.key, *sides.response) for label in LABEL.findall(setup.files[path])]
    for other in dict.fromkeys(found):
        label = other.decode(errors="replace")
        if label not in now:
            yield [*now, label]


def unit_changes(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield documents with each annotation once."""
    yield from duplicate_changes(sides.all, _each_once)


def _each_once(last: bool, content: bytes) -> bytes:
    """Return a mat-json document with only the first, or the ``last``, of annotations at the same place."""
    try:
        document = json.loads(content)
        for labelled in document["asets"]:
            annotations = labelled["annots"]
            labelled["annots"] = first_of(annotations, [tuple(one[:2]) for one in annotations], last)
    except (ValueError, LookupError, TypeError, RecursionError):
        return content
    return json.dumps(document).encode()


def _command_line(setup: Setup) -> CommandLine:
    """Return the command line as MATScore reads it: options may be abbreviated, and the last one counts."""
    words = setup.words[1:]
    return parse(options_of(choose_version(words, setup.environment)), words)


def _renamed(names: Mapping[str, str], setup: Setup) -> Setup:
    """Return the setup with other names of options, or unchanged if it has no option of ``names``."""
    uses = _command_line(setup).uses
    if not any(name in names for name, _ in uses):
        return setup
    words = [word for name, values in uses for word in (names.get(name, name), *values)]
    return replace(setup, words=[setup.words[0], *words])


def is_cut_off(content: bytes) -> bool:
    """Whether a file ends within a value of JSON, or, in another format, within a line."""
    text = content.strip()
    if not text.startswith((b"{", b"[")):
        return ends_in_line(content)
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.pos >= len(error.doc) - _MAX_WORD or error.msg.startswith("Unterminated")
    except (ValueError, RecursionError):
        pass
    return False
