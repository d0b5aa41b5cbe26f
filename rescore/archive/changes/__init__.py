"""Changes of a run that may explain published figures: small mistakes and other choices, cheapest first.

``setup`` holds the inputs of a run, ``edits`` the changes of files for all commands. A module for each command knows
its options, its configuration, and which files are key and response.
"""
