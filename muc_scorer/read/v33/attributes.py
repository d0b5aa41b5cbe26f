"""The attributes of an open tag (scoring manual, SGML)."""

from __future__ import annotations

from common.errors import InputError
from common.memo import Memo


class Attributes:
    """Reads what stands in open tags after their names.

    Most often all values are in double quotes. Such text is cut up at the quotes: every other piece is a value then,
    and the pieces between them, the form, recur from tag to tag. What a form means is found out once.
    """

    __slots__ = ("_attribute", "_names")

    def __init__(self) -> None:
        import re

        self._attribute = re.compile(
            rb"""([A-Za-z][\w.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))|(\S.*)""", re.DOTALL
        )
        self._names: Memo[tuple[bytes, ...], list[bytes] | None] = Memo(_names)

    def read(self, text: bytes) -> dict[bytes, bytes]:
        """Return the values by lower-case name.

        Raises :class:`InputError` without a place for what is not written ``NAME="value"`` and for a name given twice.
        """
        pieces = text.split(b'"')
        form, values = tuple(pieces[::2]), pieces[1::2]
        names = self._names[form]
        if names is None or len(values) == len(form):  # then the last quote is not closed
            return self.read_any(text)
        return dict(zip(names, values))

    def read_any(self, text: bytes) -> dict[bytes, bytes]:
        """Do the same, however the values are written."""
        found = self._attribute.findall(text)
        rest = found[-1][-1] if found else b""
        if rest.partition(b"=")[2].lstrip()[:1] in (b'"', b"'"):
            raise InputError("a value in quotes is not closed before the '>', which ends the tag in any case")
        if rest:
            raise InputError('the attributes of the tag must be written NAME="value"')
        values = {name.lower(): double or single or bare for name, double, single, bare, _ in found}
        if len(values) != len(found):
            raise InputError("the tag has an attribute twice")
        return values


def _names(form: tuple[bytes, ...]) -> list[bytes] | None:
    """Return the names of a form, None unless it consists of names with equal signs, and nothing after the values."""
    import re

    *before, rest = form
    found = [re.fullmatch(rb"\s*([A-Za-z][\w.-]*)\s*=\s*", piece) for piece in before]
    names = [match[1].lower() for match in found if match]
    return names if len({*names}) == len(before) and not rest.strip() else None
