"""How the parsers come by PLY and its tables."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from muc_scorer.read.tables import TABLES
from tests.golden_cases import ROOT
from tests.muc_scorer.grammar_tables import GRAMMARS, arguments, lalr_table

if TYPE_CHECKING:
    from pathlib import Path

    from muc_scorer.read.parsing import Grammar

OTHER_USER_OF_PLY = """
import sys
sys.path.insert(0, sys.argv[1])
from muc_scorer.read.parsing import _yacc
yacc = _yacc()
print("inspect" in sys.modules)
tokens = ["HELLO"]
def p_greeting(p):
    "greeting : HELLO"
yacc.yacc(write_tables=False, debug=False, errorlog=yacc.NullLogger())
import inspect
print(yacc.inspect.getmodule is inspect.getmodule)
"""


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_grammars_are_sound(grammar: type[Grammar]) -> None:
    table = lalr_table(grammar)
    assert not table.sr_conflicts
    assert not table.rr_conflicts
    assert not table.grammar.undefined_symbols()
    assert not table.grammar.unused_rules()
    assert not table.grammar.unused_terminals()


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_tables_are_those_of_the_grammars(grammar: type[Grammar]) -> None:
    assert [*TABLES[grammar.__name__]] == arguments(grammar)


def test_ply_stays_whole_although_it_is_loaded_without_inspect(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(OTHER_USER_OF_PLY)
    run = subprocess.run([sys.executable, program, ROOT], capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["False", "True"], run.stderr
