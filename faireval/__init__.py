"""Fair evaluation of labelled spans: configuration and two span files to error types and scores."""

from legacy_scorers import refuse_strangers

refuse_strangers("FairEval.py", "common")
