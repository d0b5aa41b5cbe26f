"""``rescore explain``: the matches that the figures of a report are made of."""
