"""Every sentence of seed document 004 has its rule number and its tests: docs/rules/go_stop_seeds.md."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path

import polib
import pytest

from rules.core import IllegalAction, act
from rules.go_stop import GO_STOP
from rules.go_stop.book import rules_card, rules_page
from rules.go_stop.options import options_for
from tests.rules.go_stop.drawn import dealt
from tests.rules.seeds import seed_folder
from tests.rules.test_seed_trace import Row, digest, read_areas, read_rows, split_sentences
from tests.rules.test_sources import runs_of_words

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs/rules"
ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
SILENT = {"heading"}


@cache
def rows() -> tuple[Row, ...]:
    return tuple(read_rows((DOCS / "go_stop_seeds.md").read_text(encoding="utf-8")))


def anchors(name: str = "go_stop.md") -> list[str]:
    return ANCHOR.findall((DOCS / name).read_text(encoding="utf-8"))


def scenario_ids() -> set[str]:
    files = (ROOT / "tests/scenarios" / name for name in ("go_stop.jsonl", "ours_go_stop.jsonl"))
    return {json.loads(line)["id"] for file in files for line in file.read_text(encoding="utf-8").splitlines()}


def is_test(cited: str) -> bool:
    path, _, name = cited.partition("::")
    if not name or not (ROOT / path).is_file():
        return False
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return any(isinstance(node, ast.FunctionDef) and node.name == name for node in ast.walk(tree))


def test_rows_are_numbered_without_a_gap_and_complete() -> None:
    assert [row.number for row in rows()] == list(range(1, len(rows()) + 1)) and len(rows()) == 56
    for row in rows():
        assert row.seed == "004" and re.fullmatch(r"[0-9a-f]{12}", row.digest)
        assert row.paraphrase and row.rules and row.tests, row.name


def test_every_cited_rule_and_area_can_be_looked_up() -> None:
    known = set(anchors()) | read_areas((DOCS / "go_stop_seeds.md").read_text(encoding="utf-8"))
    assert not [(row.name, rule) for row in rows() for rule in row.rules if rule not in known]


def test_every_cited_test_exists() -> None:
    ids = scenario_ids()
    for row in rows():
        real = [test for test in row.tests if test != "none" and not test.startswith("later:")]
        assert not [test for test in real if test not in ids and not is_test(test)], row.name
        if any(rule[0].isdigit() for rule in row.rules):
            assert real, f"{row.name} has a rule and no test"
        if "none" in row.tests:
            assert set(row.rules) <= SILENT, row.name


def test_every_clause_but_the_sub_clauses_of_others_comes_from_a_sentence() -> None:
    clauses = {anchor for anchor in anchors() if re.fullmatch(r"[1-6]\.\d+", anchor)}
    assert clauses == {rule for row in rows() for rule in row.rules if re.fullmatch(r"[1-6]\.\d+", rule)}


@pytest.mark.seeds
def test_the_seed_has_exactly_the_sentences_of_the_table() -> None:
    (path,) = seed_folder().glob("004_*.txt")
    text = path.read_text(encoding="utf-8")
    sentences = split_sentences(text)
    assert "".join("".join(sentences).split()) == "".join(text.split()), "the splitter lost text"
    assert [digest(sentence) for sentence in sentences] == [row.digest for row in rows()]


@pytest.mark.seeds
def test_nothing_of_ours_in_malay_copies_the_seed() -> None:
    (path,) = seed_folder().glob("004_*.txt")
    seed = runs_of_words(path.read_text(encoding="utf-8"))
    catalogue = polib.pofile(str(ROOT / "locale/ms/LC_MESSAGES/django.po"))
    ours = [entry.msgstr for entry in catalogue] + [(DOCS / "go_stop.ms.md").read_text(encoding="utf-8")]
    assert len(seed) > 200 and len(ours) > 1000
    assert not {" ".join(run) for text in ours for run in runs_of_words(text) & seed}


# -- the numbered rules ---------------------------------------------------------------------------


def test_the_rules_have_the_same_numbers_in_both_languages_each_once() -> None:
    english, malay = anchors(), anchors("go_stop.ms.md")
    assert english == malay
    assert len(set(english)) == len(english) > 100
    for name in ("go_stop.md", "go_stop.ms.md"):
        text = (DOCS / name).read_text(encoding="utf-8")
        assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(english)


def test_every_rule_that_the_game_names_can_be_looked_up() -> None:
    named = {line.rule for section in rules_page(options_for("004", turn_clock=60)) for line in section.lines}
    named |= {line.rule for line in rules_card(options_for("004"))}
    state = dealt(4)
    for text in ("go", "choose 01-1", "play 01-1 take 02-1", "play 12-4", "time_up"):
        try:
            act(GO_STOP, state, state.actor, text)
        except IllegalAction as refusal:
            named.add(refusal.rule)
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "rules/go_stop").glob("*.py"))
    named |= set(re.findall(r'_illegal\(\s*state,\s*"([^"]+)"', source))
    assert named >= {"3.1", "3.4", "6.11", "R10", "R12", "R13", "R53"}
    assert not named - set(anchors())
