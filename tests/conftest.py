"""Shared set-up: hypothesis profiles, the update option of the golden cases, and the table of cases after a run."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections import Counter
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING

import hypothesis
import pytest
from tabulate import tabulate

from legacy_scorers.common.signals import ending
from legacy_scorers.rescore.archive import worker
from tests.forked import Context, Worker
from tests.golden_cases import ORIGINS, PACKAGE_OF, ROOT, collect, is_night

if TYPE_CHECKING:
    from collections.abc import Iterator

    from _pytest.terminal import TerminalReporter
    from xdist.remote import Producer
    from xdist.scheduler import Scheduling

TOGETHER = {  # these modules start, build or install for all their tests
    "tests/rescore/test_archive_cluster.py": "cluster",
    "tests/suite/test_installed.py": "installation",
    "tests/suite/test_neighbours.py": "installation",
}

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, max_examples=10)
hypothesis.settings.register_profile("nightly", deadline=None, max_examples=3000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

# Processes find compiled modules, in half the time, even where the user wants Python to keep none.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def has_room(folder: str) -> bool:
    """Say whether tests may have their temporary files in a folder: programs in it can be run, too."""
    return not os.statvfs(folder).f_flag & os.ST_NOEXEC and shutil.disk_usage(folder).free > 2**31


MEMORY = "/dev/shm"  # where folders are made and removed in a tenth of the time
if "TMPDIR" not in os.environ and os.path.isdir(MEMORY) and has_room(MEMORY):
    os.environ["TMPDIR"] = tempfile.tempdir = MEMORY

gc.disable()  # while thousands of tests are collected

# A shell starts what runs in its background with interrupts ignored, nohup anything with SIGHUP, and commands that a
# test sends signals to inherit that. Of a handler they inherit nothing.
for number in ending():
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else lambda *_: None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="append",
        default=[],
        metavar="PACKAGE/CASE",
        help="write what the run gives into this case; only cases of origin derived and ours, repeatable",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return more processes than the machine has processors: many tests wait for the processes that they start."""
    return (os.cpu_count() or 1) * 3 // 2 + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling:
    """Give all tests of modules in ``TOGETHER`` to one process, and those of any other function to the next one."""
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
        def _split_scope(self, nodeid: str) -> str:
            return TOGETHER.get(nodeid.partition("::")[0]) or nodeid.partition("[")[0]

    return Together(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """By day, keep only the first test of growth of each module, unless they are asked for; by night, all."""
    if is_night() or config.getoption("markexpr"):
        return
    modules: set[str] = set()
    for_night = []
    for item in items:
        module, _, _ = item.nodeid.partition("::")
        if item.get_closest_marker("growth"):
            if module in modules:
                for_night.append(item)
            modules.add(module)
    left = set(for_night)
    items[:] = [item for item in items if item not in left]
    config.hook.pytest_deselected(items=for_night)


def pytest_collection_finish() -> None:
    """Let the garbage collector leave out what collecting thousands of tests has made: it stays until the end."""
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def caches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the user's caches as they are."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("caches")))
        yield


@pytest.fixture(autouse=True, scope="session")
def forked_processes() -> Iterator[None]:
    """Fork the processes of tests and of rescore, which takes a third of the time that new interpreters take."""
    context = Context()
    packages = ("common/iobes", "rescore/archive", "rescore/scorers", *PACKAGE_OF.values())
    libraries = ("lxml.etree", "ply.yacc")
    files = [path.relative_to(ROOT) for package in packages for path in sorted((ROOT / package).rglob("*.py"))]
    context.set_forkserver_preload(
        [
            "tests.forked",
            "tests.faults",
            *libraries,
            *[".".join(("legacy_scorers", *file.with_suffix("").parts)) for file in files],
        ]
    )
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(worker, "start", partial(Worker, context))
        patched.setitem(sys.modules, "__main__", ModuleType("__main__"))  # each process would import pytest, too
        yield


def cases_by_origin() -> str:
    """Return the table of golden cases by command and origin, as the README shows it."""
    program_of = {package: program for program, package in PACKAGE_OF.items()}
    counts = Counter((program_of.get(case.path.parent.name), case.origin) for case in collect())
    rows = [[program, *(str(counts[program, origin]) for origin in ORIGINS)] for program in PACKAGE_OF]
    totals = [str(sum(counts[program, origin] for program in PACKAGE_OF)) for origin in ORIGINS]
    rows.append(["all", *totals])
    return str(tabulate(rows, headers=["command", *ORIGINS], tablefmt="github", disable_numparse=True))


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    terminalreporter.section("golden cases by command and origin")
    terminalreporter.write_line(cases_by_origin())
