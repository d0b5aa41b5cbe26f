"""What a command must not load on the way to a score: start-up is what users of small scorers feel."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import GOLDEN, ROOT, Case, prepare

if TYPE_CHECKING:
    from pathlib import Path

NEVER = {
    "typing", "dataclasses", "logging", "argparse", "optparse", "pathlib", "csv", "tabulate", "numpy", "pkg_resources",
    "importlib.metadata", "inspect", "subprocess", "tempfile", "unittest", "decimal", "fractions", "datetime", "random",
}  # fmt: skip
MARKUP = {"lxml", "lxml.etree", "xml.parsers.expat", "pyexpat"}
PATTERNS = {"re", "enum", "functools", "collections"}
RUNS = [
    ("scorer2/basic_mixed_v", NEVER | MARKUP | PATTERNS | {"json", "ply", "common.iobes"}),
    ("faireval/basic_full_config", NEVER | MARKUP | {"json", "ply", "common.iobes"}),
    ("mat_score/b01_perfect", NEVER | MARKUP | PATTERNS | {"json", "ply", "mat_score.version13"}),
    ("mat_score/mat13_version_by_environment", NEVER | MARKUP | PATTERNS | {"json", "mat_score.align.similarity"}),
    ("mat_score/e01_xml_no_task", NEVER | PATTERNS | {"json", "ply", "lxml"}),
    ("muc_scorer/ne_mixed", NEVER | MARKUP | {"json"}),
    ("muc_scorer/te_mixed", NEVER | MARKUP | {"json"}),
    ("muc_scorer/muc33_co_clinton_summary", NEVER | MARKUP | {"json"}),
    ("muc_scorer/muc33_ne_timex_alt", NEVER | MARKUP | {"json"}),
    ("muc_scorer/muc33_st_right", NEVER | MARKUP | {"json"}),
    ("conlleval/delimiter_white", NEVER | MARKUP | PATTERNS | {"json", "ply", "common.iobes", "conlleval.evidence"}),
    ("evalb/many_sentences", NEVER | MARKUP | PATTERNS | {"json", "math", "evalb.debug", "evalb.evidence"}),
    ("coref_scorer/doc_all_verbose", NEVER | MARKUP | PATTERNS | {"json", "coref_scorer.evidence"}),
    ("m2_scorer/whole", NEVER | MARKUP | PATTERNS | {"json", "ply", "gzip", "common.iobes", "m2_scorer.evidence"}),
]


def loaded_modules(case: Case, folder: Path) -> set[str]:
    """Return the names of all modules that the case's command loads, without those of a bare interpreter."""
    prepare(case, folder)
    program, *words = case.words
    command = [sys.executable, "-I", "-X", "importtime", str(ROOT / "bin" / program), *words]
    environment = {**os.environ, **case.environment}
    with case.open_standard_input(folder) as stdin:
        done = subprocess.run(command, cwd=folder, env=environment, stdin=stdin, capture_output=True, check=False)
    bare = subprocess.run([*command[:4], "-c", "pass"], capture_output=True, check=True)
    return modules_in(done.stderr) - modules_in(bare.stderr)


def modules_in(stderr: bytes) -> set[str]:
    lines = [line for line in stderr.decode(errors="replace").splitlines() if line.startswith("import time:")]
    return {line.rsplit("|", 1)[1].strip().removeprefix("legacy_scorers.") for line in lines}


@pytest.mark.parametrize(("name", "denied"), RUNS, ids=[name for name, _ in RUNS])
def test_a_run_loads_only_what_it_needs(name: str, denied: set[str], tmp_path: Path) -> None:
    loaded = loaded_modules(Case(GOLDEN / name), tmp_path)
    assert loaded, "the run must have loaded its own package"
    assert not loaded & denied
