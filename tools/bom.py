"""The list of all software that the site consists of, as CycloneDX 1.6: `python tools/bom.py > docs/bom.json`.

Read from what pins it: requirements.txt (names, versions, hashes of the files that may be installed) and the table of
static/vendor/README.md (browser code). Licences are what installed packages say of themselves. `make lock` writes it
anew; `tests/site/test_bill.py` fails when it is behind (check 76).
"""

import json
import re
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(?P<version>[^ ;\\]+)")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
ROW = re.compile(r"^\| `([^`]+)` \| (\S+) \| (\S+) \| `[^`]+` \| `([0-9a-f]{64})` \|$", re.MULTILINE)
LONGEST_NAME = 60  # some packages give the whole text of their licence where its name belongs


def licence(name: str) -> list[dict[str, Any]]:
    """What an installed package says it may be used under; empty where it says nothing or is not installed here."""
    try:
        said = metadata(name)
    except PackageNotFoundError:
        return []
    if expression := said.get("License-Expression"):
        return [{"expression": expression}]
    kinds = [text.rpartition(" :: ")[2] for text in said.get_all("Classifier", []) if text.startswith("License ::")]
    named = kinds or [line for line in [str(said.get("License") or "").strip()] if line and len(line) <= LONGEST_NAME]
    return [{"license": {"name": kind}} for kind in named]


def packages(pins: str) -> list[dict[str, Any]]:
    """A component for each pin of a requirements file, in its order."""
    found = []
    for block in re.split(r"\n(?=\S)", pins):
        if not (pin := PIN.match(block)):
            continue
        name, version = pin["name"].lower(), pin["version"]
        found.append(
            {
                "type": "library",
                "bom-ref": f"pkg:pypi/{name}@{version}",
                "name": name,
                "version": version,
                "purl": f"pkg:pypi/{name}@{version}",
                "hashes": [{"alg": "SHA-256", "content": one} for one in HASH.findall(block)],
                "licenses": licence(name),
            }
        )
    return found


def browser_code(table: str) -> list[dict[str, Any]]:
    """A component for each file of the table of static/vendor/README.md."""
    return [
        {
            "type": "library",
            "bom-ref": f"pkg:npm/{name}@{version}",
            "name": name,
            "version": version,
            "purl": f"pkg:npm/{name}@{version}",
            "hashes": [{"alg": "SHA-256", "content": content}],
            "licenses": [{"expression": "0BSD"}],
        }
        for _file, name, version, content in ROW.findall(table)
    ]


def bill(root: Path = ROOT) -> dict[str, Any]:
    pins, table = (root / "requirements.txt").read_text(), (root / "static/vendor/README.md").read_text()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": "whot", "name": "whot"}},
        "components": [*packages(pins), *browser_code(table)],
    }


if __name__ == "__main__":
    json.dump(bill(), sys.stdout, indent=1, ensure_ascii=False)
    print()
