"""Runs of scorer.pl on files that stand in a test."""

from __future__ import annotations

import re

from tests.running import Run, run_on

Figure = tuple[float, float, float, float]
FIGURES = re.compile(rb"([\w -]+): Recall: \((\S+) / (\S+)\) \S+%\tPrecision: \((\S+) / (\S+)\) \S+%\tF1: \S+%")


def document(name: str, *cells: str) -> bytes:
    """Return a document with a token for each cell."""
    lines = [f"{name}\t{number}\t{cell}\n" for number, cell in enumerate(cells)]
    return f"#begin document {name}\n{''.join(lines)}#end document\n".encode()


def scored(key: bytes, response: bytes, metric: str = "all", *name: str) -> Run:
    """Run the command in this process."""
    return run_on({"key": key, "response": response}, "scorer.pl", [metric, "key", "response", *name])


def totals(run: Run) -> list[tuple[bytes, Figure]]:
    """Return the numerators and denominators of the totals, each with its name, in their order."""
    found = [(line[1], tuple(map(float, line.groups()[1:]))) for line in FIGURES.finditer(run.stdout)]
    return [(name, (figure[0], figure[1], figure[2], figure[3])) for name, figure in found]
