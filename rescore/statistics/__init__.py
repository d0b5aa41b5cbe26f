"""Whether one system is better than another: counts of units, compared by resampling and ranked."""
