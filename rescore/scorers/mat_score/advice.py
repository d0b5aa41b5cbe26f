"""What to do about the findings of MATScore that no other scorer has."""

from __future__ import annotations

WHOLE_RUN = {
    "document-skipped": "Repair the document; its pair is not scored.",
    "no-tokens": "Tokenise the hypotheses, or name the label of their tokens; nothing is counted by token.",
}
ADVICE = {
    "offset-not-number": "Write offsets as whole numbers, without quotes; otherwise the span matches nothing.",
    "ends-inclusive": "Add 1 to each end of the response; ends are exclusive, one more than the last character.",
    "offsets-from-one": "Subtract 1 from offsets of the response; characters count from 0, and ends are exclusive.",
    "label-not-selected": "Select these labels, or spell them as the selected ones; they are not scored.",
    "table-dropped": "Begin and end annotations at token boundaries, without overlaps; the table is missing.",
}
