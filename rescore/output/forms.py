"""The forms in which figures are printed, as options name them."""

from __future__ import annotations

TEXT, JSON, JSON_LINES = "text", "json", "jsonl"
TSV = "tsv"
TABULATED = {TEXT: "simple", "md": "github", "latex": "latex_booktabs", "html": "html"}  # and what tabulate calls them
TABLES = (TSV, "md", "latex", "html")  # for papers, pages and programs
ARCHIVE_FORMS = (TEXT, JSON, JSON_LINES, *TABLES)
COMPARISON_FORMS = (*TABULATED, TSV, JSON)
