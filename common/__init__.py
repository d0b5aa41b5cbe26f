"""What the scorers share. Nothing in it imports a scorer.

``SUITE`` tells this package from any other top-level package called ``common``:
every scorer checks it on import, because two distributions that both install a
package of this name overwrite each other silently.
"""

import os
import sys

SUITE = "legacy-scorers"
VERSION = "1.0.0"

if sys.argv[:1] == ["-m"]:  # "python -m common.iobes" may run in a stranger's folder: import nothing from there
    sys.path[:] = [path for path in sys.path if path != os.getcwd()]
