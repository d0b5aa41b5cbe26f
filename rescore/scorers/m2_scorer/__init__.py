"""All that rescore knows of m2scorer: profile, layouts of reports, findings, and changes of runs."""
