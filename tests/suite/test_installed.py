"""The release that is built, and its wheel, installed outside the checkout: what they hold, and that it works."""

from __future__ import annotations

import datetime
import importlib.metadata
import os
import re
import subprocess
import sys
import tarfile
import venv
from email import message_from_string
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest

import release
from legacy_scorers.common import VERSION
from legacy_scorers.rescore.libraries import EXTRA
from tests.golden_cases import GOLDEN, MODULE, ROOT, Case, is_night, prepare
from tests.suite.conftest import DATE, NEXT, built

SAMPLES = [
    "scorer2/basic_mixed_v",
    "faireval/basic_full_config",
    "mat_score/b01_perfect",
    "muc_scorer/ne_mixed",
    "muc_scorer/muc33_te_strings",
    "conlleval/basic_chunks",
    "evalb/many_sentences",
    "m2_scorer/whole",
]


OF_OTHERS = ("CHANGELOG.md", "requirements-dev.lock")  # they have versions of other releases and packages


@pytest.fixture(scope="module")
def scripts(archives: list[Path], metadata: Message, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an environment of its own and return the folder of its commands."""
    folder = tmp_path_factory.mktemp("installed") / "environment"
    if is_night():
        return release.install(str(archives[1]), folder)
    venv.create(folder)
    (modules,) = folder.glob("lib/*/site-packages")
    for requirement in metadata.get_all("Requires-Dist", []):
        if "extra ==" not in requirement:
            link_distribution(re.split(r"[^\w.-]", requirement)[0], modules)
    pip = [sys.executable, "-m", "pip", "--python", str(folder), "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", "--no-compile", archives[1]], check=True)
    subprocess.run([*pip, "check"], check=True, capture_output=True)
    return folder / "bin"


def link_distribution(name: str, modules: Path) -> None:
    """Let an environment find a distribution that these tests have, which takes less time than installing it."""
    distribution = importlib.metadata.distribution(name)
    for top in {file.parts[0] for file in distribution.files or []} - {"..", "__pycache__"}:
        (modules / top).symlink_to(str(distribution.locate_file(top)))


@pytest.fixture(scope="module")
def metadata(archives: list[Path]) -> Message:
    """Return what an index page is made of."""
    with ZipFile(archives[1]) as wheel:
        return message_from_string(wheel.read(f"legacy_scorers-{NEXT}.dist-info/METADATA").decode())


def test_builds_depend_on_the_files_and_the_date_alone(copy: Path, archives: list[Path], tmp_path: Path) -> None:
    packed, wheel = archives
    assert [file.name for file in archives] == [
        f"legacy_scorers-{NEXT}.tar.gz",
        f"legacy_scorers-{NEXT}-py3-none-any.whl",
    ]
    midnight = datetime.datetime.combine(DATE, datetime.time(), datetime.timezone.utc)
    assert packed.read_bytes()[3:8] == b"\0" + int(midnight.timestamp()).to_bytes(4, "little")  # no name, and the time
    with tarfile.open(packed) as source:
        members = source.getmembers()
    assert [member.name for member in members] == sorted(
        [member.name for member in members], key=lambda name: name.split("/")
    )
    assert {(one.mtime, one.uid, one.gid, one.uname, one.gname) for one in members} == {
        (midnight.timestamp(), 0, 0, "", "")
    }
    assert {member.mode for member in members} == {0o644, 0o755}
    with ZipFile(wheel) as installed:
        assert {one.date_time for one in installed.infolist()} == {midnight.timetuple()[:6]}
        assert {one.external_attr >> 16 & 0o777 for one in installed.infolist()} <= {0o644, 0o755, 0o664}
    if is_night():
        assert [file.read_bytes() for file in built(copy, tmp_path)] == [file.read_bytes() for file in archives]


def test_the_source_archive_holds_all_tracked_files(names: list[str], tmp_path: Path) -> None:
    command = [sys.executable, "setup.py", "--quiet", "egg_info", "--egg-base", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (listed,) = tmp_path.glob("*.egg-info/SOURCES.txt")
    assert set(names) <= {*listed.read_text(encoding="utf-8").splitlines()}


def test_the_new_version_is_in_every_file_that_has_the_old_one(copy: Path, names: list[str]) -> None:
    for name in names:
        content = (ROOT / name).read_bytes()
        if VERSION.encode() in content and name not in OF_OTHERS and (copy / name).exists():
            assert (copy / name).read_bytes() == content.replace(VERSION.encode(), NEXT.encode()), name
    changelog = (copy / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"\n## {NEXT} (2031-05-09)\n\n### " in changelog
    assert "Unreleased" not in changelog


def test_all_addresses_begin_with_the_one_in_the_configuration(metadata: Message) -> None:
    addresses = dict(one.split(", ") for one in metadata.get_all("Project-URL", []))
    assert addresses.keys() == {"Source", "Documentation", "Changelog", "Issues"}
    source = addresses["Source"]
    assert f'address = "{source}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert all(address.startswith(source) for address in addresses.values())
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    linked = re.sub(r"\]\((?!http|#)", f"]({source}/", readme)
    assert metadata.get_payload() == linked


def test_an_index_page_says_what_it_is(metadata: Message) -> None:
    for field in ("Author", "License-Expression", "Keywords", "Classifier", "Summary"):
        assert metadata[field]
    assert metadata["Version"] == NEXT
    assert sorted(metadata.get_all("Provides-Extra", [])) == ["cluster", "plots", "rescore"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"  - name: {metadata['Author']}\n" in citation


def test_an_installed_command_names_pages_by_their_address(scripts: Path, metadata: Message, tmp_path: Path) -> None:
    program = "from legacy_scorers.rescore.pages import page; print(page('cells'))"
    done = subprocess.run([scripts / "python", "-c", program], cwd=tmp_path, capture_output=True, check=True)
    (source,) = [
        one.removeprefix("Source, ") for one in metadata.get_all("Project-URL", []) if one.startswith("Source")
    ]
    assert done.stdout.decode() == f"{source}/docs/cells.md\n"


@pytest.mark.parametrize("name", SAMPLES)
def test_installed_commands_score(name: str, scripts: Path, tmp_path: Path) -> None:
    case = Case(GOLDEN / name)
    prepare(case, tmp_path)
    program, *words = case.words
    with case.open_standard_input(tmp_path) as stdin:
        done = subprocess.run(
            [scripts / program, *words],
            cwd=tmp_path,
            env={**os.environ, **case.environment},
            stdin=stdin,
            capture_output=True,
            check=False,
        )
    assert (done.stdout, done.stderr) == (case.expected("stdout"), case.expected("stderr"))


def test_the_installed_scorer_pl_scores_and_names_itself(scripts: Path, tmp_path: Path) -> None:
    case = Case(GOLDEN / "coref_scorer" / "args_extra")
    prepare(case, tmp_path)
    program, *words = case.words
    done = subprocess.run([scripts / program, *words], cwd=tmp_path, capture_output=True, check=True)
    (module,) = scripts.parent.glob("lib/*/site-packages/legacy_scorers/coref_scorer/cli.py")
    assert done.stdout == (case.expected("stdout") or b"").replace(MODULE, bytes(module))


def test_the_installed_iobes_converts(scripts: Path, tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_bytes(b"a I-X\n")
    words = ["--from", "iob", "--to", "iobes", "a.conll"]
    done = subprocess.run([scripts / "iobes", *words], cwd=tmp_path, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"a S-X\n", b"")


def test_the_installed_module_can_be_imported(scripts: Path, tmp_path: Path) -> None:
    program = "import FairEval, legacy_scorers.common.iobes; print(FairEval.overlap_type((1, 2), (1, 2)))"
    done = subprocess.run([scripts / "python", "-c", program], cwd=tmp_path, capture_output=True, check=True)
    assert done.stdout.split() == [b"TP"]


def test_the_installed_command_says_what_it_lacks(scripts: Path) -> None:
    done = subprocess.run([scripts / "rescore", "run", "."], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    needs = f"rescore: needs {', '.join(EXTRA)}; python3 -m pip install 'legacy-scorers[rescore]'\n"
    assert done.stderr.decode() == needs
    report = GOLDEN / "conlleval" / "basic_chunks" / "stdout"
    assert subprocess.run([scripts / "rescore", "diff", report, report], capture_output=True, check=True).stdout
    for template in ("output/page.html", "site/task.html", "site/sort.js"):
        assert [*scripts.parent.glob(f"lib/*/site-packages/legacy_scorers/rescore/{template}")]
    assert (scripts.parent / "share" / "fish" / "vendor_completions.d" / "rescore.fish").exists()


def test_one_package_and_one_module_are_installed(scripts: Path, tmp_path: Path) -> None:
    names = "{file.parts[0] for file in m.files('legacy-scorers') if file.parts[0] != '..'}"
    program = f"import importlib.metadata as m; print(*sorted({names}))"
    done = subprocess.run([scripts / "python", "-c", program], cwd=tmp_path, capture_output=True, check=True)
    found = [name for name in done.stdout.decode().split() if name not in ("__pycache__", "FairEval.py")]
    assert found == ["legacy_scorers", f"legacy_scorers-{NEXT}.dist-info"]


def test_every_module_is_installed(scripts: Path) -> None:
    (package,) = scripts.parent.glob("lib/*/site-packages/legacy_scorers")
    for top in [path.parent for path in ROOT.glob("*/py.typed")]:
        home = package if top.name == package.name else package / top.name
        modules = {path.relative_to(top) for path in top.rglob("*.py")}
        assert modules <= {path.relative_to(home) for path in home.rglob("*.py")}


def test_the_keywords_name_the_man_pages_and_they_are_there(scripts: Path, metadata: Message) -> None:
    for page in (ROOT / "docs" / "man").iterdir():
        assert page.stem in metadata["Keywords"].split(",")
        assert (scripts.parent / "share" / "man" / "man1" / page.name).exists()
