"""What to do about the findings of scorer.pl that no other scorer has."""

from __future__ import annotations

WHOLE_RUN = {
    "metric-unknown": "Choose one of the metrics muc, bcub, ceafm, ceafe and blanc, or all of them (all).",
    "begin-missing": "Begin documents with '#begin document (NAME); part 000', and end them with '#end document'.",
}
ADVICE = {
    "bracket-discarded": "Write only the number of the chain; the mention is not read.",
    "bracket-in-word": "Separate columns by tabs; otherwise brackets anywhere in the line are mentions.",
    "bracket-unmatched": "Begin and end each mention in its document; otherwise the run stops, or loses the mention.",
    "duplicate-mention": "Put each mention into one chain; repeats count twice, are dropped, or end the run.",
    "end-before-begin": "Number one of the chains differently, or end the mention a token earlier; both are misread.",
    "singletons-one-side": "Remove the singletons, or add them to both sides; all metrics but MUC count them.",
}
