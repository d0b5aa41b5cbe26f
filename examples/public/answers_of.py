"""Writes the key and the answers in a file of github.com/rubenIzquierdo/sval_systems: answers_of.py FILE.xml FOLDER.

Each ``token`` has the senses of the key (``gold_keys/key@value``) and those of systems (``systems@id``, with ``@value``
and ``@confidence``). They become lines of ``FOLDER/key`` and ``FOLDER/answers/SYSTEM``, as scorer2 reads them: the
document, the token, and its senses, with confidences if a system gave several.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree


def main(file: str, folder: str) -> None:
    """Write the files, in the order of the tokens."""
    lines = defaultdict[str, list[str]](list)
    for token in ElementTree.parse(file).iter("token"):
        place = f"{token.attrib['doc_id']} {token.attrib['token_id']}"
        senses = [key.attrib["value"] for key in token.iterfind("gold_keys/key")]
        lines["key"].append(" ".join([place, *senses]))
        for system in token.iter("systems"):
            found = [(answer.attrib["value"], answer.get("confidence", "1")) for answer in system.iterfind("*[@value]")]
            answers = ["/".join(one) if len(found) > 1 else one[0] for one in found]
            lines[f"answers/{system.attrib['id']}"] += [" ".join([place, *answers])] if answers else []
    for name, written in lines.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(written) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
