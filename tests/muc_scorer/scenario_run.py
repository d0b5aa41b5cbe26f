"""A made-up scenario template run with the tallies of the manual's sample page.

One document holds the pairs of objects that are aligned or only put side by side, and the optional objects; seven are
relevant in the key only and hold what is missing, seven in the response only and hold what is spurious; 85 are
irrelevant. What is right is unique to its pair, so that no other pair can be aligned; what is wrong occurs once.
"""

from __future__ import annotations

from itertools import count, cycle, islice
from typing import NamedTuple

PAIRS = "100"
MISSING = [f"20{number}" for number in range(7)]
SPURIOUS = [f"30{number}" for number in range(7)]
IRRELEVANT = [str(number) for number in range(400, 485)]
UNSCORED = ("doc-nr", "comment")
POINTERS = {
    "content": "succession_event",
    "success_org": "organization",
    "in_and_out": "in_and_out",
    "io_person": "person",
    "other_org": "organization",
}


class Objects(NamedTuple):
    """A row of OBJ SCORES: aligned, side by side, missing, spurious, optional."""

    aligned: int
    connected: int
    missing: int
    spurious: int
    optional: int


class Fills(NamedTuple):
    """A row of SLOT SCORES, and the first aligned pair in which the slot is right."""

    correct: int
    incorrect: int
    missing: int
    spurious: int
    noncommittal: int
    first: int


OBJECTS = {
    "person": Objects(90, 5, 35, 43, 7),
    "organization": Objects(51, 1, 58, 20, 10),
    "in_and_out": Objects(164, 6, 86, 140, 20),
    "succession_event": Objects(131, 6, 58, 60, 13),
}
SLOTS = {
    "succession_event": {
        "success_org": Fills(69, 26, 98, 33, 15, 62),
        "post": Fills(65, 51, 79, 54, 35, 63),
        "in_and_out": Fills(55, 25, 171, 111, 26, 0),
        "vac_reason": Fills(63, 74, 58, 60, 36, 0),
        "comment": Fills(0, 0, 0, 0, 273, 0),
    },
    "in_and_out": {
        "io_person": Fills(126, 39, 89, 139, 22, 38),
        "new_status": Fills(138, 32, 86, 134, 20, 0),
        "on_the_job": Fills(107, 63, 86, 140, 73, 57),
        "other_org": Fills(3, 2, 163, 0, 47, 60),
        "rel_oth_org": Fills(3, 2, 167, 0, 34, 60),
        "comment": Fills(0, 0, 0, 0, 399, 0),
    },
    "organization": {
        "name": Fills(28, 21, 59, 20, 10, 23),
        "alias": Fills(12, 4, 49, 26, 16, 0),
        "descriptor": Fills(0, 2, 62, 0, 50, 0),
        "type": Fills(50, 1, 59, 18, 12, 0),
        "locale": Fills(4, 3, 34, 0, 8, 0),
        "country": Fills(6, 1, 34, 0, 5, 0),
        "comment": Fills(0, 0, 0, 0, 15, 0),
    },
    "person": {
        "name": Fills(82, 13, 35, 43, 7, 0),
        "alias": Fills(56, 3, 24, 20, 5, 34),
        "title": Fills(60, 0, 19, 18, 5, 0),
        "comment": Fills(0, 0, 0, 0, 1, 0),
    },
}
CONTENT_LEFT = 51  # pointers of the alternative that is not chosen: to the optional events, and to some of the others
TEMPLATE_COMMENTS = 15

number = count(1)


def word() -> str:
    return f"w{next(number)}"


class Record:
    """An object: fills and alternative fills by slot."""

    def __init__(self, class_name: str, docnum: str, one_up: int) -> None:
        self.header = f"<{class_name.upper()}-{docnum}-{one_up}>"
        self.fills: dict[str, list[str]] = {}
        self.alternatives: dict[str, list[str]] = {}

    def add(self, slot: str, fill: str) -> None:
        self.fills.setdefault(slot, []).append(fill)

    def text(self) -> str:
        lines = [f"{self.header} :="]
        for slot, fills in self.fills.items():
            lines.append(f"    {slot.upper()}:")
            lines += [f"        {fill}" for fill in fills]
            for place, fill in enumerate(self.alternatives.get(slot, [])):
                lines.append(f"      {'/' if place == 0 else ' '} {fill}")
        return "\n".join(lines) + "\n"


class Group(NamedTuple):
    """The objects of a class by what becomes of them; pairs as two lists."""

    aligned: list[Record]
    aligned_responses: list[Record]
    connected: list[Record]
    connected_responses: list[Record]
    missing: list[Record]
    spurious: list[Record]
    optional: list[Record]


def spread(class_name: str, total: int, docnums: list[str], start: int) -> list[Record]:
    return [Record(class_name, docnum, place) for place, docnum in zip(range(start, start + total), cycle(docnums))]


def group(class_name: str) -> Group:
    row = OBJECTS[class_name]
    return Group(
        spread(class_name, row.aligned, [PAIRS], 1),
        spread(class_name, row.aligned, [PAIRS], 1001),
        spread(class_name, row.connected, [PAIRS], 301),
        spread(class_name, row.connected, [PAIRS], 1301),
        spread(class_name, row.missing, MISSING, 1),
        spread(class_name, row.spurious, SPURIOUS, 1),
        spread(class_name, row.optional, [PAIRS], 501),
    )


class Filler:
    """Fills one slot of all objects of a class."""

    def __init__(self, slot: str, own: Group, target: Group | None) -> None:
        self.slot = slot
        self.own = own
        self.target = target

    def fill(self, row: Fills) -> None:
        right = range(row.first, row.first + row.correct)
        for place, index in enumerate(right):
            key, response = self.right(place)
            self.own.aligned[index].add(self.slot, key)
            self.own.aligned_responses[index].add(self.slot, response)
        pairs = list(zip(self.own.connected, self.own.connected_responses))
        pairs += [pair for index, pair in enumerate(zip(*self.own[:2])) if index not in right]
        for key_record, response_record in pairs[: row.incorrect]:
            key_record.add(self.slot, self.wrong(self.target and self.target.connected))
            response_record.add(self.slot, self.wrong(self.target and self.target.connected_responses))
        unfilled = [key for key, _ in pairs[max(row.incorrect, len(self.own.connected)) :]]
        for record in islice(cycle([*self.own.missing, *unfilled, *self.own.missing]), row.missing):
            self.fill_alone(record, self.target and self.target.missing)
        for record in islice(cycle(self.own.spurious), row.spurious):
            self.fill_alone(record, self.target and self.target.spurious)
        self.fill_noncommittal(row.noncommittal)

    def fill_noncommittal(self, total: int) -> None:
        """Fill the slot of the optional objects, and add what is left as alternatives that are not chosen."""
        once = self.own.optional * (2 if self.slot == "in_and_out" else 1)
        targets = cycle(self.target.optional) if self.target else None
        for record in once[:total]:
            record.add(self.slot, next(targets).header if targets else word())
        filled = [record for record in [*self.own.aligned, *self.own.missing] if self.slot in record.fills]
        for record in filled[: max(total - len(once), 0)]:
            record.alternatives[self.slot] = [self.wrong(self.target and self.target.connected)]

    def right(self, place: int) -> tuple[str, str]:
        if self.target is None:
            return (word(),) * 2
        index = place % len(self.target.aligned)
        return self.target.aligned[index].header, self.target.aligned_responses[index].header

    def wrong(self, targets: list[Record] | None) -> str:
        return targets[0].header if targets else word()

    def fill_alone(self, record: Record, targets: list[Record] | None) -> None:
        """Add a fill; a pointer leads to an object of the same document."""
        docnum = record.header.split("-")[1]
        if targets and docnum == PAIRS:
            targets = self.target.connected if self.target else None
        near = [target for target in targets or [] if target.header.split("-")[1] == docnum]
        record.add(self.slot, near[0].header if near else word())


def templates(events: Group) -> tuple[list[Record], list[Record]]:
    keys = [Record("template", docnum, 1) for docnum in [PAIRS, *MISSING, *SPURIOUS, *IRRELEVANT]]
    responses = [Record("template", docnum, 1) for docnum in [PAIRS, *MISSING, *SPURIOUS, *IRRELEVANT]]
    for record in [*keys, *responses]:
        record.add("doc-nr", record.header.split("-")[1])
    for record in [*events.aligned, *events.connected, *events.missing]:
        of_document(keys, record).add("content", record.header)
    for record in [*events.aligned_responses, *events.connected_responses, *events.spurious]:
        of_document(responses, record).add("content", record.header)
    left = [*events.optional, *events.connected, *events.aligned][:CONTENT_LEFT]
    keys[0].alternatives["content"] = [record.header for record in left]
    for record in keys[:TEMPLATE_COMMENTS]:
        record.add("comment", word())
    return keys, responses


def of_document(records: list[Record], other: Record) -> Record:
    return next(record for record in records if record.header.split("-")[1] == other.header.split("-")[1])


def scenario_run() -> dict[str, bytes]:
    """Return the files of the run."""
    groups = {class_name: group(class_name) for class_name in OBJECTS}
    for class_name, slots in SLOTS.items():
        own = groups[class_name]
        for slot, row in slots.items():
            target = groups[POINTERS[slot]] if slot in POINTERS else None
            if slot in UNSCORED:
                for record in islice(cycle(own.aligned), row.noncommittal):
                    record.add(slot, word())
            else:
                Filler(slot, own, target).fill(row)
    keys, responses = templates(groups["succession_event"])
    for own in groups.values():
        keys += [*own.aligned, *own.connected, *own.optional, *own.missing]
        responses += [*own.aligned_responses, *own.connected_responses, *own.spurious]
    return {"run.config": config(), "keys": template_file(keys), "responses": template_file(responses)}


def template_file(records: list[Record]) -> bytes:
    by_document = sorted(records, key=lambda record: record.header.split("-")[1])
    return "".join(record.text() for record in by_document if record.fills).encode()


def config() -> bytes:
    names = {"template": ("doc-nr", "content", "comment"), **SLOTS}
    classes = [f'"{name} {name.upper()} scored 0"' for name in OBJECTS] + ['"template TEMPLATE unscored 0"']
    slots = [
        f'"{class_name} {slot} {slot.upper()}: {"unscored 0" if slot in UNSCORED else "scored 1"} '
        f'{POINTERS.get(slot, "string")}"'
        for class_name, class_slots in names.items()
        for slot in class_slots
    ]
    return "\n".join(
        [
            ":scoring_task scenario_template",
            ":class_defs " + " ".join(classes),
            ":slot_defs " + "\n ".join(slots),
            ":key_file keys",
            ":response_file responses",
            ":score_file scores",
            ":report_file summary",
            ":map_history_file history",
            "",
        ]
    ).encode()
