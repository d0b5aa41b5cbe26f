"""``rescore explain``: what the figures of a report are made of."""
