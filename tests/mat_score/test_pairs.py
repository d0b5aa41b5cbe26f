"""Which files MATScore pairs, how it says that one cannot be read, and the label lists of MAT 1.3's metadata."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.host.system import System
from legacy_scorers.mat_score.align.selection import ContentTypes
from legacy_scorers.mat_score.annotations import Document, DocumentPair, OpenError
from legacy_scorers.mat_score.cli import Request
from legacy_scorers.mat_score.documents.pairs import Directories, DocumentReader, pair_directories, read_pairs
from legacy_scorers.mat_score.encoding import decoded
from legacy_scorers.mat_score.options import HelpNeeded, Options

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ["a.json", "a.json.bak", "B.json", ".hidden", "b.txt.json", "é.json"]


def names(tmp_path: Path, file_re: str | None = None, off: str = "", on: str = "", version: str = "2.0") -> list[str]:
    for name in NAMES:
        (tmp_path / name).touch()
    (tmp_path / "sub.json").mkdir(exist_ok=True)
    directories = Directories(f"{tmp_path}/", "ref", file_re, off, on)
    pairs = pair_directories(System(), version, directories)
    assert all(os.path.dirname(path) == str(tmp_path) for path, _ in pairs)
    return [os.path.basename(path) + " " + reference for path, reference in pairs]


@pytest.mark.parametrize("broken", ["nowhere", "loop"])
def test_links_to_nothing_are_files_that_cannot_be_opened(tmp_path: Path, broken: str) -> None:
    (tmp_path / broken).symlink_to(tmp_path / ("loop" if broken == "loop" else "nothing"))
    assert names(tmp_path, "nowhere|loop") == [f"{broken} ref/{broken}"]


def test_pipes_and_devices_of_a_directory_are_left_out(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "device.json").symlink_to(os.devnull)
    assert names(tmp_path, "(pipe|device|a).json") == ["a.json ref/a.json"]


def test_pipes_and_devices_among_the_references_are_not_there(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to(os.devnull)
    (tmp_path / "h").write_text("{}")
    pairs = [(str(tmp_path / "h"), str(tmp_path / name)) for name in ("pipe", "device")]
    readers = DocumentReader(System()), DocumentReader(System(), files_only=True)
    said: list[str] = []
    assert list(read_pairs(pairs, readers, None, said.append, print)) == []
    assert said == [OPEN.format(side="reference", path=path) for _, path in pairs]
    with pytest.raises(OpenError, match=r"^neither a file nor a directory$"):
        readers[1].read(pairs[0][1], None, print)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs a device without an end")
def test_devices_without_an_end_cannot_be_opened() -> None:
    with pytest.raises(OpenError, match="a device without an end"):
        DocumentReader(System()).read("/dev/zero", None, print)
    assert DocumentReader(System(), "fake-xml-inline").read(os.devnull, None, print).signal == ""


def test_a_pipe_is_read_to_its_end() -> None:
    source, target = os.pipe()
    os.write(target, b'{"signal": "n"}')
    os.close(target)
    assert DocumentReader(System()).read(f"/dev/fd/{source}", None, print).signal == "n"
    os.close(source)


def test_one_pair_is_absolute() -> None:
    host = Memory({}, folder="/home")
    _, pairs = Request(["--file", "h", "--ref_file", "d/../r"], host).check(print)
    assert pairs == [("/home/h", "/home/r")]


def test_files_of_a_directory_stand_in_byte_order(tmp_path: Path) -> None:
    assert names(tmp_path) == [
        ".hidden ref/.hidden",
        "B.json ref/B.json",
        "a.json ref/a.json",
        "a.json.bak ref/a.json.bak",
        "b.txt.json ref/b.txt.json",
        "é.json ref/é.json",
    ]


@pytest.mark.parametrize(
    ("file_re", "matching"),
    [
        ("a", []),
        ("a.json", ["a.json"]),
        (".*[.]json", ["B.json", "a.json", "b.txt.json", "é.json"]),
        ("a.json|B", ["a.json", "a.json.bak"]),
        ("..[.]json", ["é.json"]),
        ("(?i)b.json", ["B.json"]),
        ("(?:b)(?:.*)", ["b.txt.json"]),
        ("[[a].json", ["a.json"]),
        ("", []),
        ("b.(?i)json", ["B.json"]),
        ("[(?i)]b.json|B.json", ["B.json"]),
        ("(?u)(?iu)A.JSON", ["a.json"]),
        (r"\a.json|\q", []),
        (r"[\y\]a]\.\json", ["a.json"]),
        (r"\541.json", ["a.json"]),
        (r"[\541-b]\056json", ["a.json"]),
        (r"[\\yé]+\.json", ["é.json"]),
        ("(?(2)b|a).json", ["a.json"]),
        ("(?(1)b|a).json|(x)", ["a.json", "a.json.bak"]),
        ("(a)?(?(1).json|b.*)", ["a.json", "b.txt.json"]),
        (r"\++a|[(?>++]+|a[+++]?.json", ["a.json"]),
    ],
)
@pytest.mark.filterwarnings("error")
def test_file_re(tmp_path: Path, file_re: str, matching: list[str]) -> None:
    assert {name.split()[0] for name in names(tmp_path, file_re)} == set(matching)


@pytest.mark.parametrize(
    "file_re", ["a++", "a*+", "a?+", "a{2}+", "a{,2}+", "(?>a)", "(?i:a)", "(?-i)", "(?a)", "(?iL)(?a)"]
)
def test_file_re_is_not_newer_than_python_2(tmp_path: Path, file_re: str) -> None:
    with pytest.raises(InputError, match=r"not a regular expression: .* is newer than Python 2"):
        names(tmp_path, file_re)


@pytest.mark.parametrize(
    ("file_re", "matching"),
    [
        ("a", []),
        ("a.json|B", ["a.json"]),
        ("a.json|B.json", ["B.json", "a.json"]),
        (".[.]json", ["B.json", "a.json", "é.json"]),
        ("(?i)b.json", ["B.json"]),
        ("É(?i:.JSON)", []),
        ("(?i)É.json", ["é.json"]),
        ("^a.*$", ["a.json", "a.json.bak"]),
    ],
)
def test_file_re_matches_entire_names_as_text_in_1_3(tmp_path: Path, file_re: str, matching: list[str]) -> None:
    assert {name.split()[0] for name in names(tmp_path, file_re, version="1.3")} == set(matching)


@pytest.mark.parametrize("version", ["1.3", "2.0"])
@pytest.mark.parametrize("file_re", ["(", "*", "a{99999999999}", "(?P<x", "[a"])
def test_bad_regular_expressions(tmp_path: Path, file_re: str, version: str) -> None:
    with pytest.raises(InputError):
        names(tmp_path, file_re, version=version)


@pytest.mark.parametrize(
    ("off", "on", "reference"),
    [
        (".txt.json", ".json", "ref/b.json"),
        (".txt.json", "", "ref/b"),
        ("", ".x", "ref/b.txt.json.x"),
        ("nothing", ".x", "ref/b.txt.json.x"),
        ("", "", "ref/b.txt.json"),
    ],
)
def test_suffixes(tmp_path: Path, off: str, on: str, reference: str) -> None:
    assert names(tmp_path, "b.*", off, on) == [f"b.txt.json {reference}"]


OPEN = "Couldn't open {side} {path}; skipping pair."


@pytest.mark.parametrize("content", [b"n\xe9\n\n", b"n\xe9 <", b"\xc1", b"n\xf5", b"n\x80"])
def test_characters_that_are_complete_are_not_dropped(content: bytes) -> None:
    with pytest.raises(UnicodeDecodeError):
        decoded(content + b"  ", "utf-8")


@pytest.mark.parametrize("encoding", ["no-such-codec", "hex", "utf-16", "utf-32", "a\0b", ""])
def test_encodings_that_do_not_fit(encoding: str) -> None:
    host = Memory({"d": b"<d/>"})
    said: list[str] = []
    sources = DocumentReader(host, "xml-inline", encoding), DocumentReader(host)
    assert list(read_pairs([("d", "r")], sources, None, said.append, print)) == []
    assert said == ["Couldn't decode target d; skipping pair."]


@pytest.mark.parametrize(
    ("file_type", "encoding", "content", "signal"),
    [
        ("mat-json", "ascii", '{"signal": "é"}'.encode(), "é"),
        ("xml-inline", None, "<d>é</d>".encode(), "é"),
        ("xml-inline", "latin-1", "<d>é</d>".encode("latin-1"), "é"),
        ("fake-xml-inline", "utf-8", "<d>é</d>".encode(), "é"),
        ("fake-xml-inline", "utf-8", "né".encode()[:-1], "n"),
        ("fake-xml-inline", "utf-16", "né".encode("utf-16") + b"x", "né"),
        ("fake-xml-inline", "utf-16-le", "né".encode("utf-16-le") + b"x", "né"),
        ("fake-xml-inline", "utf-16", b"x", ""),
        ("mat-json", None, b'{"signal": "n"}' + "é".encode()[:-1], "n"),
        ("mat-json", None, b'{"signal": "n"}\xf0\n\n', "n"),
        ("fake-xml-inline", "U8", b"n\xe9\n", "n"),
        ("fake-xml-inline", "utf-8-sig", b"\xef\xbb\xbfn\xe9\n", "n"),
        ("fake-xml-inline", "utf-16", b"\xff\xfen\0\0\xdcx", "n"),
        ("fake-xml-inline", "utf-7", b"n+AGE", "n"),
    ],
)
def test_encodings(file_type: str, encoding: str | None, content: bytes, signal: str) -> None:
    source = DocumentReader(Memory({"folder/d": content}), file_type, encoding)
    (pair,) = read_pairs([("folder/d", "folder/d")], (source, source), None, print, print)
    assert (pair.name, pair.hypothesis.signal, pair.reference.signal) == ("d", signal, signal)
    assert pair.hypothesis.path == "folder/d"


def metadata_pair(hypothesis: object, reference: object) -> DocumentPair:
    documents = [Document(path, "", {"types": types}) for path, types in (("h", hypothesis), ("r", reference))]
    return DocumentPair("d", documents[0], documents[1])


def asking_documents(content: list[str] | None = None, tokens: list[str] | None = None) -> ContentTypes:
    options = Options("1.3")
    options.content_labels, options.token_labels = content, tokens
    return ContentTypes(options)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "labels"),
    [
        ({"content": ["A"], "token": ["lex"]}, {"content": ["B", "A"]}, (["B", "A"], ["lex"])),
        (None, {"content": ["A"]}, (["A"], [])),
        ({"content": ["A", 7], "token": "lex"}, [], (["A"], [])),
    ],
)
def test_metadata_say_what_is_content(
    hypothesis: object, reference: object, labels: tuple[list[str], list[str]]
) -> None:
    assert asking_documents().of(metadata_pair(hypothesis, reference)) == labels


@pytest.mark.parametrize("types", [None, {}, {"content": []}, {"content": "A"}, {"token": ["lex"]}])
def test_metadata_that_do_not(types: object) -> None:
    asked = asking_documents()
    assert asked.of(metadata_pair(types, types))[0] == []
    with pytest.raises(HelpNeeded):
        asked.notices()


@pytest.mark.parametrize(
    ("content", "tokens", "labels"),
    [
        (["X"], ["y", "X"], (["X"], ["y"])),
        (["X"], None, (["X"], ["lex"])),
        (None, ["y"], (["A"], ["y"])),
        (["lex"], None, (["lex"], [])),
    ],
)
def test_lists_on_the_command_line_come_before_metadata(
    content: list[str] | None, tokens: list[str] | None, labels: tuple[list[str], list[str]]
) -> None:
    asked = asking_documents(content, tokens)
    assert asked.of(metadata_pair({"content": ["A"], "token": ["lex"]}, None)) == labels


def test_documents_that_do_not_say_what_is_content_are_named_among_others_that_do() -> None:
    asked = asking_documents()
    asked.of(metadata_pair({}, {"content": ["A"]}))
    asked.of(metadata_pair(None, {}))
    other, none = "those of the other document of the pair", "none of its annotations"
    assert asked.notices() == [
        f"{path}: the metadata has no content labels; {labels} are scored"
        for path, labels in (("h", other), ("h", none), ("r", none))
    ]
