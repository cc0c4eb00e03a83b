"""Where the rules of Whot are told in words: the numbered rules, and that nothing is copied into the product."""

import ast
import itertools
import re
from pathlib import Path

import pytest

from rules.core import BadOptions
from rules.whot import options_for
from rules.whot.book import rules_card, rules_page
from rules.whot.option_words import PRESET_NAMES
from rules.whot.options import OPTION_FIELDS, PRESETS
from tests.rules.drawn import VALUES
from tests.rules.seeds import seed_folder

ROOT = Path(__file__).parent.parent.parent
PRODUCT = ("rules", "games", "accounts", "whot_site")


def test_the_numbered_rules_call_every_kind_of_game_by_its_name_and_number() -> None:
    text = (ROOT / "docs/rules/whot.md").read_text()
    special, points, options = (line for line in text.splitlines() if line.startswith(("| card |", "| option |")))
    for key, name in PRESET_NAMES.items():
        assert f"| `{key}` | **{name}** |" in text
        assert f" {name} ({key}) |" in options
        if key != "000W":  # W4.10 to W4.12 tell what it has more than Wild
            assert f" {name} ({key})" in special and f" {name} ({key})" in points


def test_the_numbered_rules_name_every_refused_pair_of_options() -> None:  # section 10
    text = (ROOT / "docs/rules/whot.md").read_text()
    (paragraph,) = [line for line in text.split("\n\n") if line.startswith("Some choices can't go together")]
    for preset in PRESETS:
        for one, two in itertools.combinations(OPTION_FIELDS, 2):
            for values in itertools.product(VALUES[one], VALUES[two]):
                try:
                    options_for(preset, **dict(zip((one, two), values, strict=True)))
                except BadOptions as error:
                    assert all(f"`{name}" in paragraph for name in error.options), error


def runs_of_words(text: str, length: int = 8) -> set[tuple[str, ...]]:
    """Runs of words; a run that is mostly numbers (a list of cards) is nobody's sentence."""
    words = re.findall(r"[a-z']+|\d+", re.sub(r"%\(\w+\)s", " ", text.lower()))
    runs = zip(*(words[start:] for start in range(length)), strict=False)
    return {run for run in runs if sum(word.isalpha() for word in run) > length // 2}


def texts_in_code() -> set[str]:
    """Every text marked for translation in the product's code."""
    found = set()
    for path in (path for folder in PRODUCT for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "gettext", "gettext_noop"):
                found |= {argument.value for argument in node.args[:1] if isinstance(argument, ast.Constant)}
    return found


# Where a text ends: block elements and the tags of a template, but for those that stand inside a sentence.
BETWEEN = re.compile(
    r"{%(?! *(?:translate|blocktranslate|plural)).*?%}|</?(?!(?:a|b|em|strong|span|code)\b)[a-z].*?>", re.S
)
INSIDE = re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}|<.*?>", re.S)
QUOTED = re.compile(r"""{% *translate +("|')(.*?)\1.*?%}""", re.S)


def texts_of_template(source: str) -> list[str]:
    """What a template says, text by text, without its markup."""
    told = QUOTED.sub(r"\2", source)
    return [" ".join(INSIDE.sub(" ", text).split()) for text in BETWEEN.split(told)]


def texts_in_templates() -> dict[str, str]:
    """Every text of every template, with the name of one that has it."""
    paths = [path for ending in ("html", "txt") for path in (ROOT / "templates").rglob(f"*.{ending}")]
    return {text: path.name for path in paths for text in texts_of_template(path.read_text()) if text}


def seed_runs() -> set[tuple[str, ...]]:
    runs: set[tuple[str, ...]] = set()
    for path in seed_folder().glob("*.txt"):
        runs |= runs_of_words(path.read_text())
    assert len(runs) > 1000
    return runs


@pytest.mark.seeds
def test_no_sentence_of_the_seed_documents_is_copied() -> None:
    seeds = seed_runs()
    texts = texts_in_code()
    for options in map(options_for, PRESETS):
        lines = rules_card(options) + [line for section in rules_page(options) for line in section.lines]
        texts |= {str(line.message) for line in lines}
    assert len(texts) > 400
    assert not {" ".join(run) for text in texts for run in runs_of_words(text) & seeds}


@pytest.mark.seeds
def test_no_template_copies_a_sentence_of_the_seed_documents() -> None:
    seeds = seed_runs()
    texts = texts_in_templates()
    assert len(texts) > 200
    assert not {f"{name}: {' '.join(run)}" for text, name in texts.items() for run in runs_of_words(text) & seeds}


def test_the_texts_of_a_template_are_told_from_its_markup() -> None:
    source = (
        "<p class='x'>{% if a %}One {{ b }} <em>two</em>{% endif %}</p><li>{% translate \"Three four\" %}\n"
        "{% blocktranslate trimmed with n=n %}five\n {{ n }} six{% endblocktranslate %}</li>{# seven #}"
    )
    assert [text for text in texts_of_template(source) if text] == ["One two", "Three four five six"]
