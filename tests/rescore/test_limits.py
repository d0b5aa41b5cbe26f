"""Every limit and threshold of rescore in one table, limits.txt, with what it counts: to be read in one place.

A new or changed one changes the table: ``python -m tests.rescore.test_limits`` writes it anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.golden_cases import ROOT

TABLE = Path(__file__).with_name("limits.txt")
LIMIT = re.compile(r"^(_?[A-Z][A-Z_]*)(?:: \w+)? = [^\"'#\[{\n]*\d.*?(?: +# (.*))?$", re.MULTILINE)


def limits(path: Path) -> Iterator[str]:
    """Yield the numbers that a module names, with the comments of their lines."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    module = import_module(f"legacy_scorers.{name}")
    for line in LIMIT.finditer(path.read_text(encoding="utf-8")):
        value = getattr(module, line[1])
        if isinstance(value, (int, float)) or (isinstance(value, tuple) and not isinstance(value[0], (str, tuple))):
            yield f"{name.removeprefix('rescore.')} {line[1].strip('_')} = {value}{f': {line[2]}' if line[2] else ''}\n"


def table() -> str:
    return "".join([line for path in sorted((ROOT / "rescore").rglob("*.py")) for line in limits(path)])


def test_the_table_has_every_limit() -> None:
    assert table() == TABLE.read_text(encoding="utf-8")


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")
