"""The report as users of the module hold it: an ordinary text file whose content takes its place when it is closed."""

from __future__ import annotations

import atexit
import io
import tempfile
import weakref

from common.atomic import write_reports


class ReportWriter(io.TextIOWrapper):
    """A text file (UTF-8) for the report ``path``, which stays as it is until the file is closed.

    A file that nobody closes is closed when it is dropped, at the latest when the program ends. Closing raises
    :class:`common.errors.InputError` if the report cannot be written.
    """

    def __init__(self, path: str) -> None:
        self._content = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the file around it
        super().__init__(self._content, encoding="utf-8", newline="\n")
        self._path = path
        _open.add(self)

    @property
    def name(self) -> str:
        """The path of the report."""
        return self._path

    def close(self) -> None:
        """Put the report in place."""
        if self.closed:
            return
        self.flush()
        self._content.seek(0)
        content = self._content.read()
        super().close()
        write_reports([(self._path, content)])


_open: weakref.WeakSet[ReportWriter] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    for report in list(_open):
        report.close()
