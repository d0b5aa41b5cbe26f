"""What the scorers share. Nothing in it imports a scorer.

``SUITE`` tells this package from any other top-level package called ``common``:
every scorer checks it on import, because two distributions that both install a
package of this name overwrite each other silently.
"""

SUITE = "legacy-scorers"
VERSION = "1.0.0"
