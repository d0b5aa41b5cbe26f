"""All that rescore knows of scorer2: profile, layouts of reports, findings, and changes of runs."""
