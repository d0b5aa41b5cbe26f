"""What to do about the findings of evalb that no other scorer has."""

from __future__ import annotations

WHOLE_RUN = {
    "parameters-missing": "Name a parameter file (-p); without one, roots, traces and punctuation count.",
    "root-counts": "Name the root in DELETE_LABEL; it makes figures better.",
    "tree-expected": "Write a tree in each line, which begins with a bracket; other lines are errors.",
    "tree-over-lines": "Write each tree in one line; evalb reads line by line.",
    "errors-above-limit": "Repair the sentences, or allow more errors (-e 100000); at the next one, the run ends.",
    "beyond-original": "Do not compare these figures with old ones; the C program cannot count so many.",
}
ADVICE = {
    "deleted-one-side": "Tag the word so that both sides delete it, or neither; the sentence is not scored.",
    "functions-one-side": "Write functions of tags on both sides or on neither; unlike labels, tags are not cut.",
}
