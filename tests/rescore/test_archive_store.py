"""The store: a cache of the user's own results, in a file that came from nobody else."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import struct
import zlib
from pathlib import Path

import pytest

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.result import decoded
from legacy_scorers.rescore.archive.job import ScoringJob
from legacy_scorers.rescore.archive.records import Record, Result
from legacy_scorers.rescore.archive.store import Store, default_store, packed, unpacked
from legacy_scorers.rescore.archive.submission import Submission
from legacy_scorers.rescore.archive.submissions import read_archive
from legacy_scorers.rescore.process import CAN_BOUND_MEMORY, cleanups
from tests.golden_cases import ROOT
from tests.rescore.archives import ANSWERS, MANIFEST, rescore, run, senses, store_of

posix = pytest.mark.skipif(os.name != "posix", reason="needs links and owners")
ANEW = "is damaged or was made by another release; it is rebuilt"
TO_MAKE = "is damaged or was made by another release; 'rescore run' rebuilds it"
DAMAGED = "cannot be used as a store (it is damaged); name another file"
RESULTS = "has damaged results; they are computed again"


def stored(folder: Path) -> tuple[Path, Path]:
    """Return an archive, and a store outside that knows its submission."""
    archive = senses(folder / "archive", {"a": ANSWERS})
    assert run(archive, "--store", folder / "store").verdicts == {"a": "unpublished"}
    return archive, folder / "store"


def changed(store: Path, script: str, *values: object) -> None:
    with sqlite3.connect(store) as connection:
        if values:
            connection.execute(script, values)
        else:
            connection.executescript(script)
    connection.close()


def damaged(store: Path, part: str, value: object) -> None:
    """Change a part of the packed result in a store."""
    with sqlite3.connect(store) as connection:
        ((written,),) = connection.execute("SELECT result FROM result")
        result = json.loads(zlib.decompress(written))
        inner = result
        *path, last = part.split(".")
        for name in path:
            inner = inner[name]
        inner[last] = value
        connection.execute("UPDATE result SET result = ?", (zlib.compress(json.dumps(result).encode()),))
    connection.close()


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


@posix
def test_a_store_that_came_with_the_archive_is_not_looked_at(tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    (archive / ".rescore").mkdir()
    store.rename(archive / ".rescore" / "results.sqlite")
    damaged(archive / ".rescore" / "results.sqlite", "record.verdict", "published")
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
    assert (store.parent.stat().st_mode & 0o777, store.stat().st_mode & 0o777) == (0o700, 0o600)


HOSTILE = {
    "a trigger": """CREATE TRIGGER spin AFTER UPDATE ON result BEGIN
        INSERT INTO result WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, i, i, i FROM n;
        END""",
    "a view": "ALTER TABLE result RENAME TO r; CREATE VIEW result AS SELECT * FROM r",
    "another table": "CREATE TABLE other (x)",
    "an index of an expression": "CREATE INDEX other ON result (length(result))",
    "a check": """ALTER TABLE result RENAME TO r; CREATE TABLE result (submission TEXT PRIMARY KEY, signature TEXT,
        result TEXT CHECK (length(zeroblob(1000000000)) > 0), units BLOB) WITHOUT ROWID;
        INSERT INTO result SELECT * FROM r; DROP TABLE r""",
    "a generated column": "ALTER TABLE result ADD COLUMN x AS (zeroblob(1000000000))",
    "a sequence": "CREATE TABLE n (x INTEGER PRIMARY KEY AUTOINCREMENT); DROP TABLE n",
    "statistics": "ANALYZE",
    "no table": "DROP TABLE result",
    "a journal ahead": "PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE)",
    "another form": """PRAGMA writable_schema = ON; PRAGMA user_version = 7;
        UPDATE sqlite_master SET sql = replace(sql, 'form 5', 'form 4')""",
    "words that are no UTF-8": """PRAGMA writable_schema = ON;
        UPDATE sqlite_master SET sql = CAST(replace(sql, 'result', 'r' || x'E4') AS TEXT)""",
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_store_holds_what_this_release_makes_or_is_made_anew(kind: str, tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    expected = run(archive, "--store", store)
    changed(store, HOSTILE[kind])
    part = store.read_bytes()
    if kind == "a journal ahead":
        problem, anew = "is not a store; name another file, or a new one", ""
        assert rescore("run", "--store", store, archive).stderr == f"rescore: {store}: {problem}\n"
        store.rename(store_of(archive))
        store = store_of(archive)
        anew = f"rescore: {store}: {ANEW}\n"
        assert run(archive).stderr == f"{anew}{expected.stderr}"
        return
    done = rescore("merge", "--into", tmp_path / "all", store)
    assert (done.status, done.stderr) == (2, f"rescore: {store}: {TO_MAKE}\n")
    assert store.read_bytes() == part
    done = run(archive, "--store", store)
    assert (done.stdout, done.stderr) == (expected.stdout, f"rescore: {store}: {ANEW}\n{expected.stderr}")
    assert run(archive, "--store", store).stderr == expected.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archive", "store"]


@pytest.mark.parametrize("damage", ["cut off", "overwritten", "no store at all", "empty"])
def test_a_damaged_store_among_the_caches_is_made_anew(damage: str, tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {f"{number:03}": ANSWERS for number in range(30)})
    expected = run(archive)
    store = store_of(archive)
    whole = store.read_bytes()
    damaged = {
        "cut off": whole[: len(whole) // 2],
        "overwritten": whole[:8192] + b"\xff" * (len(whole) - 8192),
        "no store at all": b"something else",
        "empty": b"",
    }
    store.write_bytes(damaged[damage])
    done = run(archive)
    said = f"rescore: {store}: {ANEW}\n" if damaged[damage] else ""
    assert (done.status, done.stdout, done.stderr) == (0, expected.stdout, said + expected.stderr)
    assert run(archive).stderr == expected.stderr


def super_journal(victim: Path) -> bytes:
    """Return a rollback journal that names another, which SQLite deletes when it has rolled back."""
    name = os.fsencode(victim)
    magic = bytes.fromhex("d9d505f920a163d7")
    header = (magic + struct.pack(">5I", 0, 1, 5, 512, 4096)).ljust(512, b"\0")
    return header + struct.pack(">I", 2**30 // 4096 + 1) + name + struct.pack(">2I", len(name), sum(name)) + magic


@pytest.mark.parametrize("ending", ["journal", "wal", "shm"])
def test_foreign_journals_are_neither_obeyed_nor_deleted(ending: str, tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    victim, journal = tmp_path / "victim", tmp_path / f"store-{ending}"
    victim.write_bytes(b"of the user")
    for written in (super_journal(victim), b"of the user"):
        journal.write_bytes(written)
        before = content(tmp_path)
        for words in (
            ("run", "--fresh", "--store", store, archive),
            ("table", "--store", store, archive),
            ("merge", "--into", tmp_path / "all", store),
            ("merge", "--into", store, tmp_path / "part"),
        ):
            (tmp_path / "part").write_bytes(before["store"])
            done = rescore(*words)
            (tmp_path / "part").unlink()
            problem = f"{journal.name} does not belong to this store; remove it"
            assert (done.status, done.stdout, done.stderr) == (2, "", f"rescore: {store}: {problem}\n")
            assert content(tmp_path) == before


def test_a_journal_is_not_deleted_either_where_there_is_no_store_yet(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    (tmp_path / "store-journal").write_bytes(b"of the user")
    assert rescore("run", "--store", tmp_path / "store", archive).status == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archive", "store-journal"]


def test_what_a_killed_run_left_is_rolled_back(tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    expected, before = run(archive, "--store", store), store.read_bytes()
    writing = sqlite3.connect(store, isolation_level=None)
    writing.execute("PRAGMA cache_size = 1")
    writing.execute("BEGIN IMMEDIATE")
    writing.execute("UPDATE result SET result = zeroblob(100000)")
    left = {suffix: Path(f"{store}{suffix}").read_bytes() for suffix in ("", "-journal")}
    writing.execute("ROLLBACK")
    writing.close()
    for suffix, written in left.items():
        Path(f"{store}{suffix}").write_bytes(written)
    assert store.read_bytes() != before
    done = run(archive, "--store", store)
    assert (done.stdout, done.stderr) == (expected.stdout, expected.stderr)
    assert store.read_bytes() == before


def test_only_an_open_store_is_written_when_the_process_is_ended(tmp_path: Path) -> None:
    with Store(str(tmp_path / "store")) as store:
        assert cleanups == [store.flush]
    assert cleanups == []


def test_results_are_written_while_others_are_computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legacy_scorers.rescore.archive.store._WRITE_INTERVAL_S", -1.0)
    submission = Submission("senses", "a", ["scorer2"])
    with Store(str(tmp_path / "store")) as store:
        store.add(ScoringJob(submission, 0.0).failed("not done"))
        with Store(str(tmp_path / "store"), create=False) as other:
            assert other.known(submission)


@posix
@pytest.mark.parametrize("kind", ["a link", "a pipe", "a folder", "a file of all", "a file of another", "a device"])
def test_what_others_may_have_made_is_no_store(kind: str, tmp_path: Path) -> None:
    archive, whole = stored(tmp_path)
    store = tmp_path / "planted"
    if kind == "a link":
        store.symlink_to(whole)
    elif kind == "a pipe":
        os.mkfifo(store)
    elif kind == "a folder":
        store.mkdir()
    elif kind == "a device":
        store = Path("/dev/null")
    else:
        store.write_bytes(whole.read_bytes())
        if kind == "a file of all":
            store.chmod(0o666)
        elif os.geteuid() == 0:
            os.chown(store, 1, 1)
        else:
            pytest.skip("only the superuser gives files away")
    before = whole.read_bytes()
    other = tmp_path / "other"
    other.write_bytes(before)
    for words in (
        ("run", "--store", store, archive),
        ("merge", "--into", other, store),
        ("merge", "--into", store, other),
    ):
        done = rescore(*words)
        assert (done.status, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert re.search("is not a regular file that only you can write|is not a store|others can write", done.stderr)
    assert whole.read_bytes() == before


@posix
def test_a_folder_that_others_can_write_to_is_refused(tmp_path: Path) -> None:
    archive, _ = stored(tmp_path)
    folder = tmp_path / "of all"
    folder.mkdir()
    modes = {0o777: 2, 0o1777: 2, 0o757: 2, 0o755: 0, 0o775: 0 if os.geteuid() == folder.stat().st_gid else 2}
    for mode, status in modes.items():
        folder.chmod(mode)
        done = rescore("run", "--store", folder / "store", archive)
        assert done.status == status, oct(mode)
        said = f"rescore: {folder}/store: others can write to the folder {folder}; name a file where only you can\n"
        assert (done.stderr == said) == (status == 2)
    if os.geteuid() == 0:
        os.chown(folder, 1, 0)
        assert rescore("run", "--store", folder / "store", archive).status == 2


@pytest.mark.parametrize("content", [b"", b"a", b"\0" * 10_000_000, b"ab" * 1_000_000, os.urandom(10_000)])
def test_what_is_packed_is_unpacked(content: bytes) -> None:
    result = Result(Record("a", "senses", "identical", 0), reports={"": decoded(content)})
    assert unpacked(packed(result), Result) == result


def test_nothing_unpacks_to_more_than_a_multiple_of_its_size(tmp_path: Path) -> None:
    bomb = zlib.compress(bytes(100_000_000), 9)
    with pytest.raises(ValueError, match="unpacks to too much, or is cut off"):
        unpacked(bomb, Result)
    archive, store = stored(tmp_path)
    expected = run(archive, "--store", store)
    for column in ("result", "units"):
        changed(store, f"UPDATE result SET {column} = ?", bomb)
        done = rescore("merge", "--into", tmp_path / "all", store)
        assert (done.status, done.stderr) == (2, f"rescore: {store}: {DAMAGED}\n")
    assert run(archive, "--store", store).stdout == expected.stdout


@pytest.mark.parametrize(
    "content",
    [
        b"no database at all" * 100,
        b"x",
        "CREATE TABLE mine (x)",
        "CREATE TABLE result (x); CREATE TABLE other (x)",
    ],
)
def test_what_is_no_store_is_refused_and_left_alone(content: bytes | str, tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    store = tmp_path / "store"
    if isinstance(content, str):
        with sqlite3.connect(store) as connection:
            connection.executescript(content)
    else:
        store.write_bytes(content)
    before = store.read_bytes()
    other = tmp_path / "other"
    assert run(archive, "--store", other).status == 0
    for words in (
        ("run", "--store", store, archive),
        ("merge", "--into", store, other),
        ("merge", "--into", other, store),
    ):
        done = rescore(*words)
        assert (done.status, done.stdout) == (2, "")
        assert done.stderr == f"rescore: {store}: is not a store; name another file, or a new one\n"
    assert store.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["archive", "other", "store"]


@posix
@pytest.mark.parametrize("name", [":memory:", "file::memory:", "file:all?mode=memory"])
def test_names_that_mean_something_to_sqlite_are_those_of_files(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    monkeypatch.chdir(tmp_path)
    assert rescore("run", "--store", name, archive).status == 0
    assert rescore("merge", "--into", "all", name).stderr == "1 result from 1 store\n"
    assert rescore("merge", "--into", f"{name}2", "all").stderr == "1 result from 1 store\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["all", "archive", name, f"{name}2"])


def test_a_store_without_a_name_is_refused(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    assert run(archive).status == 0
    store = store_of(archive)
    for words in (("merge", "--into", "", store), ("merge", "--into", store, ""), ("run", "--store", "", archive)):
        done = rescore(*words)
        assert (done.status, done.stderr) == (2, "rescore: the name of the store is empty; name a file\n")


def test_no_folder_is_made_for_a_store(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    store = tmp_path / "new" / "store"
    assert run(archive, "--store", tmp_path / "other").status == 0
    for done in (rescore("run", "--store", store, archive), rescore("merge", "--into", store, tmp_path / "other")):
        problem = f"there is no folder {store.parent}; create it, or name another file"
        assert (done.status, done.stderr) == (2, f"rescore: {store}: {problem}\n")
    assert not store.parent.exists()


def test_stores_of_nobody_are_not_merged(tmp_path: Path) -> None:
    done = rescore("merge", "--into", tmp_path / "all", tmp_path / "missing")
    assert done.status == 2
    assert "there is no such store" in done.stderr
    assert not (tmp_path / "all").exists()


@pytest.mark.parametrize("damage", ["UPDATE result SET result = '{'", "UPDATE result SET units = 'text'", b""])
def test_a_damaged_store_is_named_and_nothing_is_merged(damage: str | bytes, tmp_path: Path) -> None:
    whole, target, damaged = [tmp_path / name for name in ("whole", "target", "damaged")]
    for store, name in ((whole, "a"), (target, "b"), (damaged, "c")):
        assert run(senses(tmp_path / f"of_{name}", {name: ANSWERS}), "--store", store).status == 0
    if isinstance(damage, str):
        with sqlite3.connect(damaged) as connection:
            connection.execute(damage)
    else:
        content = damaged.read_bytes()
        damaged.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    before = target.read_bytes()
    for into in (target, tmp_path / "new"):
        done = rescore("merge", "--into", into, whole, damaged)
        assert (done.status, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr == f"rescore: {damaged}: {DAMAGED if isinstance(damage, str) else TO_MAKE}\n"
    assert target.read_bytes() == before
    assert not (tmp_path / "new").exists()


def test_stores_are_merged_all_or_none(tmp_path: Path) -> None:
    part, archive = tmp_path / "part", senses(tmp_path / "archive", {"a": ANSWERS})
    assert run(archive, "--store", part).status == 0
    with Store(str(tmp_path / "all")) as united:
        with pytest.raises(InputError, match="there is no such store"):
            united.merge([str(part), str(tmp_path / "missing")])
        assert united.known(read_archive(str(archive)).submissions[0]) is None
        united.merge([str(part)])
        assert united.known(read_archive(str(archive)).submissions[0])


@pytest.mark.skipif(not CAN_BOUND_MEMORY, reason="this system cannot bound the size of files")
def test_a_store_that_cannot_grow_says_why(tmp_path: Path) -> None:
    import resource

    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    assert run(archive, "--store", tmp_path / "other").status == 0
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        done = rescore("merge", "--into", tmp_path / "all", tmp_path / "other")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert (done.status, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"rescore: {tmp_path / 'all'}: cannot be used as a store (disk I/O error)")
    assert rescore("merge", "--into", tmp_path / "all", tmp_path / "other").stderr == "1 result from 1 store\n"


PACKED = (b"{", b"[" * 100_000, b"{}", b"[]", b"1", b"null", b"\xff")
WRONG: dict[str, list[object]] = {
    "": ["{", b"\xff", *[zlib.compress(content, 0) for content in PACKED]],
    "inputs": ["{", {}, [1], [[1, 2]], [["key"]]],
    "record": ["{", {}, [], 1, None],
    "reports": ["{", [], {"": "\ud800"}, {"": ["text"]}, {"": 1}],
    "seconds": ["x"],
}


@pytest.mark.parametrize(
    ("part", "content"), [(part, content) for part, contents in WRONG.items() for content in contents]
)
def test_damaged_results_are_told_and_made_anew(part: str, content: object, tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    expected = run(archive, "--store", store)
    if part:
        damaged(store, part, content)
    else:
        changed(store, "UPDATE result SET result = ?", content)
    done = run(archive, "--store", store, "--keep", tmp_path / "kept")
    assert (done.status, done.stdout) == (0, expected.stdout)
    assert done.stderr == f"rescore: {store}: {RESULTS}\n{expected.stderr}"
    assert (tmp_path / "kept" / "senses" / "a" / "stdout").exists()
    assert run(archive, "--store", store).stderr == expected.stderr


@pytest.mark.parametrize("part", ["cells", "causes", "hints", "messages"])
def test_records_are_damaged_if_their_parts_are(part: str, tmp_path: Path) -> None:
    archive, store = stored(tmp_path)
    (record,) = run(archive, "--store", store).records
    damaged(store, f"record.{part}", [[]])
    done = run(archive, "--store", store)
    assert (done.records, done.stderr.splitlines()[0]) == ([record], f"rescore: {store}: {RESULTS}")


@pytest.mark.parametrize(
    "units",
    [
        b"\xff\x00",
        "text",
        zlib.compress(b"text"),
        zlib.compress(b"{}"),
        zlib.compress(b"[1]"),
        zlib.compress(b'{"run":{},"cells":[["a","b","c"]],"units":[["u",[[1,1.0]],null]]}'),
        zlib.compress(b'{"run":{},"cells":[["a","b","c"]],"units":[["u",[[0,"x"]],null]]}'),
        zlib.compress(b'{"run":{"inputs":[]},"cells":[],"units":[]}'),
        zlib.compress(b'{"run":{"command":"scorer2","version":"1","settings":{},"inputs":[5]},"cells":[],"units":[]}'),
    ],
)
def test_damaged_counts_of_units_are_told_and_made_anew(units: str | bytes, tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS, "b": ANSWERS})
    assert run(archive).status == 0
    expected = rescore("table", "--units", archive)
    store = store_of(archive)
    for words in (("table", "--units", archive), ("rank", archive, "senses")):
        changed(store, "UPDATE result SET units = ?", units)
        done = rescore("merge", "--into", tmp_path / "all", store)
        assert (done.status, done.stderr) == (2, f"rescore: {store}: {DAMAGED}\n")
        done = rescore(*words)
        assert (done.status, done.stderr.splitlines()[0]) == (0, f"rescore: {store}: {RESULTS}")
    assert rescore("table", "--units", archive).stdout == expected.stdout
