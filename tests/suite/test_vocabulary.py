"""One vocabulary: classes that the glossary names exist, and a name has one meaning."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

from tests.suite.test_architecture import MODULES, ROOT, parsed

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
CARRIER = re.compile(r"`((?:\w+\.)+\w+)` \|$", re.MULTILINE)
ONE_FOR_EACH_SCORER = re.compile(r"^\| `(\w+)` \| [^|]* \| ([^|]*) \|$", re.MULTILINE)


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in MODULES:
        yield ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), parsed(path)


def classes() -> Iterator[tuple[str, str]]:
    """Yield the module and the name of every public class."""
    for module, tree in trees():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield module, node.name


def test_classes_that_the_glossary_names_exist() -> None:
    named = set(CARRIER.findall(GLOSSARY))
    assert len(named) > 15
    assert named <= {f"{module}.{name}" for module, name in classes()}


def test_classes_of_one_name_have_one_meaning() -> None:
    modules = defaultdict(list)
    for module, name in classes():
        modules[name].append(module)
    found = {name: {module.split(".")[0] for module in of} for name, of in modules.items() if len(of) > 1}
    assert found == {name: set(packages.split(", ")) for name, packages in ONE_FOR_EACH_SCORER.findall(GLOSSARY)}
