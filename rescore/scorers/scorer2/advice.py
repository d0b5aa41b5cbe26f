"""What to do about the findings of scorer2 that no other scorer has."""

from __future__ import annotations

WHOLE_RUN = {
    "item-missing": "Put the lexical item before the instance, with one blank between.",
    "item-differs": "Write the lexical items as the key does; answers to other items are not scored.",
    "weight-in-key": "Remove the weights from the key; all its senses are correct.",
    "key-not-sorted": "Sort it by ITEM_INSTANCE (see docs/scorer2.md); answers to the other lines are not scored.",
    "sense-map-not-sorted": "Sort the map by bytes (LC_ALL=C sort); senses in lines not found have no parents.",
    "granularity-without-map": "Name a sense map, or remove -g; the scores are fine-grained.",
}
ADVICE = {
    "answer-refused": "Correct or remove these lines; they are not scored.",
    "cut-by-byte": "Remove the byte; nothing after it is read.",
    "duplicate-instance": "List each instance once; only one of the lines is scored.",
    "duplicate-sense": "Give each sense one line in the map; only one of them is used.",
    "no-final-newline": "End the last line with a newline; without one, it is lost.",
    "not-one-blank": "Put exactly one blank between item and instance; otherwise wrong names are read.",
    "sense-not-in-map": "Add the sense to the map; without a line, it matches only itself.",
    "senses-joined": "Put a blank between senses; otherwise they are read as one.",
    "weight-not-number": "Write the weight as a number with a point; only what is a number at its beginning is read.",
}
