"""PLY builds the tables of the grammars; ``python -m tests.muc_scorer.grammar_tables`` puts them into the package."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Any

from ply.yacc import Grammar as Productions
from ply.yacc import LRGeneratedTable

from muc_scorer.read.config import MainGrammar
from muc_scorer.read.slotmap import MapGrammar, SlotGrammar
from muc_scorer.read.v33.records import RecordReader
from muc_scorer.read.v1997.templates import TemplateReader
from tests.golden_cases import ROOT

if TYPE_CHECKING:
    from muc_scorer.read.parsing import Grammar

GRAMMARS: list[type[Grammar]] = [MainGrammar, SlotGrammar, MapGrammar, TemplateReader, RecordReader]
FILE = ROOT / "muc_scorer" / "read" / "tables.py"


def lalr_table(grammar: type[Grammar]) -> Any:  # noqa: ANN401 - PLY's table
    """Return the table that PLY builds for a grammar."""
    productions = Productions(grammar.tokens)
    for name in dir(grammar):
        for rule in getattr(getattr(grammar, name), "rules", ()):
            symbol, _, *symbols = rule.split()
            productions.add_production(symbol, symbols, name)
    productions.set_start(grammar.start)
    return LRGeneratedTable(productions)


def arguments(grammar: type[Grammar]) -> list[Any]:
    """Return what :mod:`muc_scorer.read.tables` keeps of the table."""
    table = lalr_table(grammar)
    productions = [(production.name, production.len, production.func) for production in table.lr_productions]
    steps, defaults = {}, {}
    for state, found in table.lr_action.items():
        reductions = [step for step in found.values() if step < 0]
        default = max(reductions, key=reductions.count) if reductions else None
        if default is not None:
            defaults[state] = default
        if others := {token: step for token, step in found.items() if step != default}:
            steps[state] = others
    return [productions, steps, defaults, {state: gotos for state, gotos in table.lr_goto.items() if gotos}]


def written(grammar: type[Grammar]) -> str:
    """Return a table as the package has it: names in double quotes, lines that end after an item."""
    texts = [re.sub(r"'([\w$]+)'", r'"\1"', repr(argument)) for argument in arguments(grammar)]
    tied = [re.sub(r"\([^()]*\)|: ", lambda found: found[0].replace(" ", "\0"), text) for text in texts]
    indent = " " * 8
    lines = [textwrap.fill(f"{text},", 120, initial_indent=indent, subsequent_indent=f"{indent} ") for text in tied]
    return "\n".join([f'    "{grammar.__name__}": (', *lines, "    ),\n"]).replace("\0", " ")


if __name__ == "__main__":
    before, *_ = FILE.read_text(encoding="ascii").partition("TABLES: ")
    FILE.write_text(f"{before}TABLES: dict[str, Table] = {{\n{''.join(map(written, GRAMMARS))}}}\n", encoding="ascii")
