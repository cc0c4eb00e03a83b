"""The rules pages of games that are played in one way: sections, examples drawn, numbers, both languages."""

import re

import pytest
from django.conf import settings
from django.test import Client

from rules.go_stop.book import rules_page
from rules.go_stop.cards import CARD
from rules.go_stop.options import options_for

pytestmark = pytest.mark.once
CAPTURES = {"3.3", "3.4", "3.5", "3.8", "3.9", "3.10", "4.2", "4.4", "4.5", "4.6"}
DRAWN_FOR = CAPTURES | {"5.1", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.10", "5.11", "5.12"}


def page(path: str, language: str = "en") -> str:
    answer = Client(headers={"accept-language": language}).get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_has_six_sections_and_every_line_with_its_number() -> None:  # 0.7
    html = page("/rules/go_stop/")
    assert len(re.findall(r"<section ", html)) == 6
    numbers = re.findall(r'href="/rules/go_stop/numbered/#([^"]+)"', html)
    assert numbers == [line.rule for section in rules_page(options_for("004")) for line in section.lines]


def test_an_example_is_drawn_for_each_capture_and_each_combination() -> None:
    lines = {line.rule: line for section in rules_page(options_for("004")) for line in section.lines}
    assert not [rule for rule in DRAWN_FOR if not lines[rule].examples]
    html = page("/rules/go_stop/")
    shown = re.findall(r'go_stop(?:\.\w+)?\.svg#(\d\d-\d)"', html)
    assert shown == [code for line in lines.values() for example in line.examples for code in example.cards]
    assert set(shown) <= set(CARD)
    sprite = (settings.BASE_DIR / "static/cards/go_stop.svg").read_text()
    assert not [code for code in shown if f'id="{code}"' not in sprite]


def test_what_an_example_says_is_what_the_rules_count() -> None:
    from rules.go_stop.cards import bag_of
    from rules.go_stop.scoring import score

    counted = {"15 points": 15, "5 points": 5, "4 points": 4, "3 points": 3, "2 points": 2, "1 point": 1}
    met = 0
    for section in rules_page(options_for("004")):
        for line in section.lines:
            for example in line.examples:
                if str(example.label) in counted:
                    assert score(bag_of([CARD[code] for code in example.cards])).total == counted[str(example.label)]
                    met += 1
    assert met >= 11


def test_the_page_is_malay_throughout_for_a_malay_reader() -> None:  # R55
    html = page("/rules/go_stop/", "ms")
    assert "Lima haiwan bernilai 1 mata" in html and "dalam susun atur" in html
    english = [str(line.message) for section in rules_page(options_for("004")) for line in section.lines]
    assert not [text for text in english if text in html]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "Any card may be played"), ("ms", "Mana-mana kad boleh dimainkan")]
)
def test_the_numbered_rules_are_in_the_readers_language(language: str, words: str) -> None:
    html = page("/rules/go_stop/numbered/", language)
    assert words in html and f'lang="{language}"' in html
    source = (settings.BASE_DIR / "docs/rules/go_stop.md").read_text()
    numbers = set(re.findall(r'<a id="([^"]+)"></a>', source))
    assert numbers <= set(re.findall(r' id="([^"]+)"', html))
    assert "&lt;a id" not in html and "**" not in html and "](" not in html


@pytest.mark.parametrize(
    "path", ["/rules/chess/", "/rules/chess/numbered/", "/rules/whot/numbered/", "/rules/GO_STOP/"]
)
def test_no_other_word_is_a_game(path: str) -> None:
    assert Client().get(path).status_code == 404
