"""Files of scorer.pl without a line that begins a document, and how to write one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from legacy_scorers.rescore.scorers.checks import Finding, new_file, quoted

_BEGIN_LINE = "#begin document "
_EXAMPLE = "(text); part 000"  # of a name
_PLAIN = re.compile(r"[\w ().,:;/+-]+")
_UD = re.compile(rb"^# *newdoc", re.MULTILINE)
_OTHER_FORMAT = (b"{", b"[", b"<")  # what JSON and XML begin with
# Programs of awk.
_ONE_DOCUMENT = 'BEGIN {print "#begin document %s"} {print} END {print "#end document"}'
_DOCUMENTS_OF_UD = (
    '/^# *newdoc/ {if (n++) print "#end document"; print "#begin document (" $NF "); part 000"; next} '
    '{print} END {print "#end document"}'
)
_BEGIN_AGAIN = 'tolower($0) ~ /begin document/ {sub(/^.*[Dd][Oo][Cc][Uu][Mm][Ee][Nn][Tt] */, "#begin document ")} 1'


def name_in(documents: Sequence[str]) -> str:
    """Return the name of a file's only document, if it has one that can be part of a command, or else an example."""
    return documents[0] if len(documents) == 1 and _PLAIN.fullmatch(documents[0]) else _EXAMPLE


def without_begin(file: str, content: bytes, name: str) -> Finding:
    """Return the finding that no line begins a document, with the first that looks like one that does.

    ``name`` is for a file that is a single document.
    """
    lines = enumerate(content.splitlines(), 1)
    line, like = next(((line, text) for line, text in lines if b"begin document" in text.lower()), (None, b""))
    problem = f"no line begins with {quoted(_BEGIN_LINE)}, so the file has no document"
    program = _DOCUMENTS_OF_UD if _UD.search(content) else _ONE_DOCUMENT % name
    if like:
        problem, program = f"{problem}; {quoted(like)} is read differently", _BEGIN_AGAIN
    advice = "Begin and end documents with '#begin document (NAME); part 000' and '#end document'"
    has_lines = bool(content.strip()) and not content.lstrip().startswith(_OTHER_FORMAT)
    mended = new_file(f"{advice}: awk '{program}' {{file}}", file) if has_lines else ""
    return Finding("begin-missing", problem, file, line, mended)
