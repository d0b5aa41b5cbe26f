"""All that rescore knows of muc-score: profile, layouts of reports, findings, and changes of runs."""
