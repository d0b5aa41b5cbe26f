"""Changes of a run that may explain published figures: small mistakes and other choices, cheapest first.

``setup`` is what a run is made of, ``edits`` are changes of the files, the same for all commands; a module for each
command knows its words, its configuration, and which files are key and response.
"""
