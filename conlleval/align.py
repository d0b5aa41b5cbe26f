"""Where phrases of key and response begin and end, and which of them are correct (page, 'How tags are read').

Each line, a token or a sentence end, is compared with the line before. Phrases are not collected. One flag, *alike*,
says that phrases of one type began together and have not ended since. Where both end together, one phrase is correct.
With proper tags this finds the phrases with the same begin, end and type on both sides. With other tags, several begins
can share one end; then the last begin that two phrases had in common counts.
"""

from __future__ import annotations

from legacy_scorers.common.memo import Memo
from legacy_scorers.common.phrases import OUTSIDE, begins, ends
from legacy_scorers.conlleval.read import SENTENCE_END

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from legacy_scorers.conlleval.read import Columns

    Tag: TypeAlias = tuple[str, bytes]  # letter and type
    ReadTag: TypeAlias = Callable[[bytes], Tag]
    Texts: TypeAlias = tuple[bytes, bytes] | None  # the tags of a token, None where a sentence ends
    # The types of the phrases that begin in the key and in the response, the type of the correct phrase that ends, and
    # whether the token has the same tag on both sides; None for what does not occur.
    Signature: TypeAlias = tuple[bytes | None, bytes | None, bytes | None, bool | None]
    Aligned: TypeAlias = tuple[Columns, "Step"]

NO_TAG: Tag = (OUTSIDE, b"")  # of the lines where sentences end


class Step:
    """What happens at a line: the ``tags`` of key and response, and what they add to the report (``signature``).

    ``ends`` says on which side a phrase ends before the line, ``alike`` whether the phrases after it are alike so far,
    ``has_bounds`` whether any begins or ends there.
    """

    __slots__ = ("alike", "ends", "has_bounds", "signature", "tags")

    def __init__(self, tags: tuple[Tag, Tag], ends: tuple[bool, bool], signature: Signature, alike: bool) -> None:
        self.tags = tags
        self.ends = ends
        self.signature = signature
        self.alike = alike
        self.has_bounds = any(ends) or any(type_ is not None for type_ in signature[:-1])


def read_tag(text: bytes) -> Tag:
    """Cut a tag at its first hyphen. The type ``0`` is read as an empty one."""
    letter, _, type_ = text.partition(b"-")
    return letter.decode("latin-1"), b"" if type_ == b"0" else type_


def read_raw(outside: bytes) -> ReadTag:
    """Return the reader of raw tags (``-r``): each is the type of a one-token phrase, but for ``outside`` (``-o``)."""
    return lambda text: NO_TAG if text in (b"O", outside) else read_tag(b"B-" + text)


def align(lines: Iterable[Columns], read_tag: ReadTag) -> Iterator[Aligned]:
    """Yield each line with its step, and at the end one more sentence end."""

    def step_of(line: tuple[Texts, bool, Texts]) -> Step:
        before, alike, texts = line
        return _step(tags(before), alike, tags(texts), bool(texts))

    def tags(texts: Texts) -> tuple[Tag, Tag]:
        return (read_tag(texts[0]), read_tag(texts[1])) if texts else (NO_TAG, NO_TAG)

    steps = Memo(step_of)  # the same few tags follow each other again and again
    before: Texts = None
    alike = False
    for columns in lines:
        texts = (columns[-2], columns[-1]) if columns else None
        step = steps[before, alike, texts]
        before, alike = texts, step.alike
        yield columns, step
    last = tags(before)
    (_, type_), _ = last
    yield SENTENCE_END, Step(last, (True, True), (None, None, type_ if alike else None, None), False)


def _step(before: tuple[Tag, Tag], alike: bool, tags: tuple[Tag, Tag], is_token: bool) -> Step:
    key_before, response_before = before
    key, response = tags
    ended = ends(*key_before, *key), ends(*response_before, *response)
    begun = begins(*key_before, *key), begins(*response_before, *response)
    (_, type_before), (_, key_type), (_, response_type) = key_before, key, response
    signature = (
        key_type if begun[0] else None,
        response_type if begun[1] else None,
        type_before if alike and all(ended) else None,
        key == response if is_token else None,
    )
    goes_on = alike and not any(ended)
    return Step(tags, ended, signature, key_type == response_type and (goes_on or all(begun)))
