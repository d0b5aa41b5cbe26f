"""The command ``muc-score``: reads the configuration and runs the version of the scorer that it asks for."""

from __future__ import annotations

import os

from legacy_scorers.common.cli import HELP, name_manual, point_to_check, uncollected_main_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.result import Observer
    from legacy_scorers.muc_scorer.read.config import Config
    from legacy_scorers.muc_scorer.rules import Rules


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the words after its name and return the exit status."""
    return uncollected_main_of("muc-score", score, argv)


def score(words: Sequence[str], host: Host, observer: Observer | None = None) -> int:
    """Score the run of the configuration file, the first word; further words are ignored.

    ``observer`` receives every document.
    """
    if not words:
        host.stderr.write(b"Usage: muc-score <configuration_filename>\n")
        return 1
    from legacy_scorers.muc_scorer.read.config import parse_config
    from legacy_scorers.muc_scorer.read.messages import Fatal, Messages

    try:
        config = parse_config(os.fsencode(words[0]), Messages(host))
        config.protect_inputs()
        correct = _rules(config).score(observer)
        point_to_check("muc-score", words, correct, host)
        return 0
    except Fatal as fatal:
        (host.stdout if fatal.on_stdout else host.stderr).write(fatal.message)
        if [*words] in HELP:  # to the 1997 program these are names of files
            name_manual("muc-score", host)
        elif host.stderr.isatty() and (advice := fatal.advice(words)):
            host.warn(f"muc-score: {advice}")
        return 1


def _rules(config: Config) -> Rules:
    from legacy_scorers.muc_scorer.read.config import COREFERENCE, V33

    if config.version != V33:
        from legacy_scorers.muc_scorer.rules1997 import Rules1997

        return Rules1997(config)
    from legacy_scorers.muc_scorer.rules33 import CoreferenceRules, ObjectRules

    return CoreferenceRules(config) if config.task == COREFERENCE else ObjectRules(config)
