"""``rescore check``: what is suspicious in a run although it succeeds."""
