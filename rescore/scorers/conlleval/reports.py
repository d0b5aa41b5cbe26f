"""Reports of conlleval: counts and measures of all phrases, then the measures of each type; as text and for LaTeX."""

from __future__ import annotations

from legacy_scorers.conlleval.tally import OVERALL, TYPES
from legacy_scorers.rescore.reports.model import Form, Layout

_COUNTS = r"processed (?P<tokens>\d+) tokens with (?P<phrases>\d+) phrases; found: (?P<found>\d+) phrases; "
_SCORES = r"precision: (?P<precision>[\d.]+)%[;,] recall: (?P<recall>[\d.]+)%[;,] FB?1: (?P<FB1>[\d.]+)"  # F1 in ports
_COLUMNS = r"& (?P<precision>[\d.]+)\\% & (?P<recall>[\d.]+)\\% & (?P<FB1>[\d.]+) \\\\(?:\\hline)*"


class ConllevalReport(Layout):
    """The report as text."""

    name = "conlleval"
    recognised = rb"^[^\S\n]*processed\s+\d+\s+tokens\s+with\s+\d+\s+phrases;\s+found:"

    _phrases = Form(rf"\s*{_COUNTS}correct: (?P<correct>\d+)\.", "all", table=OVERALL)
    _all = Form(rf"\s*accuracy: (?P<accuracy>[\d.]+)%[;,] {_SCORES}", "all", table=OVERALL)

    _tags = Form(r"\s*accuracy: [\d.]+%; \(non-O\)")  # of ports to Python: tokens whose tag in the key is not O
    _type = Form(rf"\s*(?P<_type>.*): {_SCORES}(?: (?P<found>\d+))?", "{found[_type]}", numbered=True, table=TYPES)


class ConllevalTable(Layout):
    """The table for LaTeX (``-l``): a heading, a row for each type, and a row for all."""

    name, tables = "conlleval-latex", "conlleval"
    recognised = rb"^[^\S\n]*&\s+Precision\s+&\s+Recall\s+&\s+F\$_\{\\beta=\d\}\s"

    _heading = Form(r"\s*& Precision & Recall & F\$_\{\\beta=1\} \\\\(?:\\hline)*")
    _all = Form(rf"\s*Overall {_COLUMNS}", "all", table=OVERALL)
    _type = Form(rf"\s*(?P<_type>.*?)\s*{_COLUMNS}", "{found[_type]}", numbered=True, table=TYPES)
