"""Numbers on command lines, for click: what is none is refused in plain words."""

from __future__ import annotations

import click


class Whole(click.IntRange):
    """A whole number."""

    name = "whole number"


class Real(click.FloatRange):
    """A number."""

    name = "number"
