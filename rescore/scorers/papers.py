"""Papers that describe the measures of several scorers, as a paper cites them (docs/references.md)."""

from __future__ import annotations

VILAIN = (
    "Vilain, M., Burger, J., Aberdeen, J., Connolly, D., and Hirschman, L. (1995). "
    "A model-theoretic coreference scoring scheme. Proceedings of the Sixth Message Understanding Conference (MUC-6)."
)
