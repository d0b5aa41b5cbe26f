"""Template files of version 3.3: where records, slots, fills and alternatives begin and end."""

from __future__ import annotations

from collections.abc import Container

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.muc_scorer.read.definitions import ClassDef, Definitions, SlotDef
from legacy_scorers.muc_scorer.read.messages import Messages
from legacy_scorers.muc_scorer.read.objects import KEY, RESPONSE, Catalogue, MultiFill, Object, Side
from legacy_scorers.muc_scorer.read.v33_records import read_records

HEADER = "<TEAM-1-1> :=\n"


def definitions() -> Definitions:
    """Return persons and teams, both with slots NAME: and NOTE:, and LEAD that points to persons."""
    made = Definitions()
    for name in (b"person", b"team"):
        slots = [SlotDef(b"name", b"NAME:"), SlotDef(b"note", b"NOTE:"), SlotDef(b"lead", b"LEAD")]
        slots[2].types = (b"person",)
        made.define(ClassDef(name, name.upper(), slots))
    made.settle()
    return made


def read_file(text: str, role: bytes = KEY, numbers: Container[bytes] = ()) -> tuple[Catalogue, str]:
    """Return what is read of a file, and the warnings."""
    host = Memory({"file": text.encode("latin-1")})
    catalogue = Catalogue()
    read_records(b"file", role, definitions(), catalogue, numbers, Messages(host))
    return catalogue, host.stderr.getvalue().decode("latin-1")


def side_of(text: str, role: bytes = KEY) -> Side:
    """Return what is read of a file with one document."""
    (document,) = read_file(text, role)[0]
    side = document.key if role == KEY else document.response
    assert side is not None
    return side


def fills_of(fills: MultiFill) -> list[str]:
    return [*[text.decode("latin-1") for text in fills.strings], *[pointed(item) for item in fills.pointers]]


def pointed(item: Object) -> str:
    return f"-> {item.name().decode()}"


def slots_of(item: Object) -> dict[str, list[list[str]]]:
    """Return the multi-fills by slot name; an optional slot's name ends in a question mark."""
    return {
        definition.name.decode() + "?" * slot.optional: [fills_of(fills) for fills in slot.multi_fills()]
        for definition, slot in item.slots.items()
    }


def read(body: str) -> dict[str, list[list[str]]]:
    """Return the multi-fills of the only team of a file, whose header is given."""
    (team,) = [item for item in side_of(HEADER + body) if item.definition.name == b"team"]
    return slots_of(team)


def warnings(body: str, role: bytes = KEY) -> str:
    """Return the warnings about a file, whose header is given."""
    return read_file(HEADER + body, role)[1]


@pytest.mark.parametrize(
    "body",
    [
        '    NAME: "a" "b"\n    NOTE: c\n',
        'NAME: "a" "b"\nNOTE: c\n',
        "NAME:\n'a'\n\"b\"\nNOTE:\nc\n",
        '\tNAME: "a"\n\n"b"\n\n  NOTE:\n        c',
        'NAME: "a"\r\n"b"\r\nNOTE: c  \r\n',
        "NAME: a\n b\n# a comment\nNOTE: c\n; another\n",
        'NAME: "a" ##1#2#texts "b" ##3#4\nNOTE: c ##5#6#\n',
        "NAME: a ##1#2#f\nb ##1#2\n##3#4#g\nNOTE: c\n",
        "NAME:\t\"a\"##1#2#f 'b'##1#2#\nNOTE:\tc\n",
        "NAME: a\nNOTE: c\nNAME: b\n",
        "name: a\nb\nnote: c\n",
    ],
)
def test_lines_and_indentation_do_not_matter(body: str) -> None:
    assert read(body) == {"name": [["a", "b"]], "note": [["c"]]}


@pytest.mark.parametrize(
    ("line", "fills"),
    [
        ('"NOTE:"', ["NOTE:"]),
        ("'NOTE:' \"x\"", ["NOTE:", "x"]),
        ('"a  b"', ["a b"]),
        ('"it\'s"', ["it's"]),
        ('""', [""]),
        ("x", ["x"]),
        ("New  York  City", ["New York City"]),
        ('Mr. "Bo" Reyes', ['Mr. "Bo" Reyes']),
        ('"a "NOTE:" b"', ['a "NOTE:" b']),
        ("see FOOTNOTE: x", ["see FOOTNOTE: x"]),
        ("see NOTE := x", ["see NOTE := x"]),
        ('"TEAM-1-2 :="', ["TEAM-1-2 :="]),
        ("http://x", ["http://x"]),
        ('"the "big" one"', ['the "big" one']),
        ('"the "big" one" "and" "a "small" one"', ['the "big" one', "and", 'a "small" one']),
        ("'it's so' 'Bo's'", ["it's so", "Bo's"]),
        ('"5" disk" "x"', ["5", 'disk" "x"']),
        ('"a""b"', ['a""b']),
        ('"a "b" c', ['a "b', "c"]),
        (":", [":"]),
        ("<PERSON-1-1>", ["-> person-1-1"]),
        ("<PERSON-1-1> <PERSON-1-1>", ["-> person-1-1", "-> person-1-1"]),
        ("<PERSON-1-1> and sons", ["and sons", "-> person-1-1"]),
        ("and <PERSON-1-1>", ["and <PERSON-1-1>"]),
        ("<b>", ["<b>"]),
        ("<PERSON-1>", ["<PERSON-1>"]),
        ("a##1#2", ["a##1#2"]),
        ("# 1", ["# 1"]),
        ("a / b", ["a / b"]),
        ("1/2", ["1/2"]),
    ],
)
def test_fills_are_read_from_left_to_right(line: str, fills: list[str]) -> None:
    for body in (f"NAME: {line}\n", f"NAME:\n  {line}\n"):
        assert read(body) == {"name": [fills]}


@pytest.mark.parametrize(
    "body",
    [
        'NAME:"a"\nNOTE:b\n',
        'NAME : "a"\n  note\t:b\n',
        'NAME: "a" NOTE: b\n',
        "NAME: a NOTE : b\n",
        'NAME:"a"##1#2#f NOTE:"b"\n',
        'NAME:"a"NOTE:"b"\n',
        'NAME: "a" ##392#404#my texts file NOTE: "b" ##1#2#another one\n',
        'NAME: a ##1#2#my texts "b" ##3#4#my texts\n/ c\nNOTE: b',
    ],
)
def test_a_slot_of_the_class_begins_wherever_its_name_stands_with_a_colon(body: str) -> None:
    slots = {"name": [["a"]], "note": [["b"]]}
    assert read(body) == (slots if "/ c" not in body else {"name": [["a", "b"], ["c"]], "note": [["b"]]})


FORM = "write objects as <CLASS-DOCUMENT-ID> := and below that their slots as NAME: FILL"


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("NAME: a\n<TEAM-1-2>\nNAME: b\n", f"3: syntax error at '<TEAM-1-2>'; {FORM}"),
        ("NAME: a\n<TEAM-1-2>\nNOTE: b\n", f"3: syntax error at '<TEAM-1-2>'; {FORM}"),
        ("NAME: a\n<TEAM-1-2> NOTE: b\n", f"3: syntax error at '<TEAM-1-2>'; {FORM}"),
        ("NAME:\n<TEAM-1-2>\nNAME: b\n", f"3: syntax error at '<TEAM-1-2>'; {FORM}"),
        ("LEAD: <PERSON-1-1>\n\n<PERSON-1-2>\nLEAD: b\n", f"4: syntax error at '<PERSON-1-2>'; {FORM}"),
        ("  NAME: a\n  <TEAM-1-2>\n  NAME: b\n", f"3: syntax error at '<TEAM-1-2>'; {FORM}"),
        ("LEAD: <PERSON-1-1>\n<PERSON-1-2>\nTITLE: b\n", f"3: syntax error at '<PERSON-1-2>'; {FORM}"),
        ("NAME: a\n:= NOTE: b\n",
         "3: no header precedes the ':=' of ':='; begin a line with <CLASS-DOCUMENT-ID> :="),
        ("NAME: a\n<TEAM 1-2> := b\n",
         "3: no header precedes the ':=' of '<TEAM 1-2> := b'; begin a line with <CLASS-DOCUMENT-ID> :="),
        ("NAME: a <TEAM-1-2> := NOTE: b\n",
         "2: no header precedes the ':=' of 'a <TEAM-1-2> :='; begin a line with <CLASS-DOCUMENT-ID> :="),
        ("NAME: a\n<TEAM-1-2 := NOTE: b\n",
         "3: no header precedes the ':=' of '<TEAM-1-2 :='; begin a line with <CLASS-DOCUMENT-ID> :="),
        ("NAME: a\nTEAM-1-2 := NAME: b\n",
         "3: no header precedes the ':=' of 'TEAM-1-2 :='; begin a line with <CLASS-DOCUMENT-ID> :="),
        ('NAME: "a" ##1#2#texts TEAM-1-2 :=\n',
         "2: no header precedes the ':=' of '##1#2#texts TEAM-1-2 :='; begin a line with <CLASS-DOCUMENT-ID> :="),
        ("LEAD: PERSON-1-1>\n", "2: 'PERSON-1-1>' is not a pointer; write <CLASS-DOCUMENT-ID>"),
        ('NAME: a\nNOET:"b"\n', "3: slot 'NOET:' is not defined for class 'team'; define it, including the colon"),
        ("LEAD: <PERSON-1>\n", "2: '<PERSON-1>' is not a pointer; write <CLASS-DOCUMENT-ID>"),
        ("LEAD: <PERSON-1-1>, <PERSON-1-2>\n", "2: ', <PERSON-1-2>' is not a pointer; write <CLASS-DOCUMENT-ID>"),
    ],
)  # fmt: skip
def test_what_looks_like_structure_is_never_text(body: str, problem: str) -> None:
    with pytest.raises(InputError) as error:
        side_of(HEADER + body)
    assert str(error.value) == f"file:{problem}"


@pytest.mark.parametrize(
    "line", ["TEAM-1-2 :=", "TEAM-1-2:=", "(TEAM-1-2) :=", "TEAM 1 2 :=", "NAME:=", '"TEAM-1-2 :=', "a := :="]
)
def test_nothing_but_a_header_ends_in_colon_and_equals_sign(line: str) -> None:
    with pytest.raises(InputError) as error:
        side_of(f"{HEADER}NAME: a\n  {line}\nNAME: b\n")
    problem = f"no header precedes the ':=' of '{line}'; begin a line with <CLASS-DOCUMENT-ID> :="
    assert str(error.value) == f"file:3: {problem}"


def test_pointers_on_lines_of_their_own() -> None:
    slots = {"lead": [["-> person-1-1", "-> person-1-2"]], "name": [["a"]]}
    for body in ("LEAD: <PERSON-1-1>\n<PERSON-1-2>\nNAME: a\n", "LEAD:\n<PERSON-1-1>\n  <PERSON-1-2> NAME: a\n"):
        assert read(body) == slots


@pytest.mark.parametrize(
    ("line", "word"),
    [('NOTE "b"', "NOTE"), ('NOTE = "b"', "NOTE"), ("note", "note"), ("  NOTE/b", "NOTE"), ("NOTE:= b", "NOTE")],
)
def test_a_slot_without_its_colon_gets_a_warning(line: str, word: str) -> None:
    body = f'NAME: "a"\n{line}\n'
    assert read(body) == {"name": [["a", line.strip()]]}
    problem = f"{word} is a slot of this class without its colon and part of a fill; write {word}: or use quotes"
    assert warnings(body) == f"muc-score: file:3: {problem}\n"


@pytest.mark.parametrize("line", ['"NOTE b"', "NOTES b", "NOTE-b", "see NOTE b", "/NOTE b", "NOTE : b", "# NOTE b"])
def test_other_words_are_no_slots_without_colon(line: str) -> None:
    assert not warnings(f'NAME: "a"\n{line}\n')


@pytest.mark.parametrize(
    ("body", "fills", "problem"),
    [
        (
            'NAME: <PERSON-1>\n"<PERSON-1>"\n<b>\n', ["<PERSON-1>", "<PERSON-1>", "<b>"],
            "2: '<PERSON-1>' is not a pointer; write <CLASS-DOCUMENT-ID>, or put the text in quotes",
        ),
        (
            'NAME: "a" NOET: b\nat http://x', ["a", "NOET: b", "at http://x"],
            "2: NOET: is not a slot of this class but part of the fill; define it, or use quotes",
        ),
        (
            "NAME: a\n<team-1-1> := NAME: b\n", ["a", "b"],
            "3: the record <team-1-1> of line 1 continues here; use one header per object",
        ),
    ],
)  # fmt: skip
def test_what_is_read_otherwise_than_it_may_be_meant_gets_a_warning(body: str, fills: list[str], problem: str) -> None:
    assert read(body) == {"name": [fills]}
    assert warnings(body) == f"muc-score: file:{problem}\n"


@pytest.mark.parametrize(
    ("body", "slots"),
    [
        ("NAME: /a\n", {"name?": [["a"]]}),
        ("NAME: / a\n", {"name?": [["a"]]}),
        ("NAME:\n  /a\n  b\n", {"name?": [["a", "b"]]}),
        ("NAME: /\n  a\n", {"name?": [["a"]]}),
        ("NAME: / / a\n", {"name?": [["/ a"]]}),
        ("NAME: /a\n/b\n", {"name?": [["a"], ["b"]]}),
        ("NAME: a\n/b\nc\n/d\n", {"name": [["a"], ["b", "c"], ["d"]]}),
        ('NAME: "a" /"b" "c" / d\n', {"name": [["a"], ["b", "c"], ["d"]]}),
        ("NAME: <PERSON-1-1>/<PERSON-1-2>\n", {"name": [["-> person-1-1"], ["-> person-1-2"]]}),
        ("NAME: a ##1#2#f /b\n", {"name": [["a"], ["b"]]}),
        ("NAME: a\n/\n/\nb\n/\n", {"name": [["a"], ["b"]]}),
        ("NAME: a /b\n", {"name": [["a /b"]]}),
        ("NAME: a\nNOTE: /b\nNAME: c\n", {"name": [["a", "c"]], "note?": [["b"]]}),
        ("NAME:\n", {"name": [[]]}),
        ("NAME: /'NOTE:'\n/'NOTE:'\n", {"name?": [["NOTE:"], ["NOTE:"]]}),
    ],
)
def test_slashes(body: str, slots: dict[str, list[list[str]]]) -> None:
    assert read(body) == slots


def test_an_alternative_of_a_response_gets_a_warning_and_the_first_counts() -> None:
    body = "NAME: a\nb\n/ <PERSON-1-7>\nc\nNOTE: /d\n"
    side = side_of(HEADER + body, RESPONSE)
    assert [slots_of(item) for item in side] == [{"name": [["a", "b"]], "note?": [["d"]]}], "and no person 7"
    problem = "a response has no alternatives; only the fills before the '/' count"
    assert warnings(body, RESPONSE) == f"muc-score: file:4: {problem}\n"


@pytest.mark.parametrize(("line", "fill"), [('"a b', '"a b'), ("'til dawn ##1#2", "'til dawn"), ('"NOTE:', '"NOTE:')])
def test_a_quote_without_its_match_belongs_to_the_text(line: str, fill: str) -> None:
    body = f"NAME: x\n{line}\n"
    assert read(body) == {"name": [["x", fill]]}
    problem = f"the quote of {fill} is not closed on this line and is part of the fill; close it"
    assert warnings(body) == f"muc-score: file:3: {problem}\n"


@pytest.mark.parametrize(
    ("header", "docnum", "one_up"),
    [
        ("<TEAM-DOCNUM1-1> :=", b"DOCNUM1", b"1"),
        ("<TEAM-1-a1>:=", b"1", b"a1"),
        ("  <TEAM-nyt960214.0704-x_2>\t:=", b"nyt960214.0704", b"x_2"),
        ("<team-93-02-0074-1> :=", b"93-02-0074", b"1"),
        ("<TEAM-?-!> :=", b"?", b"!"),
    ],
)
def test_headers(header: str, docnum: bytes, one_up: bytes) -> None:
    (team,) = side_of(f"{header}\nNAME: a\n")
    assert (team.definition.name, team.docnum, team.id) == (b"team", docnum, one_up)


def test_slots_may_begin_behind_the_header() -> None:
    (team,) = side_of('<TEAM-1-1> := NAME: "a"\nNOTE: b\n<TEAM-1-1> := NAME: "c"\n')
    assert slots_of(team) == {"name": [["a", "c"]], "note": [["b"]]}


def test_a_document_number_meets_that_of_the_texts_file_without_hyphens_and_stops() -> None:
    text = "<TEAM-9303-02-1> :=\nNAME: a\n<TEAM-a.b-1> :=\nNAME: a\n<TEAM-ab-1> :=\nNAME: a\n"
    catalogue, _ = read_file(text, numbers=(b"b", b"930302"))
    found = [(document.docnum, document.key and document.key.docnum) for document in catalogue]
    assert found == [(b"930302", b"9303-02"), (b"a.b", b"a.b"), (b"ab", b"ab")]


TEXTS = st.text("ab\"'/:#<>- 1\t", min_size=1, max_size=8)


@given(st.lists(TEXTS.filter(lambda text: '"' not in text or "'" not in text), min_size=1, max_size=4), st.data())
def test_quoted_fills_come_back_whatever_is_in_them_and_however_they_are_laid_out(
    fills: list[str], data: st.DataObject
) -> None:
    quoted = [f'"{text}"' if '"' not in text else f"'{text}'" for text in fills]
    gaps = [data.draw(st.sampled_from([" ", "\n", "\n\t", " ##1#2#f ", "##1#2\n"])) for _ in fills]
    body = "NAME: " + "".join(map("".join, zip(quoted, gaps)))
    assert read(body) == {"name": [[" ".join(text.split()) for text in fills]]}
