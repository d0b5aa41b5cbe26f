"""One run of a scorer: how it is made, checked, explained and compared with another."""
