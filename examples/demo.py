"""Score the bundled submissions with every command and rescore an archive: ``python examples/demo.py [FOLDER]``.

The commands are those in the folder, or in ``bin`` of the checkout.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = [
    "scorer2 examples/scorer2/answers examples/scorer2/key examples/scorer2/sensemap -g mixed",
    "FairEval.py --config examples/faireval/demo.config",
    "MATScore --file examples/matscore/hyp/trip.json --ref_file examples/matscore/ref/trip.json "
    "--content_annotations PER,LOC --by_character --details",
    "muc-score examples/muc/ne.config",
    "conlleval < examples/conlleval/output",
    "scorer.pl all examples/coref/key examples/coref/response none",
    "evalb -p examples/evalb/sample.prm examples/evalb/gold examples/evalb/test",
    "m2scorer examples/m2scorer/system examples/m2scorer/gold.m2",
    "iobes --from iob --to iobes examples/iobes/match.iob.conll",
]
# Its exit status tells of the faults that are planted in it.
ARCHIVE = "rescore run --store results --format md examples/archive"
REPORT_FILES = {"muc-score": "examples/muc/ne.scores"}


def show(text: str) -> None:
    """Print without holding back, so that the lines of parent and child keep their order."""
    print(text, flush=True)


def main() -> int:
    """Run every command in a copy of the examples and return the last exit status that is not 0."""
    status = 0
    commands = Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT / "bin"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examples", Path(folder) / "examples")
        for command in COMMANDS:
            show(f"\n$ bin/{command}")
            line, _, source = command.partition(" < ")
            program, *words = shlex.split(line)
            with open(Path(folder) / (source or os.devnull), "rb") as stdin:
                called = [sys.executable, str(commands / program), *words]
                status = subprocess.call(called, cwd=folder, stdin=stdin) or status
            if program in REPORT_FILES:
                show(f"\n$ cat {REPORT_FILES[program]}")
                show((Path(folder) / REPORT_FILES[program]).read_text(encoding="utf-8"))
        show(f"\n$ bin/{ARCHIVE}")
        program, *words = shlex.split(ARCHIVE)
        subprocess.call([sys.executable, str(commands / program), *words], cwd=folder)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
