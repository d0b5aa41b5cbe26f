"""Checks what the document type of an XML file declares, before any reader puts it into the elements.

A default value would be added to each tag without the attribute, so a file of 150 kB could need gigabytes.
"""

from __future__ import annotations

from legacy_scorers.mat_score.annotations import DecodeError, RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType

MAX_LEVELS = 1000  # entities that refer to others
MAX_ATTRIBUTES = 5000  # declared for one element


def check_document_type(source: bytes, encoding: str | None = None) -> None:
    """Raise :class:`RefusedError` if the document type declares what would take too much to read.

    The source is in ``encoding``, or by default in the one that it declares. Raises :class:`DecodeError` if it is not
    well-formed up to its first tag, or its encoding unknown. This takes a parser of its own: one with handlers for
    declarations would not pass these on as text.
    """
    from xml.parsers import expat

    parser = expat.ParserCreate(encoding)
    declarations = _Declarations(parser)
    parser.EntityDeclHandler = declarations.entity
    parser.AttlistDeclHandler = declarations.attribute
    parser.StartElementHandler = declarations.stop
    try:
        parser.Parse(source, True)
    except _DocumentStarted:
        return
    except (expat.ExpatError, LookupError, ValueError) as error:  # the last two for encodings that expat cannot read
        raise DecodeError(str(error)) from None


class _Declarations:
    """Counts the entities that refer to others, and the attributes of each element, and refuses too many.

    Expat expands nested entities by recursion, and compares each ID with all earlier attributes of the same element.
    """

    def __init__(self, parser: XMLParserType) -> None:
        self._parser = parser
        self._nested = 0
        self._attributes: dict[str, int] = {}

    def entity(self, name: str, is_parameter: bool, value: str | None, *identifiers: str | None) -> None:
        if value is not None and "&" in value:  # None for an entity outside the file, which is never read
            self._nested += 1
        if self._nested > MAX_LEVELS:
            self._refuse(f"more than {MAX_LEVELS} entities that refer to others; write them out")

    def attribute(self, element: str, attribute: str, kind: str, default: str | None, required: bool) -> None:
        if default is not None:
            self._refuse(f"a default for the attribute {attribute} of {element}; write it in the tags that need it")
        self._attributes[element] = self._attributes.get(element, 0) + 1
        if self._attributes[element] > MAX_ATTRIBUTES:
            self._refuse(f"more than {MAX_ATTRIBUTES} attributes of {element}; remove those that no tag needs")

    def stop(self, name: str, attributes: object) -> None:
        """End the parse at the first tag, which follows all declarations."""
        raise _DocumentStarted

    def _refuse(self, what: str) -> None:
        raise RefusedError(f"the document type declares {what}", self._parser.CurrentLineNumber)


class _DocumentStarted(Exception):  # noqa: N818
    pass
