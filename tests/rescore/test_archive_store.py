"""The store: a cache of the user's own results, a folder with a file for each, into which only the user writes."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.result import decoded
from legacy_scorers.rescore.archive.records import Result, SubmissionRecord
from legacy_scorers.rescore.archive.store import Store, default_store, packed, unpacked
from legacy_scorers.rescore.archive.submission import Submission
from legacy_scorers.rescore.archive.submissions import read_archive
from legacy_scorers.rescore.process import CAN_BOUND_MEMORY
from tests.golden_cases import ROOT
from tests.rescore.archives import ANSWERS, MANIFEST, outcome_in, rescore, run, senses, store_of

posix = pytest.mark.skipif(os.name != "posix", reason="needs links and owners")
RESULTS = "has results that cannot be used; they are computed again"


def stored(folder: Path) -> tuple[Path, Path]:
    """Return an archive, and a store outside that knows its submission."""
    archive = senses(folder / "archive", {"a": ANSWERS})
    assert run(archive, "--store", folder / "store").verdicts == {"a": "unpublished"}
    return archive, folder / "store"


def only_file(store: Path) -> Path:
    """Return the file of the only result in a store."""
    (file,) = [path for path in store.iterdir() if not path.name.endswith(".units.json.gz")]
    return file


def change(file: Path, part: str, value: object) -> None:
    """Change a part of what a file of a store holds."""
    content = inner = json.loads(gzip.decompress(file.read_bytes()))
    *path, last = part.split(".")
    for name in path:
        inner = inner[name]
    inner[last] = value
    file.write_bytes(zipped(json.dumps(content).encode()))


def zipped(content: bytes) -> bytes:
    """Return the content of a gz file, always the same."""
    return gzip.compress(content, mtime=0)


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_store_of_an_archive_is_called_after_its_manifest(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    (archive / "other.toml").write_text(MANIFEST)
    (tmp_path / "link").symlink_to(archive)
    names = [read_archive(str(path)).place for path in (archive, tmp_path / "link", archive / "other.toml")]
    assert names == [str(archive / "archive.toml"), str(archive / "archive.toml"), str(archive / "other.toml")]
    assert read_archive(str(ROOT / "golden" / "scorer2")).place == str(ROOT / "golden" / "scorer2")


@pytest.mark.parametrize(
    ("caches", "home", "folder"),
    [("/c", "/h", "/c/rescore"), ("", "/h", "/h/.cache/rescore"), ("c", "/h", "/h/.cache/rescore"), ("", "h", None)],
)
def test_the_folder_for_caches_never_depends_on_the_working_directory(
    caches: str, home: str, folder: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", caches)
    monkeypatch.setenv("HOME", home)
    if folder is None:
        with pytest.raises(InputError, match="there is no folder for caches; set XDG_CACHE_HOME"):
            default_store("/a/archive.toml")
    else:
        assert os.path.dirname(default_store("/a/archive.toml")) == folder


def test_a_store_that_came_with_the_archive_is_not_looked_at(tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    (archive / ".rescore").mkdir()
    store.rename(archive / ".rescore" / "results")
    change(only_file(archive / ".rescore" / "results"), "record.verdict", "published")
    before = content(archive)
    assert run(archive).verdicts == {"a": "unpublished"}
    assert content(archive) == before


@posix
def test_stores_are_made_where_and_so_that_only_the_user_can_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    before = os.umask(0)
    try:
        for _ in range(2):
            assert run(senses(tmp_path / "archive", {"a": ANSWERS})).status == 0
    finally:
        os.umask(before)
    (store,) = (tmp_path / "caches" / "rescore").iterdir()
    places = store.parent, store, only_file(store)
    assert [place.stat().st_mode & 0o777 for place in places] == [0o700, 0o700, 0o600]


def test_a_result_is_found_by_its_release_and_all_that_the_manifest_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = Submission("senses", "a", ["scorer2", "a", "key"])
    other = Submission("senses", "a", ["scorer2", "a", "key", "-m"])
    results = {name: Result(SubmissionRecord(name, "senses", "identical", 0)) for name in ("one", "other", "newer")}
    store = Store(str(tmp_path / "store"))
    store.add(one, results["one"])
    store.add(other, results["other"])
    with monkeypatch.context() as patched:
        patched.setattr("legacy_scorers.rescore.archive.store.VERSION", "another")
        assert store.known(one) is None
        store.add(one, results["newer"])
        assert store.known(one) == results["newer"]
    assert (store.known(one), store.known(other)) == (results["one"], results["other"])


def test_a_result_is_found_by_another_process(tmp_path: Path) -> None:
    """Each process puts the cells that headings were read as, a set, in another order."""
    (archive := senses(tmp_path / "archive", {"a": ANSWERS})).joinpath("table").write_text(
        "name,P,R,attempted,F1\na,0.5,0.5,100,0.5\n"
    )
    manifest = (archive / "archive.toml").read_text()
    (archive / "archive.toml").write_text(f'{manifest}figures = "table"\n')
    words: list[str | Path] = [sys.executable, ROOT / "bin" / "rescore", "run", "--store", tmp_path / "store", archive]
    for seed in "0123":
        subprocess.run(words, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=False)
    only_file(tmp_path / "store")


@pytest.mark.parametrize(("text", "is_old"), [("a", True), ("b", False), ("a b", False), ("", False)])
def test_a_file_is_replaced_only_by_other_content(text: str, is_old: bool, tmp_path: Path) -> None:
    submission, store = Submission("senses", "a", ["scorer2"]), Store(str(tmp_path / "store"))
    before, after = [Result(SubmissionRecord("a", "senses", "identical", 0, messages=[one])) for one in ("a", text)]
    store.add(submission, before)
    os.utime(only_file(tmp_path / "store"), (0, 0))
    store.add(submission, after)
    assert store.known(submission) == after
    assert (only_file(tmp_path / "store").stat().st_mtime == 0) == is_old


def test_results_are_there_while_others_are_computed(tmp_path: Path) -> None:
    one, other = [Submission("senses", name, ["scorer2"]) for name in "ab"]
    result = Result(SubmissionRecord("a", "senses", "identical", 0))
    store = Store(str(tmp_path / "store"))
    store.add(one, result)
    later = Store(str(tmp_path / "store"), create=False)
    assert (later.known(one), later.known(other)) == (result, None)


def test_what_a_search_has_found_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    (archive / "a.txt").write_bytes(outcome_in(archive, ["scorer2", "key", "key"]).stdout)
    first = run(archive)
    assert first.verdicts == {"a": "figures"}
    monkeypatch.setattr("legacy_scorers.rescore.archive.cause_search.Search", None)
    assert run(archive).stdout == first.stdout


def test_what_had_no_cause_is_looked_at_again_when_there_are_other_submissions(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    (archive / "other").write_bytes(b"bank.n bank.n.001 bank_1/0.3 x/0.7\nbank.n bank.n.002 bank_1/0.4 x/0.6\n")
    (archive / "a.txt").write_bytes(outcome_in(archive, ["scorer2", "other", "key"]).stdout)
    assert run(archive).records[0]["causes"] == []
    (archive / "other").rename(archive / "b.ans")
    [cause] = run(archive).records[0]["causes"]
    assert cause["text"] == "identical with the figures of b"


def test_an_older_store_is_made_anew(tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    expected = run(archive, "--store", store)
    among_caches = Path(f"{store_of(archive)}.sqlite")
    among_caches.parent.mkdir(exist_ok=True)
    for older, words in ((tmp_path / "older", ("--store", tmp_path / "older")), (among_caches, ())):
        with sqlite3.connect(older) as connection:
            connection.execute("PRAGMA application_id = 0x72657363")
            connection.execute("CREATE TABLE result (submission TEXT PRIMARY KEY)")
        connection.close()
        done = run(archive, *words)
        said = f"rescore: {older}: is an older store; it is rebuilt\n"
        assert (done.status, done.stdout, done.stderr) == (0, expected.stdout, said + expected.stderr)
        assert run(archive, *words).stderr == expected.stderr
    assert not among_caches.exists()


def test_other_databases_are_left_alone(tmp_path: Path) -> None:
    archive, other = senses(tmp_path / "archive", {"a": ANSWERS}), tmp_path / "other"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    before = other.read_bytes()
    problem = "cannot be used as a store (Not a directory); name another folder with --store"
    for subcommand in ("run", "table"):
        done = rescore(subcommand, "--store", other, archive)
        assert (done.status, done.stdout, done.stderr) == (2, "", f"rescore: {other}: {problem}\n")
    assert other.read_bytes() == before


@pytest.mark.parametrize("name", ["notes.txt", "results.json", "folder"])
def test_a_folder_with_other_files_is_refused(name: str, tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    (store / ".hidden").write_bytes(b"")
    assert run(archive, "--store", store).status == 0
    (store / name).mkdir()
    before = content(store)
    for subcommand in ("run", "site", "table"):
        words = (archive, tmp_path / "pages") if subcommand == "site" else (archive,)
        done = rescore(subcommand, "--store", store, *words)
        problem = "holds other files; name another folder, or a new one"
        assert (done.status, done.stderr) == (2, f"rescore: {store}: {problem}\n")
    assert content(store) == before


@posix
def test_a_folder_that_others_can_write_to_is_refused(tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    modes = {0o777: 2, 0o1777: 2, 0o757: 2, 0o755: 0, 0o775: 0 if os.geteuid() == store.stat().st_gid else 2}
    for mode, status in modes.items():
        store.chmod(mode)
        done = rescore("run", "--store", store, archive)
        assert done.status == status, oct(mode)
        said = f"rescore: {store}: others can write to it; name a folder to which only you can\n"
        assert (done.stderr == said) == (status == 2)
    if os.geteuid() == 0:
        os.chown(store, 1, 0)
        assert rescore("run", "--store", store, archive).status == 2


@posix
@pytest.mark.parametrize("kind", ["a link to a file", "a link to nothing", "a pipe", "a device"])
def test_what_is_no_file_in_the_place_of_a_result_is_replaced(kind: str, tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    expected = run(archive, "--store", store)
    file, victim = only_file(store), tmp_path / "victim"
    victim.write_bytes(b"of the user")
    file.unlink()
    if kind == "a pipe":
        os.mkfifo(file)
    else:
        targets = {"a link to a file": victim, "a link to nothing": tmp_path / "new", "a device": Path("/dev/zero")}
        file.symlink_to(targets[kind])
    done = run(archive, "--store", store)
    assert (done.stdout, done.stderr) == (expected.stdout, f"rescore: {store}: {RESULTS}\n{expected.stderr}")
    assert file.is_file()
    assert not file.is_symlink()
    assert victim.read_bytes() == b"of the user"
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("words", [b"", b"a", b"\0" * 10_000_000, b"ab" * 1_000_000, os.urandom(10_000)])
def test_what_is_packed_is_unpacked(words: bytes) -> None:
    result = Result(SubmissionRecord("a", "senses", "identical", 0), reports={"": decoded(words)})
    assert unpacked(packed(result), Result) == result


def test_names_of_any_bytes_are_kept(tmp_path: Path) -> None:
    submission = Submission("senses", decoded(b"\xff"), ["scorer2", decoded(b"\xff.ans")])
    result = Result(
        SubmissionRecord(submission.name, "senses", "identical", 0), inputs=[(decoded(b"\xff.ans"), "missing")]
    )
    store = Store(str(tmp_path / "store"))
    store.add(submission, result)
    assert store.known(submission) == result


def test_a_result_has_a_limit_also_when_it_is_unpacked(tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    expected = run(archive, "--store", store)
    file = only_file(store)
    whole = file.read_bytes()
    for large in (gzip.compress(b" " * 2**26 + gzip.decompress(whole)), gzip.compress(bytes(2**27), 0)):
        file.write_bytes(large)
        done = run(archive, "--store", store)
        assert (done.stdout, done.stderr) == (expected.stdout, f"rescore: {store}: {RESULTS}\n{expected.stderr}")


def test_a_store_without_a_name_is_refused(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    for subcommand in ("run", "table"):
        done = rescore(subcommand, "--store", "", archive)
        assert (done.status, done.stderr) == (2, "rescore: the name of the store is empty; name a folder\n")


def test_no_folders_are_made_for_a_store(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    store = tmp_path / "new" / "store"
    done = rescore("run", "--store", store, archive)
    problem = f"there is no folder {store.parent}; create it, or name another"
    assert (done.status, done.stderr) == (2, f"rescore: {store}: {problem}\n")
    assert not store.parent.exists()


def test_a_table_makes_no_store(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    done = rescore("table", "--store", tmp_path / "store", archive)
    problem = "there is no such store; run 'rescore run' first"
    assert (done.status, done.stderr) == (2, f"rescore: {tmp_path / 'store'}: {problem}\n")
    assert not (tmp_path / "store").exists()


@pytest.mark.skipif(not CAN_BOUND_MEMORY, reason="this system cannot bound the size of files")
def test_a_store_that_cannot_grow_says_why(tmp_path: Path) -> None:
    import resource

    archive, store = senses(tmp_path / "archive", {"a": ANSWERS}), tmp_path / "store"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        done = rescore("run", "--store", store, archive)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (done.status, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"rescore: {store}: cannot be used as a store (File too large)")
    assert not [*store.iterdir()]
    assert rescore("run", "--store", store, archive).status == 0


PACKED = (b"{", b"[" * 100_000, b"{}", b"[]", b"1", b"null", b"\xff", b"9" * 10_000)
WRONG: dict[str, list[object]] = {
    "": [b"{", b"\xff", *map(zipped, PACKED), zlib.compress(b"{}"), zipped(b"{}")[:-1]],
    "inputs": ["{", {}, [1], [[1, 2]], [["key"]]],
    "record": ["{", {}, [], 1, None],
    "reports": ["{", [], {"": "\ud800"}, {"": ["text"]}, {"": 1}],
    "seconds": ["x"],
}


@pytest.mark.parametrize(("part", "wrong"), [(part, wrong) for part, several in WRONG.items() for wrong in several])
def test_damaged_results_are_told_and_made_anew(part: str, wrong: object, tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    expected = run(archive, "--store", store)
    if isinstance(wrong, bytes):
        only_file(store).write_bytes(wrong)
    else:
        change(only_file(store), part, wrong)
    done = run(archive, "--store", store, "--keep", tmp_path / "kept")
    assert (done.status, done.stdout) == (0, expected.stdout)
    assert done.stderr == f"rescore: {store}: {RESULTS}\n{expected.stderr}"
    assert (tmp_path / "kept" / "senses" / "a" / "stdout").exists()
    assert run(archive, "--store", store).stderr == expected.stderr


def test_many_damaged_results_are_told_once(tmp_path: Path) -> None:
    archive, store = senses(tmp_path / "archive", dict.fromkeys("abc", ANSWERS)), tmp_path / "store"
    expected = run(archive, "--store", store)
    for file in store.iterdir():
        file.write_bytes(b"")
    assert run(archive, "--store", store).stderr == f"rescore: {store}: {RESULTS}\n{expected.stderr}"


@pytest.mark.parametrize("part", ["cells", "causes", "hints", "messages"])
def test_records_are_damaged_if_their_parts_are(part: str, tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    (record,) = run(archive, "--store", store).records
    change(only_file(store), f"record.{part}", [[]])
    done = run(archive, "--store", store)
    assert (done.records, done.stderr.splitlines()[0]) == ([record], f"rescore: {store}: {RESULTS}")


@pytest.mark.parametrize(
    "units",
    [
        "text",
        {},
        [1],
        {"run": {}, "cells": [["a", "b", "c"]], "units": [["u", [[1, 1.0]], None]]},
        {"run": {}, "cells": [["a", "b", "c"]], "units": [["u", [[0, "x"]], None]]},
        {"run": {"inputs": []}, "cells": [], "units": []},
        {
            "run": {"command": "scorer2", "version": "1", "settings": {}, "inputs": [5]},
            "cells": [],
            "units": [],
        },
    ],
)
def test_damaged_counts_of_units_are_told_and_made_anew(units: object, tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS, "b": ANSWERS})
    assert run(archive).status == 0
    expected = rescore("table", "--units", archive)
    store = store_of(archive)
    for words in (("table", "--units", archive), ("rank", archive, "senses")):
        for file in store.glob("*.units.json.gz"):
            signature, _ = json.loads(gzip.decompress(file.read_bytes()))
            file.write_bytes(zipped(json.dumps([signature, units]).encode()))
        done = rescore(*words)
        assert (done.status, done.stderr.splitlines()[0]) == (0, f"rescore: {store}: {RESULTS}")
    assert rescore("table", "--units", archive).stdout == expected.stdout


def test_counts_of_units_belong_to_the_result_of_their_fingerprint(tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    first = rescore("table", "--units", "--store", store, archive)
    (archive / "a.ans").write_bytes(ANSWERS.splitlines(keepends=True)[0])
    assert run(archive, "--store", store).status == 0
    second = rescore("table", "--units", "--store", store, archive)
    assert second.stdout != first.stdout
    shutil.rmtree(store)
    assert run(archive, "--store", store).status == 0
    assert rescore("table", "--units", "--store", store, archive).stdout == second.stdout
