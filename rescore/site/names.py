"""Names of files that are safe everywhere, whatever they are made of."""

from __future__ import annotations

import re

_ODD = re.compile(r"[^a-z0-9_.-]+")
_LONGEST = 60  # characters
_TAKEN = {"index", "con", "prn", "aux", "nul", *[f"{port}{number}" for port in ("com", "lpt") for number in range(10)]}


class Names:
    """Gives each text that it is asked for a name of its own, in the order of asking.

    Names consist of small letters, digits and ``_.-``, so that they are the same in a path and in a link and no two
    differ by case alone. Where several texts would have the same name, or it means something to a system, ``~`` and a
    number follow.
    """

    __slots__ = ("_numbers",)

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def new(self, text: str) -> str:
        """Return the next name for a text."""
        name = _ODD.sub("-", text.lower())[:_LONGEST].strip("-.") or "unnamed"
        number = self._numbers[name] = self._numbers.get(name, 0) + 1
        return f"{name}~{number}" if number > 1 or name.partition(".")[0] in _TAKEN else name
