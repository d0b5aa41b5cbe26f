"""Score the bundled submissions with every command and show the reports: ``python examples/demo.py``."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = [
    "scorer2 {examples}/scorer2/answers {examples}/scorer2/key {examples}/scorer2/sensemap -g mixed",
    "FairEval.py --config {examples}/faireval/demo.config",
    "MATScore --file {examples}/matscore/hyp/trip.json --ref_file {examples}/matscore/ref/trip.json "
    "--content_annotations PER,LOC --by_character --details",
    "muc-score {examples}/muc/demo.config",
]
REPORTS = {"muc-score": ["demo.scores"]}


def show(text: str) -> None:
    """Print without holding back, so that the lines of parent and child keep their order."""
    print(text, flush=True)


def main() -> int:
    """Run every command from the project's folder and return the first exit status that is not 0."""
    status = 0
    for command in COMMANDS:
        program, *words = shlex.split(command.format(examples="examples"))
        show(f"\n$ bin/{program} {shlex.join(words)}")
        status = subprocess.call([sys.executable, str(ROOT / "bin" / program), *words], cwd=ROOT) or status
    return status


if __name__ == "__main__":
    raise SystemExit(main())
