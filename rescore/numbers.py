"""Numbers on command lines, for click: what is none is refused in plain words."""

from __future__ import annotations

import math
from typing import Any

import click


class Whole(click.IntRange):
    """A whole number."""

    name = "whole number"


class Real(click.FloatRange):
    """A number, or ``inf``."""

    name = "number"

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as in click
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        """Return the number. What is none by its own name lies in every range, and is refused, too."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is not a valid number.", param, ctx)
        return number
