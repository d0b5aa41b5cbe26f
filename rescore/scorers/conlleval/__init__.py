"""All that rescore knows of conlleval: profile, layouts of reports, findings, and changes of runs."""
