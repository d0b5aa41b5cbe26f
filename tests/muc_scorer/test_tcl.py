"""Words of Tcl lists, as Tcl itself reads them."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from shutil import which

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muc_scorer.report.v33 import tcl_word

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
