"""What to do about the findings of muc-score that no other scorer has."""

from __future__ import annotations

WHOLE_RUN = {
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
