"""What to do about the findings of m2scorer that no other scorer has."""

from __future__ import annotations

ADVICE = {
    "annotator-missing": "Add a line of type noop for the annotator; in the sentence, he does not exist.",
    "annotator-without-edits": "Check that all edits are there; whoever changes little agrees best with him.",
    "case-or-blanks": "Write words as the source does: tokenised, and in its letter case; such edits count as wrong.",
    "duplicate-edit": "List each edit once; a proposed edit is correct once for each copy.",
    "edits-not-sorted": "Sort edits by their places; those before the last that was found are missed.",
    "edits-of-errant": "Name this gold with the figures; ERRANT cuts edits otherwise than annotators did.",
}
