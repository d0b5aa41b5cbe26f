"""The Senseval word-sense scorer: answers, key and sense map to precision and recall."""

import common

if getattr(common, "SUITE", None) != "legacy-scorers":
    raise SystemExit(
        f"scorer2: {common.__file__} is another project's package 'common'; "
        "install legacy-scorers in an environment of its own"
    )
