"""Which folders become the package ``legacy_scorers``; all else is said in pyproject.toml.

A folder at the top that holds ``py.typed`` is a subpackage, and so are the folders of modules in it.
"""

from pathlib import Path

from setuptools import find_packages, setup

NAME = "legacy_scorers"
ROOT = Path(__file__).resolve().parent
FOLDERS = sorted(marker.parent.name for marker in ROOT.glob("*/py.typed") if marker.parent.name != NAME)

packages = [NAME]
for folder in FOLDERS:
    packages += [f"{NAME}.{folder}", *[f"{NAME}.{folder}.{inner}" for inner in find_packages(str(ROOT / folder))]]

setup(packages=packages, package_dir={f"{NAME}.{folder}": folder for folder in FOLDERS})
