"""The main configuration file: task, files, and rules for strings (scoring manual, configuration)."""

from __future__ import annotations

import os
from codecs import BOM_UTF8

from legacy_scorers.common.errors import InputError
from legacy_scorers.muc_scorer.read.messages import Fatal, shown
from legacy_scorers.muc_scorer.read.objects import KEY, RESPONSE
from legacy_scorers.muc_scorer.read.parsing import MAIN, Grammar, parse, production, read_file, tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ply.yacc import YaccProduction

    from legacy_scorers.muc_scorer.read.messages import Messages
    from legacy_scorers.muc_scorer.read.parsing import Token

V1997 = b"1997"
V33 = b"3.3"

SCENARIO_TEMPLATE = b"scenario_template"
TEMPLATE_ELEMENT = b"template_element"
NAMED_ENTITY = b"named_entity"
COREFERENCE = b"coreference"
TEMPLATE_RELATION = b"template_relation"

_TASKS = (SCENARIO_TEMPLATE, TEMPLATE_ELEMENT, NAMED_ENTITY, COREFERENCE)
_INPUTS = (b"slot_file", b"map_file", b"text_file", b"key_file", b"response_file")
_OUTPUTS = (b"score_file", b"report_file", b"map_history_file")
_MODIFIERS = (b"premodifiers", b"postmodifiers", b"corporate_designators")
_WITHOUT_EFFECT = (
    b"history_file connect_history_file slot_error_file display_type scoring_method query_verbose enable_edit "
    b"map_query save_query_history save_map_history save_connect_history"
).split()
_CHOICE = b"scorer_version"
_LISTS = (*_MODIFIERS, b"map_order")
_OPTIONS = (b"muc_base_directory", b"scoring_task", *_INPUTS, *_OUTPUTS, *_LISTS, *_WITHOUT_EFFECT, _CHOICE)
_OPTIONS_OF_33 = (b"class_defs", b"slot_defs", b"partition_file", b"use_ie_report_summary", b"ne_allow_incorrect")


class Config:
    """The options of a run.

    ``name`` is the configuration file as given on the command line, ``version`` the scorer that it selects. File names
    include the base directory; a missing input is None, a missing output has its default name. Lists hold all values of
    an option, in order; definitions and the order of classes are tokens with lines. With ``in_text``, key and response
    are texts with tags, not templates. What reads the files of the run speaks through ``messages``.
    """

    def __init__(self, name: bytes, version: bytes, options: dict[bytes, list[Token]], messages: Messages) -> None:
        last = {option: values[-1].value for option, values in options.items() if values}
        base = last.get(b"muc_base_directory", b"")
        response = last.get(b"response_file", b"response-templates")
        self.messages = messages
        self.name = name
        self.version = version
        self.task = _task(last.get(b"scoring_task"), version)
        self.slot_file, self.map_file, self.text_file, self.key_file, self.response_file = [
            base + last[option] if option in last else None for option in _INPUTS
        ]
        self.in_text = self.task in (NAMED_ENTITY, COREFERENCE)
        if self.in_text:
            self.key_file = base + last.get(b"key_file", b"key-templates")
            self.response_file = base + response
        self.score_file = base + last.get(b"score_file", response + b"_score-report")
        self.report_file = base + last.get(b"report_file", response + b"_report-summary")
        self.map_history_file = base + last.get(b"map_history_file", response + b"_map-history")
        self.partition_file = base + last.get(b"partition_file", response + b"_partitions")
        self.premodifiers, self.postmodifiers, self.corporate_designators = [
            [value.value for value in options.get(option, ())] for option in _MODIFIERS
        ]
        self.map_order = options.get(b"map_order", [])
        self.class_defs = options.get(b"class_defs", [])
        self.slot_defs = options.get(b"slot_defs", [])
        self.use_ie_report_summary = version == V33 and _is_yes(name, ":use_IE_report_summary", options)
        self.ne_allow_incorrect = version == V33 and _is_yes(name, ":ne_allow_incorrect", options)

    def sides(self, kind: bytes) -> Iterator[tuple[bytes, bytes | None]]:
        """Yield ``KEY`` and ``RESPONSE`` with their files, and announce the parsing; ``kind`` names the content."""
        for role, path in ((KEY, self.key_file), (RESPONSE, self.response_file)):
            side = kind % role.capitalize()
            self.messages.say(b"Begin Parsing %s.\n" % side)
            yield role, path
            self.messages.say(b"Parsing %s Completed.\n" % side)

    def protect_inputs(self) -> None:
        """Raise :class:`InputError` if a report of the run would overwrite a file that it reads."""
        inputs = [self.name, self.slot_file, self.map_file, self.text_file, self.key_file, self.response_file]
        reports = [self.score_file, self.map_history_file]
        if self.version == V33 or self.task == NAMED_ENTITY:
            reports.append(self.report_file)
        if self.version == V33 and self.task == COREFERENCE:
            reports.append(self.partition_file)
        lost = self.messages.host.overwritten(map(os.fsdecode, reports), [*map(os.fsdecode, filter(None, inputs))])
        if lost is not None:
            raise InputError("is an input file; give the report another name", lost[0])


class MainGrammar(Grammar):
    """Options, each with the values that follow it."""

    label = b"config"
    counts_ends = 2
    tokens = ("OPTION", "VALUE")
    start = "options"

    @production("options : option", "options : options option")
    def _option(self, p: YaccProduction) -> None:
        p[0] = [p[1]] if len(p) == 2 else [*p[1], p[2]]

    @production("option : OPTION", "option : option VALUE")
    def _words(self, p: YaccProduction) -> None:
        p[0] = [p.slice[1]] if len(p) == 2 else [*p[1], p.slice[2]]


def parse_config(path: bytes, messages: Messages) -> Config:
    """Read the main configuration file.

    Unknown options are reported on standard output and ignored. Raises :class:`Fatal` where the 1997 program stops: the
    file cannot be opened or parsed, or names no known task.
    """
    content = read_file(path, b"configuration", messages.host)
    plain = content.removeprefix(BOM_UTF8).replace(b"\r", b"")
    if plain != content and _asks_for_33(plain, path):
        content = content.removeprefix(BOM_UTF8)
        refuse_carriage_returns(content, path)
    parsed = _parsed(content, path)
    options = _by_name(parsed)
    version = _version(options, path)
    known = _OPTIONS if version == V1997 else (*_OPTIONS, *_OPTIONS_OF_33)
    for option, *values in parsed:
        if option.value[1:].lower() not in known:
            messages.say(b"Warning: unrecognized configuration option '%s'.\n" % option.value)
        elif version == V33 and not values:
            problem = f"the option {shown(option.value)} has no value; add one, or remove the option"
            messages.warn_at(problem, os.fsdecode(path), option.line)
    return Config(path, version, options, messages)


def _parsed(content: bytes, path: bytes) -> list[list[Token]]:
    grammar = MainGrammar(content, b"parse of configuration '%s' failed." % path)
    mentions: list[list[Token]] = parse(grammar, tokens(MAIN, content, {"QUOTED": "VALUE"}))
    return mentions


def _by_name(mentions: list[list[Token]]) -> dict[bytes, list[Token]]:
    options: dict[bytes, list[Token]] = {}
    for option, *values in mentions:
        options.setdefault(option.value[1:].lower(), []).extend(values)
    return options


def _asks_for_33(content: bytes, path: bytes) -> bool:
    try:
        return _version(_by_name(_parsed(content, path)), path) == V33
    except Fatal:
        return False


def refuse_carriage_returns(content: bytes, path: bytes) -> None:
    """Raise :class:`InputError` for a line of a configuration file that ends in CR LF."""
    before, end, _ = content.partition(b"\r\n")
    if end:
        problem = "the line ends in CR LF; end lines in LF only"
        raise InputError(problem, os.fsdecode(path), before.count(b"\n") + 1)


def _version(options: dict[bytes, list[Token]], path: bytes) -> bytes:
    choice = options.get(_CHOICE)
    if choice:
        version = choice[-1]
        if version.value not in (V1997, V33):
            raise InputError("the value of :scorer_version must be 3.3 or 1997", os.fsdecode(path), version.line)
        return version.value
    task = options.get(b"scoring_task")
    if task and _folded(task[-1].value) in (COREFERENCE, TEMPLATE_RELATION):
        return V33
    return V33 if any(option in options for option in _OPTIONS_OF_33) else V1997


def _is_yes(path: bytes, option: str, options: dict[bytes, list[Token]]) -> bool:
    """Say whether an option's last value is yes; the default is no. Raises :class:`InputError` for other values."""
    values = options.get(os.fsencode(option[1:]).lower())
    if not values:
        return False
    choice = values[-1].value.lower()
    if choice not in (b"yes", b"no"):
        raise InputError(f"the value of {option} must be yes or no", os.fsdecode(path), values[-1].line)
    return choice == b"yes"


def _task(value: bytes | None, version: bytes) -> bytes:
    if value is None:
        raise Fatal(b"Scoring task undefined.  Cannot continue.\n(see configuration file)\n")
    task = _folded(value)
    if task not in (_TASKS if version == V1997 else (*_TASKS, TEMPLATE_RELATION)):
        raise Fatal(b"Scoring task '%s' unrecognized.  Cannot continue.\n" % value)
    return task


def _folded(task: bytes) -> bytes:
    return task.lower().replace(b"-", b"_")
