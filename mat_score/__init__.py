"""The scorer of the MITRE Annotation Toolkit: documents and references to tables of matches and clashes."""

import common

if getattr(common, "SUITE", None) != "legacy-scorers":
    raise SystemExit(
        f"MATScore: {common.__file__} is another project's package 'common'; "
        "install legacy-scorers in an environment of its own"
    )
