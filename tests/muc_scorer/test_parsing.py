"""How the parsers come by PLY."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from tests.golden_cases import ROOT

if TYPE_CHECKING:
    from pathlib import Path

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


def test_ply_stays_whole_although_it_is_loaded_without_inspect(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(OTHER_USER_OF_PLY)
    run = subprocess.run([sys.executable, program, ROOT], capture_output=True, text=True, check=False)
    assert run.stdout.split() == ["False", "True"], run.stderr
