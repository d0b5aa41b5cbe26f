"""Fields of tables without their markup: that of Markdown and HTML, or of LaTeX.

Strangers write tables. So what a pattern looks for has a bounded length, or each run of characters is read from its
begin only: else time would grow with the square.
"""

from __future__ import annotations

import html
import re

_LINK = re.compile(r"!?\[([^][]*)\](?:\((?:[^()\s]|\([^()\s]*\))*\)|\[[^][]*\])|\\href\{[^{}]*\}(?=\{)")
_BOLD = re.compile(r"(\*\*|__|\*|`)(\S|\S.*\S)\1")  # of Markdown, around a whole field
_RAISED = re.compile(r"<su[pb]\b[^<>]*>(.{0,200}?)</su[pb]>", re.IGNORECASE | re.DOTALL)
_BREAK = re.compile(r"<br\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(  # of elements within a field; MATScore calls all labels <all>
    r"</?(?:a|abbr|b|big|cite|code|del|div|em|font|i|img|ins|kbd|mark|p|q|s|small|span|strong|su[bp]|tt|u|var)\b[^<>]*>",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"\\[a-zA-Z]+\*?(?:\{([^{}]*)\}|\s+|(?=[^a-zA-Z{]))")
_CITED = re.compile(r"(?<![~\s])(?:~|\s)*\\cite[a-z]*\*?(?:\[[^]]{0,200}\])*\{[^{}]*\}")
_LATEX_RAISED = re.compile(r"\\(?:textsuperscript|footnote(?:mark)?|tnote)\s*(?:\[[^]]{0,200}\])?(?=\{)")
_LONG_NUMBER = re.compile(r"&(?=#[0-9]{100})")  # of no character, and Python refuses to read those of 5,000 digits
_MAX_DEPTH = 10  # of commands, or of signs of bold type, within each other
_LATEX_SIGNS = {r"\pm": "±", r"\%": "%", r"\_": "_", r"\&": "&", r"\#": "#", "~": " ", r"\,": "", "--": "–"}


def plain(field: str) -> str:
    """Return a field without blanks around it, and without the markup of links, bold type and HTML.

    What is raised, such as a footnote, follows ``^``.
    """
    if "<" in field:
        field = _TAG.sub("", _BREAK.sub(" ", _RAISED.sub(r"^\1", field)))
    field = _LINK.sub(r"\1", unescaped(field)).strip()
    for _ in range(_MAX_DEPTH):
        if not (found := _BOLD.fullmatch(field)):
            break
        field = found[2]
    return field


def unescaped(text: str) -> str:
    """Return a text of HTML with the characters that its references stand for."""
    return html.unescape(_LONG_NUMBER.sub("&amp;", text))


def of_latex(field: str) -> str:
    """Return a field of LaTeX as text, without citations."""
    field = _LATEX_RAISED.sub("^", _LINK.sub(r"\1", _CITED.sub("", field)))
    for sign, meant in _LATEX_SIGNS.items():
        field = field.replace(sign, meant)
    for _ in range(_MAX_DEPTH):  # the innermost command first
        field = _COMMAND.sub(lambda found: found[1] or "", field)
    return " ".join(re.sub(r"[{}$]", "", field).split())
