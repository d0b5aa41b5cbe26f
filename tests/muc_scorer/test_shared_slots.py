"""Tags that say the same of the same text share their slots, and what is found out of a pair is kept."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from muc_scorer.read.v1997 import tags
from tests.muc_scorer.runs import named_entities, run, tagged

TAGS = [
    b"%s", b'<ENAMEX TYPE="PERSON">%s</ENAMEX>', b'<ENAMEX TYPE="LOCATION">%s</ENAMEX>', b"<ENAMEX>%s</ENAMEX>",
    b'<TIMEX TYPE="DATE">%s</TIMEX>', b"<TIMEX>%s</TIMEX>", b'<ENAMEX TYPE="PERSON" STATUS="OPT">%s</ENAMEX>',
    b'<ENAMEX ALT="Bo" TYPE="PERSON">%s</ENAMEX>',
    b'<ENAMEX TYPE="PERSON"><ENAMEX TYPE="LOCATION">%s</ENAMEX> x</ENAMEX>',
]  # fmt: skip
WORDS = st.tuples(st.sampled_from([b"Ada", b"Bo", b"the Ada", b"Ada.", b"a b"]), *[st.sampled_from(TAGS)] * 2)


@given(st.lists(WORDS, max_size=12))
def test_a_run_is_the_same_without_sharing(words: list[tuple[bytes, bytes, bytes]]) -> None:
    key = tagged(b"\n".join([tag % word for word, tag, _ in words]))
    response = tagged(b" \n".join([tag % word for word, _, tag in words]))
    shared = run(named_entities(key, response))
    with patch.object(tags, "cache", lambda compute: compute):
        assert run(named_entities(key, response)) == shared
    assert shared.exit == 0
