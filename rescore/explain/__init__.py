"""``rescore explain``: the matches behind the figures of a report."""
