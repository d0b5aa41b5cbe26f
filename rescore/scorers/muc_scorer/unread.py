"""Files of muc-score that are not what is read in their place."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.muc_scorer.read.config import parse_config
from legacy_scorers.muc_scorer.read.messages import Fatal, Messages, is_of_muc4
from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.scorers.checks import Finding, odd_bytes, quoted


def failure_findings(words: Sequence[str], host: Archive) -> Iterator[Finding]:
    """Find carriage returns, which become part of settings, and files of another kind than those that are read."""
    file, *others = words
    content = host.read(file) if host.kind(file) else b""
    yield from odd_bytes(file, content, "crlf")
    first = next(iter(content.removeprefix(BOM_UTF8).split(None, 1)), b"")
    if content and not first.startswith((b":", b'"', b"#")):
        what = f", and {counted(len(others), 'further file')} that nothing reads" if others else ""
        yield Finding("configuration-expected", f"{quoted(first)} begins no configuration{what}", file, 1)
    host = host.with_files({host.place(file): content})  # which is read once
    for name in [file, *_inputs(file, host)]:
        yield from _muc4_findings(name, host)


def _inputs(file: str, host: Archive) -> list[str]:
    """Return the files of key and response that a configuration names, if it can be read."""
    try:
        config = parse_config(os.fsencode(file), Messages(host))
    except (Fatal, InputError):
        return []
    return [os.fsdecode(name) for name in (config.key_file, config.response_file) if name]


def _muc4_findings(file: str, host: Archive) -> Iterator[Finding]:
    """Find the first template of MUC-3 or MUC-4."""
    for number, line in enumerate(host.read(file).splitlines() if host.kind(file) else (), 1):
        if is_of_muc4(line):
            yield Finding("template-of-muc-4", f"{quoted(line)} begins a template of MUC-3 or MUC-4", file, number)
            return
