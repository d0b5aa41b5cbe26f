"""Archives come from strangers: what leads out is refused, and a run that dies, hangs or grows takes no other along."""

from __future__ import annotations

import contextlib
import errno
import glob
import multiprocessing
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.cause_search import CauseSearch
from legacy_scorers.rescore.archive.patterns import Patterns
from legacy_scorers.rescore.archive.pool import Pool
from legacy_scorers.rescore.archive.records import SubmissionRecord
from legacy_scorers.rescore.archive.rescoring import Rescoring
from legacy_scorers.rescore.archive.store import Store
from legacy_scorers.rescore.archive.submission import UNREADABLE, Submission, files_below, hashed, host_of
from legacy_scorers.rescore.archive.submissions import read_archive
from legacy_scorers.rescore.archive.worker import do
from legacy_scorers.rescore.drafts import left_folders, new_folder
from legacy_scorers.rescore.output.archive import NO_CAUSE, cause_of
from legacy_scorers.rescore.process import CAN_BOUND_MEMORY
from tests.golden_cases import ROOT
from tests.rescore.archives import (
    ANSWERS,
    KEY,
    MANIFEST,
    example,
    outcome_in,
    rescore,
    rescore_in_processes,
    run,
    run_in_processes,
    senses,
    store_of,
)
from tests.running import HANGS_S, read_files, wait_until, working_in
from tests.suite.test_hostile import meets


class Untidy:
    """A job that makes a file and ends its process."""

    first = None

    def result(self, root: str, _: object) -> str:
        left = Path(tempfile.gettempdir()) / "left"
        left.mkdir()
        (left / "file").touch()
        os.kill(os.getpid(), signal.SIGKILL)
        return root

    def failed(self, message: str) -> str:
        return message


posix = pytest.mark.skipif(os.name != "posix", reason="needs links, signals and pipes")


def lines_of(path: Path) -> list[str]:
    """Return the lines of a file, none if there is no such file."""
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


ATTACKS = sorted(path.parent for path in (ROOT / "tests" / "hostile" / "archives").glob("*/must"))


@posix
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda path: path.name)
def test_an_attack_by_an_archive_is_met_as_it_must_be(attack: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(attack, tmp_path / "here"))
    for link, _, target in [line.split() for line in lines_of(folder / "links")]:
        (folder / link).parent.mkdir(exist_ok=True)
        (folder / link).symlink_to(target)
    for pipe in lines_of(folder / "pipes"):
        os.mkfifo(folder / pipe)
    before = read_files(folder)
    _, *words = shlex.split((folder / "cmd").read_text())
    with working_in(folder):
        done = rescore(*words)
    status, *lines = (attack / "must").read_text().splitlines()
    assert (done.status, "Traceback" in done.stderr) == (int(status), False)
    printed = {"stdout": done.stdout.splitlines(), "stderr": done.stderr.splitlines()}
    for stream, _, line in (line.partition(" ") for line in lines):
        assert any(meets(line.encode(), given.encode()) for given in printed[stream]), (line, printed)
    if not any(line.startswith("stdout") for line in lines):
        assert done.stdout == ""
    assert read_files(folder) == before
    assert sorted(os.listdir(tmp_path)) == ["here"]


@posix
def test_keys_of_other_tasks_are_tried_unless_they_lead_out(tmp_path: Path) -> None:
    task = '[t{0}]\nrun = "scorer2 {{submission}} {{key}}"\nsubmissions = "*.ans"\nkey = "{0}"\nother_keys = ["more"]\n'
    archive = senses(tmp_path / "archive", {"a": ANSWERS}, "".join(map(task.format, ["key", "more", "out", "third"])))
    for name in ("more", "third"):
        (archive / name).write_bytes(KEY)
    (tmp_path / "secret").write_bytes(KEY)
    (archive / "out").symlink_to(tmp_path / "secret")
    assert read_archive(str(archive)).submissions[0].other_keys == ["more", "third"]


@posix
def test_no_file_outside_is_read_to_tell_whether_it_changed(tmp_path: Path) -> None:
    """Neither one that a path seems to lead to, nor one to which a link leads later."""
    archive = senses(tmp_path / "archive", {"a": ANSWERS}, MANIFEST.replace(" key", " far/../../key"))
    (archive / "sub" / "deep").mkdir(parents=True)
    (archive / "far").symlink_to("sub/deep")
    (archive / "link").symlink_to("key")
    secret = tmp_path / "key"
    signatures = set()
    for content in (b"secret", b"another secret"):
        secret.write_bytes(content)
        signatures.add(run(archive).records[0]["signature"])
        assert hashed(str(archive), ["link", "../key"]) == [*hashed(str(archive), ["link"]), ("../key", UNREADABLE)]
    assert len(signatures) == 1
    (archive / "link").unlink()
    (archive / "link").symlink_to(secret)
    assert hashed(str(archive), ["link"]) == [("link", UNREADABLE)]


def test_no_folder_is_made_for_a_report(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "examples/faireval", tmp_path / "a" / "in"))
    config = (folder / "demo.config").read_text().replace("examples/faireval/", "")
    (folder / "demo.config").write_text(f"{config}\neval_out = deep/report.csv\n")
    (tmp_path / "a" / "cmd").write_text("FairEval.py --config demo.config\n")
    assert run(tmp_path).verdicts == {"a": "unpublished"}
    with working_in(folder):
        rescore("check", "FairEval.py", "--config", "demo.config")
    assert not (folder / "deep").exists()


@posix
def test_names_that_are_not_utf_8_are_escaped(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    (archive / os.fsdecode(b"\xff.ans")).write_bytes(ANSWERS)
    first = run(archive)
    assert [record["verdict"] for record in first.records] == ["unpublished", "unpublished"]
    assert run(archive).stdout == first.stdout
    figures = rescore("table", archive).stdout.splitlines()[1:]
    assert {line.split("\t")[1] for line in figures} == {"a", r"\udcff"}


@posix
def test_folders_may_be_within_each_other_to_any_depth(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS}, MANIFEST.replace('"*.ans"', '["*.ans", "d/**/b.ans"]'))
    depth = sys.getrecursionlimit()
    (archive / "loop").symlink_to("loop")
    with working_in(archive):
        for _ in range(depth):
            os.mkdir("d")
            os.chdir("d")
        Path("b.ans").write_bytes(ANSWERS)
    path = f"{'d/' * depth}b.ans"
    assert [*files_below(str(archive))] == ["a.ans", "archive.toml", "key", "loop", path]
    assert f'"{path}"' in rescore("init", archive).stdout or "d/" in rescore("init", archive).stdout
    assert run(archive).verdicts == {"a": "unpublished", "b": "unpublished"}
    subprocess.run(["rm", "-rf", "--", archive], check=True)  # Python removes no such folders


@posix
def test_patterns_follow_no_links_to_folders(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, MANIFEST.replace("*.ans", "**/*.ans"))
    (archive / "deep" / ".hidden").mkdir(parents=True)
    for name in ("deep/b.ans", "deep/.hidden/c.ans"):
        (archive / name).write_bytes(ANSWERS)
    for name in ("one", "other"):
        (archive / "deep" / name).symlink_to(archive)
    assert run(archive).verdicts == {"a": "unpublished", "b": "unpublished"}
    assert Patterns(str(archive)).fitting("**") == [
        "a.ans",
        "archive.toml",
        "deep",
        "deep/b.ans",
        "deep/one",
        "deep/other",
        "key",
    ]
    for pattern in ("deep/one/a.ans", "de*/**/one/**/a.*", "deep/*/*.ans"):
        assert Patterns(str(archive)).fitting(pattern) == []


@posix
@pytest.mark.parametrize("pattern", ["*/" * 16 + "*.ans", "**/" * 300 + "*.ans", "**/*/" * 100 + "*.ans", "*a" * 400])
def test_no_pattern_takes_long(pattern: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = senses(tmp_path, {"a" * 200: ANSWERS}, MANIFEST.replace("*.ans", pattern))
    for name in ("one", "other"):
        (archive / name).symlink_to(".")
    (archive / "/".join(["a"] * 100)).mkdir(parents=True)
    monkeypatch.setattr("legacy_scorers.rescore.archive.patterns._MAX_NAMES", 15_000)
    assert rescore_in_processes("run", archive).status in (0, 2)


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("*" * 1001, "the pattern is longer than 1000 characters; write a shorter one"),
        ("*/*.ans", "more than 10 names to compare with patterns; use narrower patterns"),
    ],
)
def test_what_patterns_may_cost_is_bounded(
    pattern: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive = senses(tmp_path, dict.fromkeys("abcdefghi", ANSWERS), MANIFEST.replace("*.ans", pattern))
    monkeypatch.setattr("legacy_scorers.rescore.archive.patterns._MAX_NAMES", 10)
    with pytest.raises(InputError) as caught:
        read_archive(str(archive))
    assert (caught.value.status, str(caught.value)) == (2, f"{archive / 'archive.toml'}: senses.submissions: {problem}")


def test_all_notes_together_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = MANIFEST.replace("{name}", "out/{name}")
    archive = senses(tmp_path, {"a": ANSWERS}, manifest + manifest.replace("[senses]", "[again]"))
    (archive / "out").mkdir()
    for name in "abcde":
        (archive / "out" / f"{name}.txt").touch()
    monkeypatch.setattr(
        "legacy_scorers.rescore.archive.patterns._MAX_NAMES", 9
    )  # for each task four above, and five in the folder
    (note,) = read_archive(str(archive)).notes
    assert "senses.report: out/b.txt, out/c.txt, out/d.txt, out/e.txt: published, but" in note.text


def test_a_folder_that_cannot_be_read_is_not_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, MANIFEST.replace("*.ans", "**/*.ans"))
    (archive / "closed").mkdir()
    scandir = os.scandir

    def refuse(path: str) -> object:
        if os.path.basename(path) == "closed":
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(InputError, match=r"senses.submissions: the folder closed cannot be read \(Permission denied\)"):
        read_archive(str(archive))
    with pytest.raises(PermissionError):
        list(files_below(str(archive)))


@posix
@given(st.lists(st.sampled_from(["*", "a", "b", "?", "[ab]", "**", ".*", "a*"]), min_size=1, max_size=5))
def test_patterns_fit_what_a_shell_s_do_where_there_are_no_links(parts: list[str]) -> None:
    with tempfile.TemporaryDirectory() as root:
        for path in ("a/b/ab", "b/.a/b", ".b/a", "ab/a/a/b"):
            Path(root, path).parent.mkdir(parents=True, exist_ok=True)
            Path(root, path).touch()
        found = glob.glob("/".join([*parts, *parts[-1:].count("**") * ["*"]]), root_dir=root, recursive=True)
        assert Patterns(root).fitting("/".join(parts)) == sorted({os.path.normpath(path) for path in found})


def test_a_manifest_without_end_is_not_read(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    with open(archive / "archive.toml", "ab") as file:
        file.truncate(2**40)
    assert "is longer than 16777216 bytes; shorten it" in rescore("run", archive).stderr


@posix
def test_no_name_of_a_changed_file_leads_out(tmp_path: Path) -> None:
    archive = senses(tmp_path / "archive", {"a": ANSWERS})
    printed = outcome_in(archive, ["scorer2", "a.ans", "key"]).stdout
    (archive / "a.txt").write_bytes(printed.replace(b"0.500", b"0.123").replace(b"1.00 correct", b"0.77 correct"))
    target = tmp_path / "escaped"
    name = f"{'../' * 20}{target.relative_to('/')}"
    (archive / name.replace("/", "\\")).write_bytes(b"")
    assert run(archive).records[0]["causes"] == []
    assert not target.exists()


@pytest.mark.parametrize("name", ["../outside", "../archive2", "link", "."])
def test_only_folders_of_the_archive_are_listed(name: str, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    for folder in (archive, tmp_path / "outside", tmp_path / "archive2"):
        folder.mkdir()
    (archive / "link").symlink_to(tmp_path / "outside")
    host = host_of(str(archive), Submission("task", "name", ["scorer2"]))
    if name == ".":
        assert host.entries(name) == ["link"]
        assert [*host.listed] == ["./"]
    else:
        with pytest.raises(PermissionError):
            host.entries(name)
        assert [*host.refused] == [name]


@posix
@pytest.mark.parametrize("name", ["cmd", "env", "exit", "stdout"])
def test_nobody_waits_for_a_pipe_in_a_folder(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "golden" / "scorer2" / "basic_mixed_v", tmp_path / "a")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    (tmp_path / "a" / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / "a" / name)
    done = run_in_processes(tmp_path)
    assert done.verdicts == {"a": "failed", "b": "identical"}
    assert "is no regular file" in done.records[0]["messages"][0]


@posix
def test_nobody_waits_for_a_pipe_as_input(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.ans")
    assert hashed(str(tmp_path), ["a.ans"]) == [("a.ans", "unreadable")]


@posix
@pytest.mark.parametrize("way", ["../../../../", "/"])
def test_kept_reports_stay_in_their_folder(way: str, tmp_path: Path) -> None:
    archive = example(tmp_path)
    config = archive / "news" / "maple.config"
    config.write_text(config.read_text().replace(":score_file maple", f":score_file {way}evil/maple"))
    (archive / "archive.toml").write_text((archive / "archive.toml").read_text().replace("[news]", '["../NEWX%"]'))
    run(archive, "--only", "maple", "--keep", tmp_path / "kept")
    written = [path.relative_to(tmp_path / "kept") for path in (tmp_path / "kept").rglob("*.scores")]
    assert [str(path) for path in written] == ["..%2FNEWX%25/maple/out/evil/maple.scores"]
    assert not list(tmp_path.glob("evil*"))


def submission(archive: Path, name: str) -> Submission:
    (archive / f"{name}.ans").write_bytes(ANSWERS)
    return Submission("senses", name, ["scorer2", f"{name}.ans", "key"])


class Sleeper:
    """What unpacks slowly, as a scorer that hangs."""

    def __reduce__(self) -> tuple[object, ...]:
        return time.sleep, (600,)


class Quitter:
    """What ends the process that unpacks it."""

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (7,)


def hanging(archive: Path, name: str, stand: object) -> Rescoring:
    job = Rescoring(submission(archive, name))
    job.submission.other_keys = [stand]  # type: ignore[list-item]
    return job


@pytest.mark.parametrize("processes", [1, 2])
def test_who_dies_or_hangs_is_failed_and_the_others_go_on(processes: int, tmp_path: Path) -> None:
    archive = senses(tmp_path, {})
    jobs = [
        Rescoring(submission(archive, "a")),
        hanging(archive, "b", Quitter()),
        hanging(archive, "c", Sleeper()),
        Rescoring(submission(archive, "d")),
    ]
    with Pool(str(archive), processes, 3.0, None) as pool:
        results = {number: result.record for number, result in pool.results(enumerate(jobs))}
    assert [results[number].verdict for number in range(4)] == ["unpublished", "failed", "failed", "unpublished"]
    assert results[1].messages == ["its process ended unexpectedly (exit status 7); more --memory may help"]
    assert results[2].messages == ["not done within 3 s; raise --timeout"]


@posix
def test_who_dies_between_two_submissions_is_replaced(tmp_path: Path) -> None:
    archive = senses(tmp_path, {})
    with Pool(str(archive), 1, 60.0, None) as pool:
        assert len(list(pool.results([(0, Rescoring(submission(archive, "a")))]))) == 1
        for process in multiprocessing.active_children():
            process.kill()
            process.join()
        others = [Rescoring(submission(archive, name)) for name in "bc"]
        messages = [result.record.messages for _, result in pool.results(enumerate(others))]
    assert messages == [["its process ended unexpectedly (signal 9); more --memory may help"], []]


@pytest.mark.skipif(not CAN_BOUND_MEMORY, reason="this system cannot bound memory")
def test_who_eats_memory_is_failed(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS * 1_000_000})
    verdicts = run(archive, "--memory", "150").verdicts
    assert verdicts == {"a": "unpublished", "b": "failed"}


def limited(limit: str, most: int, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command under a limit of the system."""
    start = (
        "import os, resource, sys; resource.setrlimit(getattr(resource, sys.argv[1]), (int(sys.argv[2]),) * 2); "
        "os.execv(sys.executable, [sys.executable, *sys.argv[3:]])"
    )
    command = [sys.executable, "-c", start, limit, str(most), str(ROOT / "bin" / "rescore"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=HANGS_S)


@pytest.mark.skipif(not CAN_BOUND_MEMORY, reason="this system cannot bound memory")
@pytest.mark.parametrize("megabytes", [1, 10, 25, 35])
def test_processes_that_lack_memory_say_so_and_nothing_else(
    megabytes: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    done = run(archive, "--memory", str(megabytes))
    problem = "needs more memory than there is or --memory allows"
    if done.records:
        assert done.records[0]["messages"] in ([], [problem])
    else:
        assert done.stderr == f"rescore: {archive}: {problem}\n"
    assert capfd.readouterr().err == ""  # of the processes


@pytest.mark.skipif(not CAN_BOUND_MEMORY, reason="this system cannot bound memory")
@pytest.mark.parametrize("megabytes", [40, 70, 100])
@pytest.mark.parametrize("command", ["run", "rank", "measures"])
def test_little_memory_is_told_in_a_line_in_time(command: str, megabytes: int, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS})
    words: dict[str, list[str | Path]] = {"run": [archive], "rank": [archive, "senses"], "measures": ["scorer2"]}
    done = limited("RLIMIT_AS", megabytes << 20, command, *words[command])
    if done.returncode:
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (3, "", 1)
        assert "memory" in done.stderr or "segment" in done.stderr


@posix
@pytest.mark.parametrize("most", [8, 10, 12])
def test_a_lack_of_descriptors_is_not_blamed_on_standard_output(most: int, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS, "b": ANSWERS})
    done = limited("RLIMIT_NOFILE", most, "run", "--jobs", "4", archive)
    assert (done.returncode, done.stderr) == (
        3,
        "rescore: cannot start a process (Too many open files); free memory, or use fewer --jobs\n",
    )


@posix
def test_a_lack_of_processes_is_not_blamed_on_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(*_: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    archive = senses(tmp_path, {"a": ANSWERS})
    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", start)
    done = rescore_in_processes("run", archive)
    problem = "cannot start a process (Resource temporarily unavailable); free memory, or use fewer --jobs"
    assert (done.status, done.stderr) == (3, f"rescore: {problem}\n")


@posix
def test_no_folder_for_temporary_files_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: [str(tmp_path / "missing")])
    done = rescore_in_processes("run", archive)
    assert (done.status, done.stderr.count("\n")) == (3, 1)
    assert "cannot start a process (No usable temporary directory found in" in done.stderr


@pytest.mark.skipif(not CAN_BOUND_MEMORY, reason="this system cannot bound memory")
@pytest.mark.parametrize("command", ["run", "check", "site", "table", "rank", "compare"])
def test_an_archive_that_takes_too_much_memory_to_read_is_one_line(command: str, tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS}, MANIFEST.replace("report", "figures"))
    with open(archive / "{name}.txt", "wb") as table:
        table.truncate(2**30)  # a gigabyte without a line
    others: dict[str, list[str | Path]] = {"site": [tmp_path / "pages"], "rank": ["senses"], "compare": ["a", "b"]}
    done = rescore(command, "--memory", "300", archive, *others.get(command, []))
    problem = "needs more memory than there is or --memory allows"
    assert (done.status, done.stdout, done.stderr) == (3, "", f"rescore: {archive}: {problem}\n")
    assert not (tmp_path / "pages").exists()


@posix
def test_an_archive_that_takes_too_long_to_read_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = senses(tmp_path, {"a" * 40: ANSWERS}, MANIFEST + "name = '(a+)+[.]b'\n")
    monkeypatch.setattr("legacy_scorers.rescore.archive.pool.MIN_ARCHIVE_S", 1.0)
    done = rescore("run", "--timeout", "1", archive)
    problem = "not done within 1 s; raise --timeout"
    assert (done.status, done.stdout, done.stderr) == (3, "", f"rescore: {archive}: {problem}\n")


@posix
def test_a_check_of_an_archive_obeys_its_limits(tmp_path: Path) -> None:
    content = {"fast": b"w B-A B-A\n", "slow": b"a" * 40 + b" B-A B-A\n"}
    archive = senses(tmp_path, content, '[t]\nrun = "conlleval -d (a|a)*b < {submission}"\nsubmissions = "*.ans"\n')
    done = rescore("check", "--timeout", "3", "--memory", "500", archive)
    assert done.status == 0
    assert "t/slow: not-checked: not done within 3 s; raise --timeout\n" in done.stdout
    assert "t/fast: not-checked" not in done.stdout
    refused = rescore("check", "--memory", "500", "conlleval")
    assert (refused.status, refused.stdout) == (2, "")
    assert refused.stderr.startswith("rescore check: --memory is for archives; ")


@posix
def test_errors_of_the_system_are_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def score(*_: object) -> None:
        raise OSError(5, "Input/output error", "a.ans")

    archive = senses(tmp_path, {"a": ANSWERS})
    monkeypatch.setattr("legacy_scorers.rescore.archive.rescoring.score", score)
    result = do(Rescoring(submission(archive, "a")), str(archive), print)
    assert result.record.messages == ["a.ans: Input/output error"]


@pytest.mark.skipif(not CAN_BOUND_MEMORY, reason="this system cannot bound memory")
@pytest.mark.parametrize(
    "code",
    [
        "raise MemoryError",
        "raise SystemError('error return without exception set')",
        "try:\n    raise MemoryError\nfinally:\n    raise ValueError",
        "bytes(2**30)",  # untouched, in no time
        "with open('/dev/null') as file:\n    kept = [[]]\n    while True: kept = [kept, kept]",
        "kept = [list(map(str, range(place * 1000, (place + 1) * 1000))) for place in range(10 ** 6)]",
    ],
)
def test_a_process_that_lacks_memory_ends(code: str, tmp_path: Path) -> None:
    with Pool(str(tmp_path), 1, 20.0, 100) as pool:
        with pytest.raises(InputError, match="needs more memory than there is or --memory allows"):
            pool.call("archive", exec, code, {})
        assert not multiprocessing.active_children()


def test_an_unfinished_search_is_told_and_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def search(*_: object) -> None:
        raise OSError(5, "Input/output error")

    archive = senses(tmp_path, {"a": ANSWERS})
    (archive / "a.txt").write_bytes(outcome_in(archive, ["scorer2", "key", "key"]).stdout)
    submission = read_archive(str(archive)).submissions[0]
    with monkeypatch.context() as patched:
        patched.setattr("legacy_scorers.rescore.archive.cause_search.Search", search)
        first = do(Rescoring(submission), str(archive), print)
        result = do(CauseSearch(submission, first, [], 0.0), str(archive), print)
    Store(str(store_of(archive)), is_cache=True).add(submission, result)
    told = "while searching for the cause: Input/output error"
    assert cause_of(result.record) == told
    (record,) = run(archive).records
    assert (cause_of(convert(record, SubmissionRecord)), record["messages"]) == (NO_CAUSE, [])


def test_a_run_that_fails_as_it_did_has_no_figures_to_look_for(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for name, words in (("a", "muc-score"), ("b", "scorer2 answers key"), ("c", "muc-score no.config")):
        (tmp_path / name / "in").mkdir(parents=True)
        for file, content in (("cmd", words), ("exit", "1"), ("stdout", "Ended with 9.")):
            (tmp_path / name / file).write_text(f"{content}\n")
    done = run_in_processes(tmp_path)
    assert [cause_of(convert(record, SubmissionRecord)) for record in done.records] == [
        "Usage: muc-score <configuration_filename>",
        'Unable to read "key".',
        "Could not open configuration file 'no.config'.",
    ]
    assert not any(record["hints"] for record in done.records)
    assert capfd.readouterr().err == ""  # of the processes


@posix
def test_a_process_that_is_killed_leaves_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with Pool(str(tmp_path), 1, 60.0, None) as pool:
        [(_, message)] = pool.results([(0, Untidy())])
        assert message == "its process ended unexpectedly (signal 9); more --memory may help"
        assert list(temporary.rglob(".rescore-*/left/file"))
    assert not list(temporary.glob(".rescore-*"))


def test_what_a_process_prints_goes_nowhere(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with Pool(str(tmp_path), 1, 60.0, None) as pool:
        assert pool.calls(os.write, [(1, b"out"), (2, b"err")]) == [3, 3]
    assert capfd.readouterr() == ("", "")


@posix
def test_a_run_whose_errors_nobody_reads_prints_its_records(tmp_path: Path) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    command = f"exec {sys.executable} {ROOT / 'bin' / 'rescore'} run --format tsv --jobs 1 {archive} 2>&-"
    done = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE, check=False)
    assert (done.returncode, done.stdout.startswith(b"task\tsubmission\t")) == (0, True)


@posix
def test_a_folder_that_another_run_removes_before_it_is_locked_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    lock, removed = fcntl.flock, list[Path]()

    def lock_late(descriptor: int, how: int) -> None:
        if not removed:
            removed.extend(tmp_path.iterdir())
            removed[0].rmdir()
        lock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", lock_late)
    with contextlib.ExitStack() as held:
        assert os.path.isdir(new_folder(str(tmp_path), ".rescore-", held))
    assert len(removed) == 1


@posix
def test_a_run_removes_what_a_killed_run_has_left_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, folder = senses(tmp_path / "archive", dict.fromkeys("ab", ANSWERS)), tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    command = [sys.executable, str(ROOT / "bin" / "rescore"), "run", str(archive)]
    for _ in range(100):  # a run may end before it is killed
        killed = subprocess.Popen(command, env=os.environ | {"TMPDIR": str(folder)}, stdout=subprocess.DEVNULL)
        while not list(folder.glob(".rescore-*")) and killed.poll() is None:
            time.sleep(0.001)
        killed.kill()
        killed.wait()
        if list(folder.glob(".rescore-*")):
            break
    wait_until(
        lambda: bool([*left_folders(str(folder), ".rescore-")])
    )  # what it had begun to start lets go of the lock
    others = {".rescore-x", "rescore-results.part", ".rescore-link.part"}
    for name in others:
        (folder / name).symlink_to(tmp_path) if "link" in name else (folder / name).mkdir()
    with contextlib.ExitStack() as held:
        of_another_run = new_folder(str(folder), ".rescore-", held)
        assert run_in_processes(archive).verdicts == dict.fromkeys("ab", "unpublished")
        assert {path.name for path in folder.glob("*rescore-*")} == others | {os.path.basename(of_another_run)}
    assert list(left_folders(str(folder), ".rescore-")) == [of_another_run]
