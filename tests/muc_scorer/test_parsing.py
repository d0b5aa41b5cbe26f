"""The grammars, and how their parsers come by PLY."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from ply import yacc

from muc_scorer.read.config import MainGrammar
from muc_scorer.read.parsing import lalr_table
from muc_scorer.read.slotmap import MapGrammar, SlotGrammar
from muc_scorer.read.v33_records import RecordReader
from muc_scorer.read.v1997_templates import TemplateReader
from tests.golden_cases import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from muc_scorer.read.parsing import Grammar

GRAMMARS = [MainGrammar, SlotGrammar, MapGrammar, TemplateReader, RecordReader]
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
    table = lalr_table(yacc, grammar.__new__(grammar))
    assert not table.sr_conflicts
    assert not table.rr_conflicts
    assert not table.grammar.undefined_symbols()
    assert not table.grammar.unused_rules()
    assert not table.grammar.unused_terminals()


def test_ply_stays_whole_although_it_is_loaded_without_inspect(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(OTHER_USER_OF_PLY)
    run = subprocess.run([sys.executable, program, ROOT], capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["False", "True"], run.stderr
