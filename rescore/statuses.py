"""The exit statuses of ``rescore``; 0 says that there is nothing to report."""

from __future__ import annotations

DIFFERENT = 1  # figures differ, or something is suspicious
USAGE = 2  # the command line, the manifest or the store is wrong, or a library is missing
UNSCORED = 3  # something cannot be read, scored or compared
