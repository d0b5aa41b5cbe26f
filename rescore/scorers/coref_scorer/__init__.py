"""All that rescore knows of scorer.pl: profile, layouts of reports, findings, and changes of runs."""
