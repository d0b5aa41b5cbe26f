"""Measured runs of every command on generated input; ``python -m benchmarks.run`` prints the table."""
