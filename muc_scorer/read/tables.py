"""The LALR tables of the grammars, built by PLY; to build them at each start would take longer than small files do.

A table has four parts, in PLY's terms. Productions are left side, length of the right side, and the method that is the
action. Steps are those by state and token: a state to shift to, a production to reduce by, as a negative number, or 0
at the end. Defaults are steps by state, gotos the states after a reduction by state and left side.

Defaults are like those of yacc: the commonest reduction of a state is taken with any token that nothing else is
foreseen for, so that its messages come before a syntax error; where there is no other step, before the next token is
read.

After a grammar changed the tables are written anew by ``python -m tests.muc_scorer.grammar_tables``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Table: TypeAlias = tuple[
        list[tuple[str, int, str | None]], dict[int, dict[str, int]], dict[int, int], dict[int, dict[str, int]]
    ]

# fmt: off
TABLES: dict[str, Table] = {
    "MainGrammar": (
        [("S'", 1, None), ("options", 1, "_first"), ("options", 2, "_more"), ("option", 1, "_name"),
         ("option", 2, "_value")],
        {0: {"OPTION": 3}, 1: {"$end": 0, "OPTION": 3}, 2: {"VALUE": 5}, 4: {"VALUE": 5}},
        {2: -1, 3: -3, 4: -2, 5: -4},
        {0: {"options": 1, "option": 2}, 1: {"option": 4}},
    ),
    "SlotGrammar": (
        [("S'", 1, None), ("named_class", 2, "_class_name"), ("class", 2, "_class_pattern"), ("classes", 2, "_classes"),
         ("classes", 3, "_classes"), ("types", 1, "_first_text"), ("texts", 1, "_first_text"),
         ("texts", 2, "_more_texts"), ("class", 4, "_slot"), ("class", 7, "_slot"), ("named_slot", 3, "_slot_name"),
         ("text", 1, "_text"), ("text", 1, "_text"), ("types", 3, "_types")],
        {0: {"LEFT": 5}, 1: {"$end": 0, "LEFT": 5}, 2: {"RIGHT": 7, "LEFT": 8}, 3: {"WORD": 10, "QUOTED": 11},
         4: {"WORD": 10, "QUOTED": 11}, 5: {"WORD": 13}, 6: {"RIGHT": 14, "LEFT": 8}, 8: {"WORD": 15}, 12: {"LEFT": 18,
         "WORD": 10, "QUOTED": 11}, 17: {"RIGHT": 19, "LEFT": 20}, 18: {"WORD": 10, "QUOTED": 11}, 20: {"WORD": 10,
         "QUOTED": 11}, 21: {"RIGHT": 24, "WORD": 10, "QUOTED": 11}, 23: {"RIGHT": 26, "WORD": 10, "QUOTED": 11},
         26: {"RIGHT": 27}},
        {7: -3, 9: -2, 10: -11, 11: -12, 13: -1, 14: -4, 15: -10, 16: -5, 19: -8, 22: -6, 24: -13, 25: -7, 27: -9},
        {0: {"classes": 1, "class": 2, "named_class": 3, "named_slot": 4}, 1: {"class": 6, "named_class": 3,
         "named_slot": 4}, 3: {"text": 9}, 4: {"text": 12}, 12: {"text": 16, "types": 17}, 18: {"texts": 21,
         "text": 22}, 20: {"text": 22, "texts": 23}, 21: {"text": 25}, 23: {"text": 25}},
    ),
    "MapGrammar": (
        [("S'", 1, None), ("order", 2, "_order"), ("order", 2, "_order"), ("section", 1, "_order_all"),
         ("section", 1, "_score_all"), ("section", 2, "_score_all"), ("scored_class", 2, "_score_class"),
         ("scored_class", 2, "_score_slot"), ("sections", 1, "_structure"), ("sections", 2, "_structure"),
         ("section", 2, "_structure"), ("section", 1, "_structure"), ("section", 1, "_structure"),
         ("section", 1, "_structure"), ("section", 1, "_structure"), ("section", 1, "_structure"),
         ("section", 1, "_structure"), ("scored", 3, "_structure"), ("scored", 3, "_structure"),
         ("unscored", 2, "_structure"), ("unscored", 2, "_structure"), ("unscored_class", 2, "_structure"),
         ("weights", 3, "_structure"), ("weights", 3, "_structure"), ("class_weights", 2, "_threshold"),
         ("unscored_class", 2, "_unscore_class"), ("unscored_slots", 2, "_unscore_slot"),
         ("unscored_slots", 2, "_unscore_slot"), ("unscored_name", 2, "_unscored_name"),
         ("class_weights", 3, "_weight"), ("weighted_class", 2, "_weighted_class"),
         ("weighted_slot", 3, "_weighted_slot")],
        {0: {"ORDER": 3, "SCORED": 4, "TEMPLATES": 5, "UNSCORED": 7, "WEIGHTS": 10}, 1: {"$end": 0, "ORDER": 3,
         "SCORED": 4, "TEMPLATES": 5, "UNSCORED": 7, "WEIGHTS": 10}, 3: {"WORD": 13}, 4: {"ALL": 14, "LEFT": 16},
         5: {"ALL": 17}, 6: {"LEFT": 16}, 7: {"LEFT": 22}, 8: {"LEFT": 22}, 9: {"WORD": 24}, 10: {"LEFT": 28},
         11: {"LEFT": 28}, 15: {"RIGHT": 30, "WORD": 31}, 16: {"WORD": 32}, 18: {"RIGHT": 33, "WORD": 31},
         20: {"RIGHT": 34, "WORD": 35}, 21: {"RIGHT": 36, "WORD": 37}, 22: {"WORD": 38}, 25: {"RIGHT": 39, "LEFT": 40},
         26: {"WORD": 41}, 27: {"WORD": 42}, 28: {"WORD": 43}, 29: {"RIGHT": 44, "LEFT": 40}, 40: {"WORD": 45},
         42: {"RIGHT": 46}},
        {2: -8, 3: -3, 4: -4, 6: -11, 7: -12, 8: -13, 9: -14, 10: -15, 11: -16, 12: -9, 13: -1, 14: -5, 17: -10,
         19: -19, 23: -20, 24: -2, 30: -17, 31: -7, 32: -6, 33: -18, 34: -21, 35: -27, 36: -25, 37: -26, 38: -28,
         39: -22, 41: -24, 43: -30, 44: -23, 45: -31, 46: -29},
        {0: {"sections": 1, "section": 2, "scored": 6, "unscored": 8, "order": 9, "weights": 11}, 1: {"section": 12,
         "scored": 6, "unscored": 8, "order": 9, "weights": 11}, 4: {"scored_class": 15}, 6: {"scored_class": 18},
         7: {"unscored_class": 19, "unscored_slots": 20, "unscored_name": 21}, 8: {"unscored_class": 23,
         "unscored_slots": 20, "unscored_name": 21}, 10: {"class_weights": 25, "weighted_class": 26,
         "weighted_slot": 27}, 11: {"class_weights": 29, "weighted_class": 26, "weighted_slot": 27}},
    ),
    "TemplateReader": (
        [("S'", 1, None), ("templates", 2, "_alternative"), ("beginning", 0, "_begin"), ("templates", 2, "_fill"),
         ("header", 2, "_header"), ("header", 2, "_header"), ("templates", 2, "_name"), ("templates", 2, "_name"),
         ("templates", 2, "_optional"), ("templates", 2, "_pointer"), ("templates", 2, "_record"),
         ("templates", 2, "_record")],
        {1: {"$end": 0, "ALTERNATIVE": 4, "FILL": 5, "NAME": 6, "OPTIONAL": 7, "POINTER": 8, "RECORD": 9, "HEADER": 10},
         2: {"NAME": 11}, 3: {"RECORD": 12, "HEADER": 13}},
        {0: -2, 4: -1, 5: -3, 6: -7, 7: -8, 8: -9, 9: -11, 10: -5, 11: -6, 12: -10, 13: -4},
        {0: {"templates": 1, "header": 2, "beginning": 3}},
    ),
    "RecordReader": (
        [("S'", 1, None), ("filled", 2, "_fill"), ("header", 1, "_header"), ("header", 2, "_header"),
         ("slots", 2, "_name"), ("slots", 2, "_name"), ("filled", 2, "_offsets"), ("filled", 2, "_pointer"),
         ("slots", 2, "_slash"), ("file", 0, "_structure"), ("file", 1, "_structure"), ("slots", 1, "_structure")],
        {0: {"HEADER": 5}, 1: {"$end": 0}, 2: {"NAME": 6, "SLASH": 7, "HEADER": 8, "FILL": 9, "POINTER": 10},
         3: {"NAME": 11}, 4: {"OFFSETS": 12}},
        {0: -9, 2: -10, 4: -11, 5: -2, 6: -5, 7: -8, 8: -3, 9: -1, 10: -7, 11: -4, 12: -6},
        {0: {"file": 1, "slots": 2, "header": 3, "filled": 4}},
    ),
}
