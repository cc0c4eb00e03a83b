"""What the site is made of is pinned by content and listed (check 76), and its patterns are harmless (check 63)."""

import ast
import hashlib
import json
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # it reads patterns by the old name of a standard module
    from regexploit.ast.sre import SreOpParser
    from regexploit.languages.python_node_visitor import PythonNodeVisitor
    from regexploit.redos import find

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parents[2]
BILL = ROOT / "docs/bom.json"
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)", re.MULTILINE)
# Parts of a pattern that may repeat beside each other, so that a text is divided among them in every way.
HARMLESS = 2


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_every_package_is_pinned_by_version_and_content(name: str) -> None:
    blocks = re.split(r"\n(?=\S)", (ROOT / name).read_text())
    blocks = [block for block in blocks if block.strip() and not block.startswith(("#", "-c "))]
    assert len(blocks) > 20
    assert [block[:60] for block in blocks if not PIN.match(block) or "--hash=sha256:" not in block] == []


def test_the_bill_of_materials_lists_exactly_what_is_pinned() -> None:
    """`make lock` writes it."""
    listed = json.loads(BILL.read_text())["components"]
    pins = {(name.lower(), version) for name, version in PIN.findall((ROOT / "requirements.txt").read_text())}
    assert {(one["name"], one["version"]) for one in listed if one["purl"].startswith("pkg:pypi/")} == pins
    hashes = re.findall(r"--hash=sha256:([0-9a-f]{64})", (ROOT / "requirements.txt").read_text())
    given = [part["content"] for one in listed if one["purl"].startswith("pkg:pypi/") for part in one["hashes"]]
    assert sorted(given) == sorted(hashes)


def test_the_bill_of_materials_lists_the_browser_code_that_is_served() -> None:
    listed = json.loads(BILL.read_text())["components"]
    given = {part["content"] for one in listed if one["purl"].startswith("pkg:npm/") for part in one["hashes"]}
    served = {hashlib.sha256(file.read_bytes()).hexdigest() for file in (ROOT / "static/vendor").glob("*.js")}
    assert given == served and len(served) == 3


def test_the_bill_of_materials_is_what_the_tool_writes_but_for_licences() -> None:
    """What is installed here may name its licence otherwise, or not be installed."""
    command = [sys.executable, str(ROOT / "tools/bom.py")]
    made = json.loads(subprocess.run(command, check=True, capture_output=True, timeout=60).stdout)
    kept = json.loads(BILL.read_text())
    for component in [*made["components"], *kept["components"]]:
        component.pop("licenses")
    assert made == kept


def patterns(file: Path) -> Iterator[tuple[int, str, int]]:
    """The line, text and flags of each regular expression in this file."""
    visitor = PythonNodeVisitor()
    visitor.visit(ast.parse(file.read_text()))
    for found in visitor.patterns:
        if found.definitely_regex:
            yield found.lineno, found.pattern, found.flags


def worst(pattern: str, flags: int = 0) -> int:
    """By how many repetitions at once a text may be divided in this pattern; 0: by one at most."""
    return max((danger.starriness for danger in find(SreOpParser().parse_sre(pattern, flags))), default=0)


def test_no_pattern_takes_more_than_its_text_is_long() -> None:
    """Check 63: a long text of somebody's can't keep a process busy."""
    found = 0
    for folder in ("accounts", "games", "rules", "whot_site"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for line, pattern, flags in patterns(file):
                found += 1
                assert worst(pattern, flags) <= HARMLESS, f"{file.relative_to(ROOT)}:{line}: {pattern}"
    assert found > 15


@pytest.mark.parametrize("pattern", [r"^(a+)+$", r"^(\w+\s?)*$", r"^\s*\w*\w*\w*x$", r"(\d+,?)+;"])
def test_a_dangerous_pattern_would_be_noticed(pattern: str) -> None:
    assert worst(pattern) > HARMLESS
