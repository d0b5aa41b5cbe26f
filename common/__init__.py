"""What the scorers share. Nothing in it imports a scorer."""

from legacy_scorers import __version__ as VERSION  # noqa: N812 - a constant, as our modules see it

SUITE = "legacy-scorers"

__all__ = ["SUITE", "VERSION"]
