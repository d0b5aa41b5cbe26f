"""Reports of m2scorer: precision, recall and F; with ``-v`` their counts, and before them each sentence."""

from __future__ import annotations

import re
import sys

from legacy_scorers.m2_scorer.tally import ALL, EDITS
from legacy_scorers.rescore.reports.model import DETAILS, Form, Layout

_FIGURE = r"[-+\d.einfa]+"  # inf and nan, too
_NO_FIGURE = {"beta": str}  # it names the figure
_BETA = rf"(?P<beta>{_FIGURE})"


class M2Report(Layout):
    """The report; what it says of a sentence are counts and figures of the run so far, which it only lists."""

    name = "m2scorer"
    recognised = rb"^[^\S\n]*(?:>>\s+Annotator:\s+-?\d+[^\S\n]*$|Precision\s+:\s+\S+\s+Recall\s+:\s+\S+\s+F_\S+\s+:\s)"
    listings = (DETAILS,)
    max_line = sys.maxsize
    sentence = 1
    annotator = ""

    _all = Form(
        rf"\s*(?:Precision : ({_FIGURE})|Recall : ({_FIGURE})|P = ({_FIGURE})|R = ({_FIGURE}))",
        ALL,
        ("precision", "recall", "precision", "recall"),
        table=EDITS,
    )
    _f = Form(rf"\s*F_{_BETA}(?: : | = )(?P<F>{_FIGURE})", ALL, table=EDITS, values=_NO_FIGURE)
    _counts = Form(
        r"\s*(?:CORRECT EDITS : (\d+)|PROPOSED EDITS : (\d+)|GOLD EDITS : (\d+))",
        ALL,
        ("correct", "proposed", "gold"),
        table=EDITS,
    )

    @Form(r"\s*>> Annotator: (?P<annotator>-?\d+)", table=DETAILS)
    def _title(self, found: re.Match[str]) -> str:
        self.annotator = found["annotator"]
        return self._row(found)

    def _row(self, found: re.Match[str]) -> str:
        return f"{self.sentence} by {self.annotator}"

    _texts = Form(
        r"\s*(?:SOURCE\s+:\s*(.*)|HYPOTHESIS\s+:\s*(.*)|EDIT SEQ : (.*)|GOLD EDITS : (.*)|CORRECT EDITS : (.*))",
        columns=("source", "hypothesis", "proposed edits", "gold edits", "correct edits"),
        table=DETAILS,
    )(_row)
    _so_far = Form(
        rf"\s*(?:# correct : (\d+)|# proposed : (\d+)|# gold : (\d+)|precision : ({_FIGURE})|recall : ({_FIGURE})"
        rf"|f_{_BETA} : ({_FIGURE}))",
        columns=("correct", "proposed", "gold", "precision", "recall", "F"),
        table=DETAILS,
        values=_NO_FIGURE,
    )(_row)
    _mark = Form(r"\s*(?P<mark>[!*&]) (?P<edit>\(.*\))", numbered=True, table=DETAILS)(_row)
    _rule = Form(r"\s*-+")

    @Form(r"\s*>> Chosen Annotator for line (?P<_sentence>\d+) : (?P<chosen>-?\d+)", table=DETAILS)
    def _choice(self, found: re.Match[str]) -> str:
        self.sentence = int(found["_sentence"]) + 1
        return found["_sentence"]
