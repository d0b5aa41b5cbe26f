"""All that rescore knows of FairEval.py: profile, layouts of reports, findings, and changes of runs."""
