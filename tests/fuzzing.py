"""Broken input for the fuzz tests, and runs of commands on it.

What befalls files in real life: lines are lost, doubled and swapped, bytes are lost, replaced and put in, a file is cut
off or runs on into another. The samples are the inputs of the golden cases.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache, reduce
from typing import NamedTuple

from hypothesis import strategies as st

from tests.golden_cases import Case, collect
from tests.running import Run, read_files, run_on

LARGEST_SAMPLE = 4000  # bytes of all inputs of a case
SCRAPS = st.sampled_from(
    [
        *(b"\0", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xc2\xa0", b"\t", b" ", b"\n", b"\r", b"\r\n"),
        *(b"<", b">", b"(", b")", b"[", b"]", b"{", b"}", b'"', b"'", b"&", b"-", b":", b"#", b"|", b"/", b"=", b","),
        *(b"%s", b"0", b"1", b"-1", b"9" * 25, b"1e999", b"nan", b"null", b"</", b"<!--", b"]]>", b"&a;", b"B-", b"I-"),
    ]
)


def _drop_line(content: bytes, place: int, other: int, scrap: bytes) -> bytes:
    lines = content.splitlines(keepends=True)
    return b"".join(lines[: place % (len(lines) or 1)] + lines[place % (len(lines) or 1) + 1 :])


def _double_line(content: bytes, place: int, other: int, scrap: bytes) -> bytes:
    lines = content.splitlines(keepends=True)
    at = place % (len(lines) or 1)
    return b"".join(lines[:at] + lines[at : at + 1] * 2 + lines[at + 1 :])


def _swap_lines(content: bytes, place: int, other: int, scrap: bytes) -> bytes:
    lines = content.splitlines(keepends=True) or [b""]
    one, two = place % len(lines), other % len(lines)
    lines[one], lines[two] = lines[two], lines[one]
    return b"".join(lines)


def _drop_bytes(content: bytes, place: int, other: int, scrap: bytes) -> bytes:
    at = place % (len(content) + 1)
    return content[:at] + content[at + other % 8 + 1 :]


def _insert(content: bytes, place: int, other: int, scrap: bytes) -> bytes:
    at = place % (len(content) + 1)
    return content[:at] + scrap + content[at:]


def _replace(content: bytes, place: int, other: int, scrap: bytes) -> bytes:
    at = place % (len(content) + 1)
    return content[:at] + scrap + content[at + len(scrap) :]


def _replace_everywhere(content: bytes, place: int, other: int, scrap: bytes) -> bytes:
    at = place % (len(content) or 1)
    return content.replace(content[at : at + 1], scrap) if content else scrap


def _cut_off(content: bytes, place: int, other: int, scrap: bytes) -> bytes:
    return content[: place % (len(content) + 1)]


def _copy_stretch(content: bytes, place: int, other: int, scrap: bytes) -> bytes:
    one, two, three = place % (len(content) + 1), other % (len(content) + 1), (place + other) % (len(content) + 1)
    return content[:three] + content[min(one, two) : max(one, two)] + content[three:]


Mishap = tuple[Callable[[bytes, int, int, bytes], bytes], int, int, bytes]
MISHAPS = st.tuples(
    st.sampled_from(
        [
            *(_drop_line, _double_line, _swap_lines, _drop_bytes),
            *(_insert, _replace, _replace_everywhere, _cut_off, _copy_stretch),
        ]
    ),
    st.integers(0, LARGEST_SAMPLE),
    st.integers(0, LARGEST_SAMPLE),
    SCRAPS,
)


def _suffer(content: bytes, mishap: Mishap) -> bytes:
    befall, place, other, scrap = mishap
    return befall(content, place, other, scrap)


def broken(samples: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    """Return samples to which a few things happened, now and then any bytes."""
    mishaps = st.lists(MISHAPS, min_size=1, max_size=4)
    damaged = st.tuples(st.sampled_from(samples), mishaps).map(lambda drawn: reduce(_suffer, drawn[1], drawn[0]))
    return st.one_of(damaged, damaged, damaged, st.binary(max_size=40))


class Sample(NamedTuple):
    """A golden case to be broken: how it is called, and its input files."""

    words: list[str]
    environment: dict[str, str]
    files: dict[str, bytes]
    standard_input: str = os.devnull


@cache
def samples_of(package: str) -> list[Sample]:
    """Return the small golden cases of a package that have input files."""
    cases = [case for case in collect() if case.path.parent.name == package]
    found = [Sample(case.words, case.environment, _inputs(case), case.standard_input) for case in cases]
    return [sample for sample in found if 0 < sum(map(len, sample.files.values())) <= LARGEST_SAMPLE]


def _inputs(case: Case) -> dict[str, bytes]:
    return read_files(case.path / "in")


def files_named(samples: Sequence[Sample], *endings: str) -> list[bytes]:
    """Return the different input files with such names, from the shortest to the longest."""
    contents = {content for sample in samples for name, content in sample.files.items() if name.endswith(endings)}
    return sorted(contents, key=lambda content: (len(content), content))


@st.composite
def broken_samples(draw: st.DrawFn, samples: Sequence[Sample], *endings: str) -> Sample:
    """Return a case one of whose inputs is broken, one with such a name if any is given.

    A broken name of a file must not lead out of the working directory.
    """
    eligible = [sample for sample in samples if any(name.endswith(endings or ("",)) for name in sample.files)]
    sample = draw(st.sampled_from(eligible))
    name = draw(st.sampled_from([name for name in sorted(sample.files) if name.endswith(endings or ("",))]))
    content = draw(broken([sample.files[name]]))
    if name.endswith(".config"):
        content = content.replace(b"/", b"")
    return sample._replace(files={**sample.files, name: content})


def run(sample: Sample) -> Run:
    """Run the command of a sample in this process and in a folder of its own."""
    program, *words = sample.words
    return run_on(sample.files, program, words, sample.environment, sample.standard_input)


def is_refused(ended: Run, command: str) -> bool:
    """Say whether a run ended in one clear line, as its last, that says which command speaks."""
    last = ended.stderr.rstrip(b"\n").rpartition(b"\n")[2]
    return ended.exit in (1, 2) and last.startswith(command.encode() + b": ") and b"Traceback" not in ended.stderr
