"""``rescore check``: what looks suspicious in a run that succeeds."""
