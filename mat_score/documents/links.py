"""References between the annotations of a document."""

from __future__ import annotations

from common.keys import key_of
from mat_score.annotations import Annotation, DecodeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.annotations import Attribute


class Links:
    """The IDs of a document's annotations, and the values that name them, until the whole document is known."""

    __slots__ = ("_by_id", "_waiting")

    def __init__(self) -> None:
        self._by_id: dict[object, Annotation] = {}
        self._waiting: list[tuple[Annotation, Attribute]] = []

    def identify(self, id: object, annotation: Annotation) -> None:  # noqa: A002
        """Give the annotation an ID, a text or a number; no two annotations may share one."""
        if type(id) not in (str, int):
            raise DecodeError(f"{id!r} is no ID")
        key = key_of(id)
        if key in self._by_id:
            raise DecodeError(f"the ID {id} occurs twice")
        annotation.id = str(id)
        self._by_id[key] = annotation

    def expect(self, annotation: Annotation, attribute: Attribute) -> None:
        """Note that the annotation's value of this attribute names IDs."""
        self._waiting.append((annotation, attribute))

    def resolve(self) -> None:
        """Put annotations in the place of the IDs; a :class:`DecodeError` if one is unknown or not allowed there."""
        for annotation, attribute in self._waiting:
            value = annotation.values[attribute.name]
            if isinstance(value, tuple):
                annotation.values[attribute.name] = tuple([self._target(attribute, member) for member in value])
            else:
                annotation.values[attribute.name] = self._target(attribute, value)

    def _target(self, attribute: Attribute, id: object) -> Annotation:  # noqa: A002
        target = self._by_id.get(key_of(id))
        if target is None or id == "":
            raise DecodeError(f"no annotation has the ID {id}")
        if not attribute.permits(target):
            raise DecodeError(f"{attribute.name} must not refer to {target.label}")
        return target
