"""Tags that say the same of the same text share their slots, and what is found out of a pair is kept."""

from __future__ import annotations

from typing import TypeAlias
from unittest.mock import patch

from hypothesis import example, given
from hypothesis import strategies as st

from legacy_scorers.muc_scorer.align import matches
from legacy_scorers.muc_scorer.read import v1997_sgml
from tests.muc_scorer.runs import named_entities, run, tagged
from tests.running import folder_with, run_here

TAGS = [
    b"%s", b'<ENAMEX TYPE="PERSON">%s</ENAMEX>', b'<ENAMEX TYPE="LOCATION">%s</ENAMEX>', b"<ENAMEX>%s</ENAMEX>",
    b'<TIMEX TYPE="DATE">%s</TIMEX>', b"<TIMEX>%s</TIMEX>", b'<ENAMEX TYPE="PERSON" STATUS="OPT">%s</ENAMEX>',
    b'<ENAMEX ALT="Bo" TYPE="PERSON">%s</ENAMEX>',
    b'<ENAMEX TYPE="PERSON"><ENAMEX TYPE="LOCATION">%s</ENAMEX> x</ENAMEX>',
]  # fmt: skip
Words: TypeAlias = tuple[bytes, bytes, bytes]
WORDS = st.tuples(st.sampled_from([b"Ada", b"Bo", b"the Ada", b"Ada.", b"a b"]), *[st.sampled_from(TAGS)] * 2)


@given(st.lists(WORDS, max_size=12))
def test_a_run_is_the_same_without_sharing(words: list[Words]) -> None:
    key = tagged(b"\n".join([tag % word for word, tag, _ in words]))
    response = tagged(b" \n".join([tag % word for word, _, tag in words]))
    shared = run(named_entities(key, response))
    with patch.object(v1997_sgml, "cache", lambda compute: compute):
        assert run(named_entities(key, response)) == shared
    assert shared.exit == 0


ADA = (b"Ada", TAGS[1], TAGS[1])
DOCUMENT = b"<DOC>\n<DOCNO> %d </DOCNO>\n<HL>\n%s\n</HL>\n<TXT>\n%s\n</TXT>\n</DOC>\n"


def explained(files: dict[str, bytes]) -> bytes:
    with folder_with(files):
        explanation = run_here("rescore", ["explain", "--format", "jsonl", "muc-score", "run.config"])
    assert explanation.exit == 0, explanation.stderr
    return explanation.stdout


@given(
    st.lists(st.tuples(st.lists(WORDS, max_size=3), st.lists(WORDS, max_size=5)), max_size=3),
    st.sampled_from([b"text", b"words"]),
)
@example([([ADA], [ADA])], b"text")
def test_an_explanation_is_the_same_if_all_is_found_anew(
    documents: list[tuple[list[Words], list[Words]]], slot: bytes
) -> None:
    sides = []
    for side in (1, 2):
        parts = [[b"\n".join([word[side] % word[0] for word in section]) for section in both] for both in documents]
        sides.append(b"".join([DOCUMENT % (number, *both) for number, both in enumerate(parts)]))
    files = named_entities(*sides)
    files |= {name: files[name].replace(b"text", slot) for name in ("slots", "map")}
    shared = explained(files)
    with patch.object(matches, "cache", lambda compute: compute):
        assert explained(files) == shared
