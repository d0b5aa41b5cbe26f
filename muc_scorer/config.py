"""The main configuration file: which task, which files, how strings are normalised (scoring manual, configuration)."""

from __future__ import annotations


class Config:
    """The options of a run.

    Values are bytes as given in the file, lists in order; file names have the base directory in front and are None
    where the option is missing. ``name`` is the configuration file as given on the command line.
    """

    __slots__ = (
        "class_defs",
        "corporate_designators",
        "key_file",
        "map_file",
        "map_history_file",
        "map_order",
        "name",
        "ne_allow_incorrect",
        "partition_file",
        "postmodifiers",
        "premodifiers",
        "report_file",
        "response_file",
        "score_file",
        "scorer_version",
        "scoring_task",
        "slot_defs",
        "slot_file",
        "text_file",
        "unrecognized",
        "use_ie_report_summary",
    )

    def __init__(self, name: bytes) -> None:
        self.name = name
        self.scorer_version: bytes | None = None
        self.scoring_task: bytes | None = None
        self.slot_file: bytes | None = None
        self.map_file: bytes | None = None
        self.text_file: bytes | None = None
        self.key_file: bytes | None = None
        self.response_file: bytes | None = None
        self.score_file: bytes | None = None
        self.report_file: bytes | None = None
        self.map_history_file: bytes | None = None
        self.partition_file: bytes | None = None
        self.premodifiers: list[bytes] = []
        self.postmodifiers: list[bytes] = []
        self.corporate_designators: list[bytes] = []
        self.map_order: list[bytes] = []
        self.class_defs: list[bytes] = []
        self.slot_defs: list[bytes] = []
        self.use_ie_report_summary: bytes | None = None
        self.ne_allow_incorrect: bytes | None = None
        self.unrecognized: list[bytes] = []


def parse_config(path: bytes) -> Config:
    """Read the main configuration file."""
    raise NotImplementedError(path)
