"""All that rescore knows of MATScore: profile, layouts of reports, findings, and changes of runs."""
