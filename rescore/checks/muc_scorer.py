"""What is suspicious in a run of muc-score: its configuration, and then what key and response hold."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from muc_scorer.read.config import (
    COREFERENCE,
    NAMED_ENTITY,
    SCENARIO_TEMPLATE,
    V33,
    Config,
    parse_config,
)
from muc_scorer.read.definitions import ClassDef, Definitions
from muc_scorer.read.slotmap import read_map_file, read_slot_file
from muc_scorer.read.v33.class_defs import order_problems, read_definitions
from rescore.checks import muc_tagged, muc_templates
from rescore.checks.files import byte_order_mark, carriage_returns, mixed_encodings
from rescore.checks.finding import Finding, some
from rescore.checks.messages import warnings
from rescore.checks.sides import swapped_by_name
from rescore.scorers.running import Outcome, captured_streams

_UNKNOWN = re.compile(rb"^Warning: unrecognized configuration option '(.*)'\.$", re.MULTILINE)
_FOUND_HERE = re.compile(
    "a response has no alternatives|^Warning: Map-config|texts? file|Text file|tags left out|texts of key and response"
    "|leads to an object without a record|goes on here; give each object"
)
_NO_TEXTS = re.compile(rb"^Could not open text file '(.*)'\.", re.MULTILINE)


def findings(words: Sequence[str], outcome: Outcome) -> Iterator[Finding]:
    """Yield what is suspicious in a run that succeeded."""
    with captured_streams():  # the run has said all that already
        config = parse_config(os.fsencode(words[0]))
        definitions, order = _definitions(config)
        found = [*_configuration(config, definitions, order, outcome), *_inputs(config, definitions, outcome)]
    yield from found
    of_order = {problem for _, problem in order_problems(definitions, order)}

    def name_of(problem: str) -> str | None:
        if _FOUND_HERE.search(problem):
            return None
        if problem in of_order:
            return "pointer-order"
        return "pointer-to-nothing" if problem.startswith(("REF=", "the pointer ")) else "warned"

    yield from warnings(outcome.stderr, name_of)


def causes(words: Sequence[str]) -> Iterator[Finding]:
    """Yield what may be why a run failed: carriage returns in its configuration, which become a part of values."""
    with suppress(OSError), open(words[0], "rb") as file:
        yield from carriage_returns(words[0], file.read())


def _definitions(config: Config) -> tuple[Definitions, list[ClassDef]]:
    """Return the classes of a run, and those that are aligned, in that order."""
    if config.version == V33:
        return read_definitions(config) if config.task != COREFERENCE else (Definitions(), [])
    definitions = read_slot_file(config.slot_file)
    named = [definitions.named(name.value) for name in config.map_order]
    order = [definition for definition in named if definition is not None]
    read_map_file(config.map_file, definitions, order)
    return definitions, order


def _configuration(
    config: Config, definitions: Definitions, order: Sequence[ClassDef], outcome: Outcome
) -> Iterator[Finding]:
    """Find what the configuration leaves without effect."""
    file = os.fsdecode(config.name)
    unknown = _UNKNOWN.findall(outcome.stdout)
    if unknown:
        yield Finding("option-ignored", f"options that are not known: {some(unknown)}", file)
    for name in _NO_TEXTS.findall(outcome.stderr):
        yield Finding("texts-file-missing", "the texts file cannot be opened and is left out", os.fsdecode(name))
    if config.task == COREFERENCE:
        if config.version != V33:
            yield Finding("nothing-scored", "the version of 1997 reads coreference but scores none of it", file)
        return
    if config.map_file is None and config.version != V33:
        yield Finding("map-file-missing", "the configuration names no map file", file)
    elif not any(definition.scored or definition.scored_slots() for definition in definitions):
        yield Finding("nothing-scored", "no class is scored, and no slot", file)
    if config.task == SCENARIO_TEMPLATE and config.version != V33:
        yield from _too_early(definitions, order, file)
    undefined = [name.value for name in config.map_order if definitions.named(name.value) is None]
    if undefined:
        yield Finding("option-label-unused", f":map_order names classes that are not defined: {some(undefined)}", file)


def _too_early(definitions: Definitions, order: Sequence[ClassDef], file: str) -> Iterator[Finding]:
    """Find classes that are aligned before others that their pointers lead to; those of version 3.3 it finds itself."""
    places = {definition: place for place, definition in enumerate(order)}
    early: dict[str, None] = {}
    for definition, place in places.items():
        for slot in definition.slots:
            targets = [definitions.named(name) for name in slot.types]
            if any(place < places.get(target, place) for target in targets if target is not None):
                early[f"{definition.name.decode(errors='replace')}.{slot.name.decode(errors='replace')}"] = None
    if early:
        yield Finding(
            "pointer-order", f"slots whose pointers lead to classes that are aligned later: {some(early)}", file
        )


def _inputs(config: Config, definitions: Definitions, outcome: Outcome) -> Iterator[Finding]:
    """Find what is suspicious in key and response."""
    if config.key_file is None or config.response_file is None:
        yield Finding(
            "nothing-scored", "the configuration does not name both key and response", os.fsdecode(config.name)
        )
        return
    key_file, response_file = os.fsdecode(config.key_file), os.fsdecode(config.response_file)
    files = {}
    for name in (key_file, response_file):
        with open(name, "rb") as file:
            files[name] = file.read()
    for name, content in files.items():
        yield from byte_order_mark(name, content)
        yield from carriage_returns(name, content)
    yield from mixed_encodings(files)
    sides = ((key_file, files[key_file]), (response_file, files[response_file]))
    check = muc_tagged.findings if config.task in (NAMED_ENTITY, COREFERENCE) else muc_templates.findings
    found = list(check(config, definitions, *sides, outcome))
    yield from found
    if not any(finding.name == "sides-swapped" for finding in found):
        yield from swapped_by_name(key_file, response_file)
