#!/usr/bin/env python3
"""Everything a fresh clone needs, in one word: make the virtual environment, then show, check or measure.

    python3 develop.py demo         score the bundled submissions with every command and show the reports
    python3 develop.py test         format, lint, type-check and test
    python3 develop.py nightly      the same with the long fuzz tests
    python3 develop.py versions     test with every Python from 3.10 to 3.14 that is installed
    python3 develop.py benchmark    measure every command and print the table
    python3 develop.py size         count lines, modules, code and functions by package
    python3 develop.py release X.Y.Z   set the version, date the changelog, build the release in dist and try it

Needs Python 3.10 or later and nothing else. The environment is ``.venv`` in this folder.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
SCRIPTS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
STAMP = ENVIRONMENT / "installed.txt"
LOCK = ROOT / "requirements-dev.lock"  # made from pyproject.toml; its first lines say how
CHECKOUT = ENVIRONMENT / "checkout"  # our package, by links to the folders here
MINOR_VERSIONS = range(10, 15)
WORKERS = str((os.cpu_count() or 1) + 1)  # one more than there are cores, because some tests only wait


def install() -> None:
    """Make the environment and install the locked tools, unless that was done for this lock."""
    wanted = sys.version + LOCK.read_text(encoding="utf-8")
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    try:
        import ensurepip  # noqa: F401 - venv needs it, and some systems leave it out
    except ImportError:
        fail("this Python has no module ensurepip; install it (on Debian and Ubuntu: apt install python3-venv)")
    if ENVIRONMENT.is_symlink():
        fail(f"{ENVIRONMENT} is a link, and the folder that it leads to would be emptied; remove the link")
    say(f"making the environment {ENVIRONMENT}")
    try:
        venv.create(ENVIRONMENT, clear=True, with_pip=True)
        install_tools(PYTHON)
        show_package()
        STAMP.write_text(wanted, encoding="utf-8")
    except OSError as error:
        fail(f"{error.filename}: cannot be written ({error.strerror}); use a copy of the project that you can write to")
    except subprocess.CalledProcessError:
        fail(f"pip cannot be put into {ENVIRONMENT}; see what 'python3 -m venv' says about it")


def install_tools(python: Path) -> None:
    """Install what the project needs, and its tools, into the environment of ``python``: exactly the locked files."""
    pip = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    say("installing the tools that requirements-dev.lock lists, which takes a minute")
    done = subprocess.run(
        [*pip, "install", "--require-hashes", "--requirement", str(LOCK)], stderr=subprocess.PIPE, check=False
    )
    if done.returncode:
        said = done.stderr.decode(errors="replace")
        problems = re.findall("ERROR: .*", said) or [f"exit status {done.returncode}, {said.strip()}"]
        advice = "connect to a package index, or name one in PIP_INDEX_URL, and try again"
        fail(f"pip could not install the tools ({problems[-1].strip()}); {advice}")


def link_package() -> None:
    """Make the package as it is installed, by links to the folders here, for the type checker and for editors."""
    package = CHECKOUT / "legacy_scorers"
    shutil.rmtree(CHECKOUT, ignore_errors=True)
    package.mkdir(parents=True)
    folders = [marker.parent for marker in ROOT.glob("*/py.typed") if marker.parent.name != package.name]
    for path in [*(ROOT / package.name).glob("*.py*"), *folders]:
        (package / path.name).symlink_to(os.path.relpath(path, package), target_is_directory=path.is_dir())


def show_package() -> None:
    """Let the environment's Python, and editors that read its paths, find that package."""
    code = "import sysconfig; print(sysconfig.get_path('purelib'))"
    found = subprocess.run([str(PYTHON), "-c", code], capture_output=True, text=True, check=True)
    (Path(found.stdout.strip()) / "checkout.pth").write_text(f"{CHECKOUT}\n", encoding="utf-8")


def call(*words: str) -> None:
    """Run the environment's Python in the project's folder; end with its exit status if it fails."""
    run(PYTHON, *words)


def run(python: Path, *words: str) -> None:
    """Run ``python`` in the project's folder; end with its exit status if it fails."""
    process = subprocess.Popen([str(python), *words], cwd=ROOT)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program gets it, too, and has a summary to print
    status = process.wait()
    signal.signal(signal.SIGINT, before)
    if status:
        raise SystemExit(status)


def fail(problem: str) -> NoReturn:
    """End with one line that says what is wrong and what to do."""
    raise SystemExit(f"develop.py: {problem}")


def say(step: str) -> None:
    """Say on standard error what takes time now."""
    print(f"develop.py: {step}", file=sys.stderr, flush=True)


def demo() -> None:
    """Score the bundled submissions and show the reports."""
    call("examples/demo.py")


def test() -> None:
    """Format, lint, type-check and test."""
    say("checking format and style")
    call("-m", "ruff", "format", "--check", ".")
    call("-m", "ruff", "check", ".")
    say("running the tests, which takes some minutes, and checking types beside them")
    types = subprocess.Popen(
        [str(PYTHON), "-m", "mypy"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        call("-m", "pytest", "-n", WORKERS)
    finally:
        found, _ = types.communicate()
        if types.returncode:
            print(found, flush=True)
    if types.returncode:
        fail("types are wrong")


def nightly() -> None:
    """Test with the long fuzz profile."""
    os.environ["HYPOTHESIS_PROFILE"] = "nightly"
    os.environ["PYTEST_ADDOPTS"] = "-o faulthandler_timeout=0"  # some of its tests take long
    test()


def versions() -> None:
    """Test with every supported Python that is installed, each in an environment of its own."""
    for minor in MINOR_VERSIONS:
        interpreter = find_interpreter(minor)
        print(f"Python 3.{minor}: {interpreter or 'not installed, skipped'}", flush=True)
        if interpreter:
            with tempfile.TemporaryDirectory() as folder:
                say("making an environment for it")
                run(Path(interpreter), "-m", "venv", folder)
                python = Path(folder) / PYTHON.relative_to(ENVIRONMENT)
                install_tools(python)
                say("running the tests, which takes some minutes")
                run(python, "-m", "pytest", "-n", WORKERS)


def find_interpreter(minor: int) -> str | None:
    """Return a Python 3.``minor`` that runs: on the path, or among those of pyenv."""
    name = f"python3.{minor}"
    managed = (Path.home() / ".pyenv" / "versions").glob(f"3.{minor}.*/bin/{name}")
    for candidate in [*map(str, managed), shutil.which(name)]:
        if candidate and not subprocess.call([candidate, "-c", "import ensurepip, venv"], stderr=subprocess.DEVNULL):
            return candidate
    return None


def benchmark() -> None:
    """Measure every command and print the table."""
    say("measuring every command, which takes some minutes")
    call("-m", "benchmarks.run")


def size() -> None:
    """Count lines, modules, code and functions by package."""
    call("-m", "benchmarks.size")


def release(version: str) -> None:
    """Set the version, date the changelog, build the release into the folder dist and try it."""
    call("release.py", version)


TASKS: dict[str, Callable[..., None]] = {
    task.__name__: task for task in (demo, test, nightly, versions, benchmark, size, release)
}


def main(words: list[str]) -> int:
    """Run the named task."""
    if sys.version_info < (3, 10):
        print("develop.py: Python 3.10 or later is needed", file=sys.stderr)
        return 1
    task, *rest = words or [""]
    if task not in TASKS or len(rest) != (task == "release"):
        print(__doc__, file=sys.stderr)
        return 2
    install()
    link_package()
    TASKS[task](*rest)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
