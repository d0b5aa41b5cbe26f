"""The Message Understanding Conference scorer: keys and responses to score reports."""

import common

if getattr(common, "SUITE", None) != "legacy-scorers":
    raise SystemExit(
        f"muc-score: {common.__file__} is another project's package 'common'; "
        "install legacy-scorers in an environment of its own"
    )
