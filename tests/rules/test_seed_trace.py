"""Every sentence of the seed documents 000 to 003 has its rule number and its tests.

The table is ``docs/rules/seeds.md``. It names a sentence by seed, running number and a short
SHA-256, never by its text, so the table can be read and checked without the documents. Where the
documents are at hand (folder ``../shared/seeds`` beside the repository, or ``WHOT_SEEDS``), they
are split again and compared with the table: no orphan sentence and no stale row.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.processes import environment
from tests.rules.seeds import seed_folder

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "docs" / "rules" / "seeds.md"
RULES = ROOT / "docs" / "rules" / "whot.md"
SCENARIOS = ROOT / "tests" / "scenarios"
SEEDS = ("000", "001", "002", "003")

# A sentence ends at a mark (with closing quotes or brackets) before white space and a capital,
# digit or opening mark, or directly before a capital. "WHOT!" is a name and ends nothing.
SENTENCE_END = re.compile(r'(?:[.?]|(?<!WHOT)!)+["”’)]*(?=\s+["“(]?[A-Z0-9]|[A-Z])')
LIST_NUMBER = re.compile(r"\s*\d+\.")

RULE_NUMBER = re.compile(r"[WE]\d+(?:\.\d+)?")
AREA = re.compile(r"[a-z]+(?:-[a-z]+)*")
#: Areas that ask for nothing that could be tested.
SILENT = {"heading", "flavour"}


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    seed: str
    number: int
    digest: str
    paraphrase: str
    rules: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.seed}/{self.number}"

    @property
    def rule_numbers(self) -> tuple[str, ...]:
        return tuple(rule for rule in self.rules if RULE_NUMBER.fullmatch(rule))

    @property
    def areas(self) -> tuple[str, ...]:
        return tuple(rule for rule in self.rules if not RULE_NUMBER.fullmatch(rule))


def split_sentences(text: str) -> list[str]:
    """The sentences of a seed document in order, white space folded.

    Lines are never joined; within a line a sentence ends as ``SENTENCE_END`` says, except that a
    list number stays with what it numbers. Titles, bullets and table lines are sentences too, so
    that all the pieces together are the whole document.
    """
    pieces: list[str] = []
    for line in text.splitlines():
        start = 0
        for end in SENTENCE_END.finditer(line):
            if LIST_NUMBER.fullmatch(line[start : end.end()]):
                continue
            pieces.append(line[start : end.end()])
            start = end.end()
        pieces.append(line[start:])
    folded = (" ".join(piece.split()) for piece in pieces)
    return [piece for piece in folded if piece]


def digest(sentence: str) -> str:
    """The first 12 hex digits of the SHA-256 of the folded sentence."""
    return hashlib.sha256(sentence.encode("utf-8")).hexdigest()[:12]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _words(cell: str) -> tuple[str, ...]:
    return tuple(word.strip("`,") for word in cell.split())


def read_rows(markdown: str) -> list[Row]:
    """The rows of all ``## Seed NNN`` tables."""
    rows: list[Row] = []
    seed = ""
    for line in markdown.splitlines():
        if line.startswith("## "):
            found = re.fullmatch(r"## Seed (\d{3})\b.*", line)
            seed = found.group(1) if found else ""
        elif seed and re.match(r"\| \d+ \|", line):
            cells = _cells(line)
            assert len(cells) == 5, f"seed {seed}: five cells wanted: {line}"
            number, sha, paraphrase, rules, tests = cells
            rows.append(Row(seed, int(number), sha.strip("`"), paraphrase, _words(rules), _words(tests)))
    return rows


def read_areas(markdown: str) -> set[str]:
    """The area words explained in the table under ``## Areas``."""
    section = markdown.split("\n## Areas", 1)[1].split("\n## ", 1)[0]
    return set(re.findall(r"^\| `([a-z-]+)` \|", section, flags=re.MULTILINE))


@cache
def rows() -> tuple[Row, ...]:
    return tuple(read_rows(TABLE.read_text(encoding="utf-8")))


def anchors() -> list[str]:
    """The rule numbers that can be looked up in the rules page."""
    return re.findall(r'<a id="([WE]\d+(?:\.\d+)?)"></a>', RULES.read_text(encoding="utf-8"))


def scenario_ids() -> set[str]:
    found: set[str] = set()
    for name in ("whot.jsonl", "whot_games.jsonl", "ours.jsonl"):
        with (SCENARIOS / name).open(encoding="utf-8") as lines:
            found |= {json.loads(line)["id"] for line in lines if line.strip()}
    return found


def vector_names() -> set[str]:
    text = (SCENARIOS / "shuffle_vectors.json").read_text(encoding="utf-8")
    return {case["name"] for case in json.loads(text)["cases"]}


def test_exists(test: str) -> bool:
    """Whether a cited test is a scenario row, a shuffle vector or a test function."""
    if test.startswith("vector:"):
        return test.removeprefix("vector:") in vector_names()
    if "::" not in test:
        return test in scenario_ids()
    path, name = test.split("::", 1)
    file = ROOT / path
    if not file.is_file():
        return False
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return any(isinstance(node, ast.FunctionDef) and node.name == name for node in ast.walk(tree))


test_exists.__test__ = False  # type: ignore[attr-defined]


def test_rows_are_numbered_without_a_gap() -> None:
    for seed in SEEDS:
        numbers = [row.number for row in rows() if row.seed == seed]
        assert numbers, f"seed {seed} has no rows"
        assert numbers == list(range(1, len(numbers) + 1)), f"seed {seed} is numbered with a gap"
    assert {row.seed for row in rows()} == set(SEEDS)


def test_every_row_is_complete() -> None:
    for row in rows():
        assert re.fullmatch(r"[0-9a-f]{12}", row.digest), f"{row.name}: digest {row.digest!r}"
        assert row.paraphrase, f"{row.name}: no paraphrase"
        assert row.rules, f"{row.name}: no rule and no area"
        assert row.tests, f"{row.name}: no test"


def test_every_cited_rule_can_be_looked_up() -> None:
    known = set(anchors())
    missing = [(row.name, rule) for row in rows() for rule in row.rule_numbers if rule not in known]
    assert missing == []


def test_every_cited_area_is_explained() -> None:
    known = read_areas(TABLE.read_text(encoding="utf-8"))
    for row in rows():
        for area in row.areas:
            assert AREA.fullmatch(area), f"{row.name}: {area!r} is neither a number nor an area"
            assert area in known, f"{row.name}: area {area!r} is not explained"


def test_every_cited_test_exists() -> None:
    cited = {test for row in rows() for test in row.tests}
    real = {test for test in cited if test != "none" and not test.startswith("later:")}
    assert sorted(test for test in real if not test_exists(test)) == []


def test_a_sentence_with_a_rule_has_a_real_test() -> None:
    for row in rows():
        real = [t for t in row.tests if t != "none" and not t.startswith("later:")]
        if row.rule_numbers:
            assert real, f"{row.name} cites {row.rule_numbers} and has no test"


def test_a_sentence_about_the_site_names_the_area_that_builds_it() -> None:
    for row in rows():
        for test in row.tests:
            if test.startswith("later:"):
                assert test.removeprefix("later:") in row.areas, f"{row.name}: {test}"
        if "none" in row.tests:
            assert row.tests == ("none",), f"{row.name}: none beside tests"
            assert set(row.rules) <= SILENT, f"{row.name}: only titles and flavour need no test"
        open_areas = [area for area in row.areas if area not in SILENT]
        for area in open_areas:
            covered = f"later:{area}" in row.tests or any("::" in test for test in row.tests)
            assert covered, f"{row.name}: area {area} has neither a test nor a later one"


def test_equal_sentences_have_equal_digests_and_paraphrases() -> None:
    said: dict[str, str] = {}
    for row in rows():
        assert said.setdefault(row.digest, row.paraphrase) == row.paraphrase, row.name


def test_every_rule_number_is_one_anchor() -> None:
    twice = [number for number, times in Counter(anchors()).items() if times > 1]
    assert twice == []


def test_splitting_drops_nothing_and_keeps_list_numbers() -> None:
    text = (
        "A title\n\n"
        "• 2:pick 2，If it is (four, etc.).After that you go on. “Last card.” (7: X) Turn! Y.\n"
        "1. Find x51.games in 2nd place, etc. or so. WHOT! Card: a name\tNext cell\n"
    )
    assert split_sentences(text) == [
        "A title",
        "• 2:pick 2，If it is (four, etc.).",
        "After that you go on.",
        "“Last card.”",
        "(7: X) Turn!",
        "Y.",
        "1. Find x51.games in 2nd place, etc. or so.",
        "WHOT! Card: a name Next cell",
    ]


def test_digest_is_a_short_sha256() -> None:
    assert digest("1") == "6b86b273ff34"


@pytest.mark.seeds
@pytest.mark.parametrize("seed", SEEDS)
def test_the_seed_has_exactly_the_sentences_of_the_table(seed: str) -> None:
    (path,) = seed_folder().glob(f"{seed}_*.txt")
    text = path.read_text(encoding="utf-8")
    sentences = split_sentences(text)
    assert "".join("".join(sentences).split()) == "".join(text.split()), "the splitter lost text"
    table = [row.digest for row in rows() if row.seed == seed]
    assert [digest(sentence) for sentence in sentences] == table
    titles = [row for row in rows() if row.seed == seed and "heading" in row.rules]
    for row in titles:
        assert len(sentences[row.number - 1]) <= 50, f"{row.name} is too long for a title"


@pytest.mark.seeds
@pytest.mark.parametrize("seed", SEEDS)
def test_the_table_does_not_copy_the_seed(seed: str) -> None:
    (path,) = seed_folder().glob(f"{seed}_*.txt")
    table = " ".join(TABLE.read_text(encoding="utf-8").split()).casefold()
    page = " ".join(RULES.read_text(encoding="utf-8").split()).casefold()
    for sentence in split_sentences(path.read_text(encoding="utf-8")):
        if len(sentence) > 40:
            assert sentence.casefold() not in table
            assert sentence.casefold() not in page


@pytest.mark.parametrize(
    ("variables", "code", "told"),
    [
        ({}, 0, "12 skipped"),
        ({"CI": "true"}, 1, "12 failed"),
        ({"CI": "true", "WHOT_NO_SEEDS": "1"}, 0, "12 skipped"),
        ({"CI": "true", "WHOT_NO_SEEDS": "yes"}, 1, "12 failed"),
    ],
)
def test_missing_seeds_are_no_silent_skip_under_ci(
    variables: dict[str, str], code: int, told: str, tmp_path: Path
) -> None:
    """A copy of the tests that has no seed documents beside it: eight here, two of the words, two of Go-Stop."""
    for name in ("rules", "docs", "tests/rules", "tests/scenarios", "tests/playthroughs"):
        shutil.copytree(ROOT / name, tmp_path / "copy" / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("tests/__init__.py", "tests/apart.py", "tests/conftest.py", "tests/processes.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path / "copy" / name)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-m", "seeds", "-p", "no:django", "-p", "no:cacheprovider",
         "-W", "ignore", "tests/rules"],
        cwd=tmp_path / "copy", env=environment("CI", "WHOT_SEEDS", "WHOT_NO_SEEDS", **variables),
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stdout
    assert told in done.stdout.splitlines()[-1]


def test_seeds_that_are_there_are_read_whatever_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WHOT_NO_SEEDS", "1")
    monkeypatch.setenv("WHOT_SEEDS", str(tmp_path))
    assert seed_folder() == tmp_path
