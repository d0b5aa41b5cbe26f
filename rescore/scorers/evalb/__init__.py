"""All that rescore knows of evalb: profile, layouts of reports, findings, and changes of runs."""
