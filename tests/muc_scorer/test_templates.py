"""Template files: the lexer against its table of rules, the grammar, objects, and errors."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.muc_scorer.read.messages import Fatal, Messages
from legacy_scorers.muc_scorer.read.objects import Catalogue
from legacy_scorers.muc_scorer.read.parsing import Token
from legacy_scorers.muc_scorer.read.slotmap import read_slot_file
from legacy_scorers.muc_scorer.read.v1997_templates import ObjectRecord, TemplateLexer, read_templates
from tests.muc_scorer.runs import UNHEARD, sample

RULES = [  # the token it makes, the states in which it holds, at line starts only, the pattern
    ("", "normal slot", True, rb"[#;][^\n]*"),
    ("HEADER", "normal slot", True, rb"<[^ \t>]+>[ \t]*:="),
    ("NAME", "normal slot", True, rb"[ \t]*[^ \t]+:"),
    ("", "slot", False, rb"\n"),
    ("OPTIONAL", "slot", False, rb"[ \t]*/"),
    ("ALTERNATIVE", "normal", True, rb"[ \t]*/"),
    ("POINTER", "normal slot", False, rb"<[^ \t>]+>"),
    ("FILL", "normal slot", False, rb'"[^"\n]*"'),
    ("FILL", "normal slot", False, rb"'[^'\n]*'"),
    ("FILL", "normal slot", False, rb"[^ \t\n/].*[^ \t\n]"),
    ("", "normal slot", False, rb"[ \t]+"),
    ("", "normal slot", False, rb"\n"),
    ("INVALID", "normal slot", False, rb"."),
]
LEAVING = (3, 4)  # the rules that end the state after a slot name


def by_the_rules(*files: bytes) -> list[tuple[str, bytes]]:
    """Split files one after the other as the table says: the longest match, of equally long ones the first."""
    tokens = []
    state, line_start = "normal", True
    for content in files:
        position = 0
        while position < len(content):
            found = [
                (match.end(), -number)
                for number, (_, states, only_there, pattern) in enumerate(RULES)
                if state in states.split() and (line_start or not only_there)
                if (match := re.compile(pattern).match(content, position))
            ]
            end, number = max(found)
            tokens.append((RULES[-number][0], content[position:end]))
            if RULES[-number][0] == "NAME":
                state = "slot"
            elif -number in LEAVING:
                state = "normal"
            line_start = content[end - 1 : end] == b"\n"
            position = end
    return [token for token in tokens if token[0] not in ("", "INVALID")]


PIECES = [
    "<",
    ">",
    ":",
    ":=",
    "/",
    "#",
    ";",
    " ",
    "\t",
    "\n",
    '"',
    "'",
    "a",
    "B-1",
    "<A-1-1>",
    "N:",
    "\r",
    "<A-1-1> :=\n",
    "  N: x\n",
]
FILES = st.lists(st.sampled_from(PIECES), max_size=14).map(lambda pieces: "".join(pieces).encode())


@given(FILES, FILES)
def test_the_lexer_follows_its_table_from_one_file_into_the_next(first: bytes, second: bytes) -> None:
    lexer = TemplateLexer(UNHEARD.say)
    tokens = [*lexer.tokens(first), *lexer.tokens(second)]
    assert [(token.type, token.text) for token in tokens] == by_the_rules(first, second)


def single(token: Token) -> list[tuple[str, bytes]]:
    """Return a token or, of a record, those that it is made of."""
    if not isinstance(token, ObjectRecord):
        return [(token.type, token.text)]
    return [("HEADER", token.text), *[pair for name, fill in token.slots for pair in (("NAME", name), ("FILL", fill))]]


@given(FILES, FILES)
def test_records_are_split_by_the_same_table(first: bytes, second: bytes) -> None:
    lexer = TemplateLexer(UNHEARD.say, in_records=True)
    tokens = [*lexer.tokens(first), *lexer.tokens(second)]
    assert [piece for token in tokens for piece in single(token)] == by_the_rules(first, second)


def read(content: bytes, in_records: bool = True) -> Catalogue:
    messages = Messages(Memory({"keys": content, "slots": sample("st_mixed", "st.slots")}))
    definitions = read_slot_file(b"slots", messages)
    catalogue = Catalogue()
    read_templates(b"keys", b"key", definitions, catalogue, TemplateLexer(messages.say, in_records), messages)
    return catalogue


LINES = [
    b"<PERSON-1-1> :=\n", b"<PERSON-1-2>  := \n", b"<ORGANIZATION-2-1> :=\n", b"<HORSE-1-1> :=\n", b"<PERSON-x-1> :=\n",
    b'  PER_NAME: "Ada  Lund"\n', b"\tPER_TITLE: Ms.\t\n", b"  ORG_NAME: x y\n", b"  ORG_NAME: /x\n", b"  / 'B'\n",
    b"  ORG_TYPE: <PERSON-1-2>\n", b"  PER_NAME:\n", b"  C\n", b"\n", b"# no\n", b"  PER_SHOE: 44\n", b"  PER_NAME: A",
]  # fmt: skip


def outcome(content: bytes, in_records: bool) -> object:
    """Return all that is read of a file, or the error."""
    try:
        catalogue = read(content, in_records)
    except InputError as error:
        return error.problem, error.line
    except Fatal as fatal:
        return fatal.message.splitlines()[0]  # the next line says the name of the file
    return [
        (document.docnum, item.name(), item.line, slot.definition.name, slot.line, slot.optional, fills.strings)
        for document in catalogue
        for item in document.key or ()
        for slot in item.slots.values()
        for fills in slot.multi_fills()
    ]


@given(st.lists(st.sampled_from(LINES)).map(b"".join))
def test_a_record_is_read_as_its_tokens_are(body: bytes) -> None:
    content = b"<PERSON-1-1> :=\n  PER_NAME: Ada\n" + body
    assert outcome(content, in_records=True) == outcome(content, in_records=False)


def slots(content: bytes) -> list[tuple[bytes, list[bytes], list[list[bytes]], bool]]:
    """Return pattern, main strings, strings of alternatives and optional flag of the slots of the first object."""
    side = next(iter(read(content))).key
    assert side is not None
    first = next(iter(side))
    return [
        (slot.definition.name, slot.main.strings, [fills.strings for fills in slot.alternatives], slot.optional)
        for slot in first.slots.values()
    ]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        (b'  PER_NAME: "Ada"\n', [(b"name", [b"Ada"], [], False)]),
        (b"  per_name:Ada  \t Lund\n", [(b"name", [b"Ada Lund"], [], False)]),
        (b"  PER_NAME:\n", [(b"name", [], [], False)]),
        (b'  PER_NAME: " Ada \' "\n', [(b"name", [b"Ada '"], [], False)]),
        (b"  PER_NAME: 'A'\n    'B'\n", [(b"name", [b"A", b"B"], [], False)]),
        (b'  PER_NAME: / "Ada"\n', [(b"name", [b"Ada"], [], True)]),
        (b'  PER_NAME: /"Ada"\n', [(b"name", [b"Ada"], [], True)]),
        (b'  PER_NAME:/"Ada"\n', [(b"name", [b"Ada"], [], True)]),
        (b"  PER_NAME: / /Ada\n", [(b"name", [b"Ada"], [], True)]),
        (b"  PER_NAME: / / Ada\n", [(b"name", [b"Ada"], [], True)]),
        (b"  PER_NAME: A B\n//CD\n", [(b"name", [b"A B"], [[b"CD"]], False)]),
        (b"  PER_NAME: A B\n/PER_NAME: CD\n", [(b"name", [b"A B", b"CD"], [], False)]),
        (b'  PER_NAME: "A"\n / "B"\n   "C"\n /"D"\n', [(b"name", [b"A"], [[b"B", b"C"], [b"D"]], False)]),
        (b'  PER_NAME: "A"\n/"B"\n', [(b"name", [b"A"], [[b"B"]], False)]),
        (b'  PER_NAME: "A"\n / "B"\n  PER_NAME: "C"\n', [(b"name", [b"A", b"C"], [[b"B"]], False)]),
        (b'  PER_NAME: "A"\n / "B"\n  PER_NAME: "C"\n / "D"\n', [(b"name", [b"A", b"C"], [[b"D"]], False)]),
        (
            b'  PER_NAME: "A"\n  PER_TITLE: "B"\n  PER_NAME: "C"\n',
            [(b"name", [b"A", b"C"], [], False), (b"title", [b"B"], [], False)],
        ),
        (b'  PER_NAME: "A" ##3#4#texts\n', [(b"name", [b'"A" ##3#4#texts'], [], False)]),
        (b'  "PER_NAME: "A"\n', [(b"name", [b"A"], [], False)]),
    ],
)
def test_slots(body: bytes, wanted: list[tuple[bytes, list[bytes], list[list[bytes]], bool]]) -> None:
    assert slots(b"<PERSON-1-1> :=\n" + body) == wanted


def test_a_pointer_makes_its_object_in_the_present_document_with_its_own_number() -> None:
    catalogue = read(b"<TEMPLATE-1-1> :=\n  CONTENT: <SUCCESSION_EVENT-9-4>\n  <SUCCESSION_EVENT-9-4> x\n")
    side = next(iter(catalogue)).key
    assert side is not None
    template, event = side
    assert event.name() == b"succession_event-9-4"
    assert side.docnum == b"1"
    (content,) = template.slots.values()
    assert content.main.pointers == [event]
    assert content.main.strings == [b"<SUCCESSION_EVENT-9-4> x"]


def test_a_document_that_comes_again_begins_anew() -> None:
    person = b'<PERSON-%s-%d> :=\n  PER_NAME: "A"\n'
    catalogue = read(person % (b"1a", 1) + person % (b"2", 1) + person % (b"1A", 2) + person % (b"1a", 3))
    assert [document.docnum for document in catalogue] == [b"1a", b"2"]
    side = next(iter(catalogue)).key
    assert side is not None
    assert [item.name() for item in side] == [b"person-1A-2", b"person-1a-3"]
