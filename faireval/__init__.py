"""Fair evaluation of labelled spans: configuration and two span files to error types and scores."""

import common

if getattr(common, "SUITE", None) != "legacy-scorers":
    raise SystemExit(
        f"FairEval.py: {common.__file__} is another project's package 'common'; "
        "install legacy-scorers in an environment of its own"
    )
