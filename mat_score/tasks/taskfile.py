"""A task file as a tree of elements, each of which knows its line."""

from __future__ import annotations

from common.errors import InputError
from mat_score.encoding import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lxml.etree import _Element


class TaskError(InputError):
    """A task file that makes no sense; it names the file and the element's line."""

    def __init__(self, element: _Element, problem: str) -> None:
        line = element.sourceline
        super().__init__(problem, element.getroottree().docinfo.URL, line if isinstance(line, int) else None)


def parse_task_file(path: str) -> _Element:
    """Return the root element, without comments; entities, external or not, are refused.

    Raises :class:`InputError` for a file that is not well-formed, ``OSError`` for one that cannot be read.
    """
    try:
        from lxml import etree
    except ImportError:
        raise InputError("task files are read by lxml; install it: python3 -m pip install lxml", path) from None

    with open(path, "rb") as file:
        source = file.read()
    path = shown(path).encode("utf-8", "backslashreplace").decode()
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(source, parser, base_url=path)
    except etree.XMLSyntaxError as error:
        if b"<!DOCTYPE" in source and b"<!ENTITY" in source:  # mostly too much of them, in words that help nobody
            raise _entities_refused(path, source) from None
        raise InputError(f"not well-formed XML: {error.msg}", path, error.lineno) from None
    declared = root.getroottree().docinfo.internalDTD
    if declared is not None and any(True for _ in declared.iterentities()):  # type: ignore[union-attr]
        raise _entities_refused(path, source)
    return root


def _entities_refused(path: str, source: bytes) -> InputError:
    line = source.count(b"\n", 0, max(source.find(b"<!ENTITY"), 0)) + 1
    return InputError("a task file must not declare entities; write out what they stand for", path, line)


def children(element: _Element, tag: str) -> list[_Element]:
    """Return the children with this tag."""
    return [child for child in element if child.tag == tag]


def required(element: _Element, name: str) -> str:
    """Return an attribute's value. Raises :class:`TaskError` if it is absent."""
    value = element.get(name)
    if value is None:
        raise TaskError(element, f"<{element.tag}> needs the attribute {name}")
    return value


def items(text: str) -> tuple[str, ...]:
    """Split a list at its commas and strip the items."""
    return tuple([item.strip() for item in text.split(",")])
