"""What to do about the findings of conlleval that no other scorer has."""

from __future__ import annotations

WHOLE_RUN = {
    "guess-missing": "Put the tags of the response into the last column; the key was read as the response.",
    "columns-differ": "Give each line the same number of columns, the last two for the tags of key and response.",
    "letter-last": "Convert the tags (iobes --suffix); the letter comes first, as in B-PER.",
    "raw-tags": "Score raw tags with -r; each is a phrase of one token.",
    "outside-tag": "Write O for tokens outside of phrases.",
    "tab-in-column": "Name what separates the columns (-d '\\t', or -d '\\s+' for any white space).",
}
ADVICE = {
    "letter-lower-case": "Convert the tags (iobes --ignore-case); conlleval knows letters in upper case only.",
    "letter-unknown": "Convert the tags (iobes --to bio); conlleval knows the letters B, I, E and O only.",
    "phrases-joined": "Convert both columns (iobes --to bio); adjacent phrases of one type are scored as one.",
    "tag-without-type": "Give the tag a type, write O, or score raw tags with -r; it has no name, or begins no phrase.",
}
