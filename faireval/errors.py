"""What can be wrong with a sentence, as long as its file is unknown."""

from __future__ import annotations


class RefusedSentenceError(Exception):
    """A sentence that is left out of the evaluation: it has no spans, and ``message`` is printed among the results."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class BadLineError(Exception):
    """A line that ends the evaluation. ``index`` counts the lines of the sentence from 0."""

    def __init__(self, problem: str, index: int) -> None:
        super().__init__(problem)
        self.problem = problem
        self.index = index


class UnlistedTokensError(Exception):
    """A span without a valid token list met a span with other boundaries. ``line`` is the span's line."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line
