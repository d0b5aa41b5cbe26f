"""Report summaries, partition file and map history of version 3.3: what their lines say, and the tallies in them."""

from __future__ import annotations

import subprocess
import tempfile
from collections import Counter
from pathlib import Path
from shutil import which

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legacy_scorers.common.tally import Row
from legacy_scorers.muc_scorer.report.v33 import tcl_word
from legacy_scorers.muc_scorer.report.v33_coreference import coreference_summary, partitions
from tests.muc_scorer.coreference import chained, compared
from tests.muc_scorer.runs33 import COREFERENCE, TEMPLATE_ELEMENT, document, record, score, totals

LETTERS = list("ABCDEFGH")
FILLS = st.lists(st.sampled_from(["x1", "x2", "x3", "y1"]), max_size=3)


def aliased(fills: list[str]) -> str:
    return record("ORGANIZATION", "1", 1, [("ORG_NAME", ["Ara Mills"]), ("ORG_ALIAS", fills)])


@settings(max_examples=40)
@given(FILLS, FILLS)
def test_fills_are_correct_then_incorrect_then_alone(key: list[str], response: list[str]) -> None:
    ended = score(TEMPLATE_ELEMENT, aliased(key), aliased(response))
    codes = [line[:3] for line in ended.files["summary"].decode().splitlines()[2:]]
    assert codes == sorted(codes, key=["cor", "inc", "mis", "spu"].index)
    _, _, correct, _, incorrect, missing, spurious, _ = totals(ended.files["scores"])["SLOT organization alias"]
    assert Counter(codes) == Counter(cor=correct, inc=incorrect, mis=missing, spu=spurious) + Counter()
    assert correct == sum((Counter(key) & Counter(response)).values())


def test_words_of_a_mention_stand_on_one_line() -> None:
    body = '<COREF ID="1">Ara\n<s>Mills</s>\r\nof Leeds</COREF>'
    assert b'COR  "Ara Mills  of Leeds"                     "Ara Mills  of Leeds"\n' in coreference_summary(
        compared(body, body)
    )


def test_endless_mentions_are_cut() -> None:
    body = f'<COREF ID="1">{"word " * 1000}end</COREF>'
    line = coreference_summary(compared(body, "nothing")).splitlines()[1]
    assert line.startswith(b'MIS  "word word ')
    assert line.endswith(b'..."  ""')
    assert len(line) == len('MIS  ""  ""') + 1000


chains_of_letters = st.permutations(LETTERS).map(lambda order: ["".join(order[:3]), "".join(order[3:5])])


@given(chains_of_letters, chains_of_letters)
def test_partitions_show_every_class_and_mention_once(key: list[str], response: list[str]) -> None:
    result = compared(chained(LETTERS, *key), chained(LETTERS, *response))
    report = partitions(result).decode()
    classes = [block.splitlines() for block in report.replace("=" * 52, "*" * 52).split("*" * 52 + "\n")]
    shown = ["".join(sorted(line.split('"')[1] for line in block)) for block in classes[1::2]]
    assert sorted(shown[: len(key)]) == sorted("".join(sorted(chain)) for chain in key)
    assert sorted(shown[len(key) :]) == sorted("".join(sorted(chain)) for chain in response)
    in_both = set("".join(key)) & set("".join(response))
    for block in classes[1::2]:
        for line in block:
            assert (line[0] == "C") == (line.split('"')[1] in in_both)
        assert [line[0] for line in block] == sorted(line[0] for line in block)


def test_ten_thousand_nested_mentions_make_reports_of_reasonable_size() -> None:
    body = "".join(f'<COREF ID="{number}">go ' for number in range(10_000)) + "end" + "</COREF>" * 10_000
    ended = score(COREFERENCE, document(body), document(body))
    assert ended.exit == 0
    assert ended.files["scores"].decode().splitlines()[-1].split()[:3] == ["TOTALS:", "10000", "10000"]
    assert all(len(report) < 50_000_000 for report in ended.files.values())


def test_large_counts_of_the_coreference_table_stay_apart() -> None:
    from legacy_scorers.muc_scorer.measures import LINK_COUNTS
    from legacy_scorers.muc_scorer.report.v33_coreference import link_table

    row = Row(zip(LINK_COUNTS, (123456, 234567, 1234567, 2345678, 3456789)))
    *_, line, total = link_table([(b"nyt9602140704", row)], row).decode().splitlines()
    assert " ".join(line.split()) == "nyt9602140704 123456 234567 1234567 / 2345678 52.6 1234567 / 3456789 35.7 42.6"
    assert " ".join(total.split()) == "TOTALS: 123456 234567 1234567 / 2345678 52.6% 1234567 / 3456789 35.7% 42.6%"


SCRIPT = """\
set file [open [lindex $argv 0]]
fconfigure $file -translation binary
foreach value [lindex [read $file] 0] { binary scan $value H* digits; puts $digits }
"""
WRITTEN = [
    (b"Ara", b"Ara"),
    (b"<PERSON-1-1>", b"<PERSON-1-1>"),
    (b"", b"{}"),
    (b"two words", b"{two words}"),
    (b'$3.5 [million]; "x"', b'{$3.5 [million]; "x"}'),
    (b"#1", b"{#1}"),
    (b"a{b", b"a\\{b"),
    (b"a}b", b"a\\}b"),
    (b"{a b}", b"\\{a\\ b\\}"),
    (b"back\\slash", b"back\\\\slash"),
    (b"line\nend", b"{line\nend}"),
    (b"line\n}", b"line\\n\\}"),
    (b"caf\xe9", b"{caf\xe9}"),
]


@pytest.mark.parametrize(("value", "word"), WRITTEN)
def test_words(value: bytes, word: bytes) -> None:
    assert tcl_word(value) == word


@pytest.mark.skipif(which("tclsh") is None, reason="tclsh is not installed")
@settings(max_examples=20)
@given(st.lists(st.text('ab {}[]\\$";#\n\t\r\v\fé', max_size=6).map(lambda text: text.encode("latin-1"))))
def test_tcl_reads_what_was_meant(values: list[bytes]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list"
        path.write_bytes(b"{%s}" % b" ".join([tcl_word(value) for value in values]))
        (Path(folder) / "script").write_text(SCRIPT)
        command = ["tclsh", str(Path(folder) / "script"), str(path)]
        done = subprocess.run(command, capture_output=True, check=True)
    assert [bytes.fromhex(line) for line in done.stdout.decode().splitlines()] == values
