"""What pyproject.toml leaves to code: the folders of the package ``legacy_scorers``, and what names addresses.

A folder at the top that holds ``py.typed`` is a subpackage, and so are the folders of modules in it.
"""

import gzip
import os
import re
import sys
import tarfile
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.sdist import sdist

if sys.version_info < (3, 11):
    import tomli as tomllib
else:
    import tomllib

NAME = "legacy_scorers"
ROOT = Path(__file__).resolve().parent
FOLDERS = sorted(marker.parent.name for marker in ROOT.glob("*/py.typed") if marker.parent.name != NAME)
PAGES = {"Source": "", "Documentation": "/docs", "Changelog": "/CHANGELOG.md", "Issues": "/issues"}
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))  # 1980, the earliest time that a wheel can hold
RELATIVE = r"\]\((?![a-z]+:|#)"  # the beginning of a link to a file of the project


class PlainSdist(sdist):
    """Builds an archive that depends only on what it holds: its members are sorted, of one time, and of nobody."""

    def make_archive(self, base_name: str, *_: object, base_dir: str, **__: object) -> str:
        """Write the folder ``base_dir`` as ``base_name.tar.gz``."""
        name = f"{base_name}.tar.gz"
        with (
            open(name, "wb") as file,
            gzip.GzipFile("", "wb", mtime=EPOCH, fileobj=file) as packed,
            tarfile.open(fileobj=packed, mode="w", dereference=True) as archive,
        ):
            for path in sorted(Path(base_dir).rglob("*")):
                archive.add(path, recursive=False, filter=plain)
        return name


def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Return a member of an archive without what differs between two checkouts."""
    member.mtime, member.uid, member.gid, member.uname, member.gname = EPOCH, 0, 0, "", ""
    member.mode = 0o755 if member.mode & 0o100 else 0o644
    return member


packages = [NAME]
for folder in FOLDERS:
    packages += [f"{NAME}.{folder}", *[f"{NAME}.{folder}.{inner}" for inner in find_packages(str(ROOT / folder))]]

tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
address = tools["legacy-scorers"]["address"]
readme = (ROOT / "README.md").read_text(encoding="utf-8")

setup(
    cmdclass={"sdist": PlainSdist},
    packages=packages,
    package_dir={f"{NAME}.{folder}": folder for folder in FOLDERS},
    long_description=re.sub(RELATIVE, f"]({address}/", readme),
    long_description_content_type="text/markdown",
    project_urls={title: address + place for title, place in PAGES.items()},
)
