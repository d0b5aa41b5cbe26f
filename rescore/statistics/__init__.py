"""Who is better, and can we know: counts of units, compared by resampling and ranked."""
