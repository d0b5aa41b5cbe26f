"""The command for people who hold archives of scored submissions: it reads, compares and questions their reports.

``cli`` starts it, ``commands`` holds a module for each subcommand, ``reports`` reads the printed reports of the four
scorers back into cells, and ``difference`` compares these.
"""

from legacy_scorers import refuse_strangers

refuse_strangers("rescore", "common")
