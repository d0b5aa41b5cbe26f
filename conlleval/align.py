"""Where phrases of key and response begin and end, and which of them are correct (page, 'How tags are read').

Each line, a token or a sentence end, is compared with the line before. Phrases are not collected. One flag, *alike*,
says that phrases of one type began together and have not ended since. Where both end together, one phrase is correct.
With proper tags this finds the phrases with the same begin, end and type on both sides. With other tags, several begins
can share one end; then the last begin that two phrases had in common counts.
"""

from __future__ import annotations

from common.memo import Memo
from common.phrases import OUTSIDE, begins, ends
from conlleval.read import SENTENCE_END

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from conlleval.columns import Columns

    Tag: TypeAlias = tuple[str, bytes]  # letter and type
    ReadTag: TypeAlias = Callable[[bytes], Tag]
    # The types of the phrases that begin in the key and in the response, the type of the correct phrase that ends, and
    # whether the token has the same tag on both sides; None for what does not occur.
    Signature: TypeAlias = tuple[bytes | None, bytes | None, bytes | None, bool | None]
    Sides: TypeAlias = tuple[bool, bool]
    Aligned: TypeAlias = tuple[Columns, "Step"]

NO_TAG: Tag = (OUTSIDE, b"")  # of the lines where sentences end


class State:
    """What the next line needs of a line: the tags of key and response, and whether phrases are *alike*."""

    __slots__ = ("alike", "tags")

    def __init__(self, tags: tuple[Tag, Tag], alike: bool) -> None:
        self.tags = tags
        self.alike = alike


class Step:
    """What happens at a line: on which side a phrase ends before it, what it adds to the report, and the new state."""

    __slots__ = ("ends", "signature", "state")

    def __init__(self, ends: Sides, signature: Signature, state: State) -> None:
        self.ends = ends
        self.signature = signature
        self.state = state


def read_tag(text: bytes) -> Tag:
    """Cut a tag at its first hyphen. The type ``0`` is read as an empty one."""
    letter, _, type_ = text.partition(b"-")
    return letter.decode("latin-1"), b"" if type_ == b"0" else type_


def read_raw(outside: bytes) -> ReadTag:
    """Return the reader of raw tags (``-r``): each is the type of a one-token phrase, but for ``outside`` (``-o``)."""
    return lambda text: NO_TAG if text in (b"O", outside) else read_tag(b"B-" + text)


def align(lines: Iterable[Columns], read_tag: ReadTag) -> Iterator[Aligned]:
    """Yield each line with its step, and at the end one more sentence end."""

    def step_of(line: tuple[State, bytes | None, bytes | None]) -> Step:
        state, key, response = line
        if key is None or response is None:
            return _step(state, (NO_TAG, NO_TAG), None, states)
        tags = read_tag(key), read_tag(response)
        return _step(state, tags, tags[0] == tags[1], states)

    states: Memo[tuple[tuple[Tag, Tag], bool], State] = Memo(lambda content: State(*content))
    steps = Memo(step_of)  # the same few tags follow each other again and again
    state = State((NO_TAG, NO_TAG), False)
    for columns in lines:
        step = steps[state, columns[-2], columns[-1]] if columns else steps[state, None, None]
        state = step.state
        yield columns, step
    (_, type_), _ = state.tags
    yield SENTENCE_END, Step((True, True), (None, None, type_ if state.alike else None, None), State(state.tags, False))


def _step(
    state: State, tags: tuple[Tag, Tag], same: bool | None, states: Memo[tuple[tuple[Tag, Tag], bool], State]
) -> Step:
    """Return the step from the line before, ``state``, to a line with these tags."""
    key, response = [(*before, *tag) for before, tag in zip(state.tags, tags)]
    (_, type_before), _ = state.tags
    (_, key_type), (_, response_type) = tags
    ended = ends(*key), ends(*response)
    correct = state.alike and all(ended)
    alike = state.alike and not any(ended) and key_type == response_type
    begun = begins(*key), begins(*response)
    alike = alike or (all(begun) and key_type == response_type)
    signature = (
        key_type if begun[0] else None,
        response_type if begun[1] else None,
        type_before if correct else None,
        same,
    )
    return Step(ended, signature, states[tags, alike])
