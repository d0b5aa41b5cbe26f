"""Scorers of past shared tasks in language technology, byte for byte: a package for each, and ``rescore``.

``common``, ``scorer2``, ``rescore`` and the others are subpackages. A checkout keeps their folders beside this one, at
the top of the project, where ``__path__`` finds them; an installation has them in here.
"""

import os

__version__ = "1.0.0"
__all__ = ["__version__"]

_HERE = os.path.dirname(os.path.abspath(__file__))
if not os.path.isdir(os.path.join(_HERE, "common")):
    __path__.append(os.path.dirname(_HERE))
