"""What to do about the findings of muc-score that no other scorer has."""

from __future__ import annotations

WHOLE_RUN = {
    "configuration-expected": "Name one configuration file, which names key and response (see docs/muc-score.md).",
    "template-of-muc-4": "Score templates of MUC-6 and MUC-7; those of MUC-3 and MUC-4 had another scorer.",
    "map-file-missing": "Name the map file in the configuration; without it no class is scored.",
    "weight-missing": "Weigh slots in the map file or in :slot_defs; without, all objects of the class count as wrong.",
    "texts-file-missing": "Correct the name of the texts file, or remove the option.",
}
ADVICE = {
    "alternatives-in-response": "Remove alternatives and marks of keys; is this file the key?",
    "duplicate-object": "Give each object its own number; the records are read as one.",
    "pointer-order": "Define each class before those that point to it; otherwise correct pointers count as wrong.",
    "pointer-to-nothing": "Define the object, or remove the pointer; it refers to nothing.",
}
