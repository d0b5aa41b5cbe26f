"""The methods of evaluation and the kinds of matches, by the names that reports have for them (Ortmann 2022)."""

from __future__ import annotations

METHODS = TRADITIONAL, FAIR, WEIGHTED = "traditional", "fair", "weighted"
SIDES = "target", "system"
BOTH = "both"  # of matches that traditional and fair evaluation count alike

TP, FP, FN = "TP", "FP", "FN"
LE, BE, LBE = "LE", "BE", "LBE"  # labelling, boundary, labelling-boundary error
BES, BEL, BEO = "BES", "BEL", "BEO"  # boundary errors: the system's span is smaller, larger, or overlaps at one end
