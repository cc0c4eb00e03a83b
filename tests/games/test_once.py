"""Parts of a template that are drawn once for the same values: never shown to whom they do not belong."""

from typing import NamedTuple

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.safestring import mark_safe

from games.templatetags.once import NotNamed
from rules.core import Message, say

pytestmark = pytest.mark.once


class Card(NamedTuple):
    code: str
    name: Message


CIRCLE, STAR = Card("C5", say("Circle %(number)s", number=5)), Card("S5", say("Star %(number)s", number=5))


def drawn(template: Template, **values: object) -> str:
    return template.render(Context(values))


def test_each_value_is_drawn_as_it_is_and_once_only() -> None:
    calls: list[str] = []

    class Counting(NamedTuple):
        code: str

        def told(self) -> str:
            calls.append(self.code)
            return f"<{self.code}>"

    part = Template("{% load once %}{% for card in cards %}{% once card %}{{ card.told }}{% endonce %}{% endfor %}")
    for _ in range(3):
        text = drawn(part, cards=[Counting("C5"), Counting("T7"), Counting("C5")])
        assert text == "&lt;C5&gt;&lt;T7&gt;&lt;C5&gt;"
    assert calls == ["C5", "T7"]


def test_what_differs_only_deep_inside_is_told_apart() -> None:
    part = Template("{% load game_words once %}{% once card on %}{{ card.name|said }} {{ on }}{% endonce %}")
    five, six = CIRCLE, CIRCLE._replace(name=say("Circle %(number)s", number=6))
    assert [drawn(part, card=card, on=on) for card in (five, six) for on in (True, 1, "True")] == [
        "Circle 5 True", "Circle 5 1", "Circle 5 True", "Circle 6 True", "Circle 6 1", "Circle 6 True",
    ]  # fmt: skip


def test_a_part_sees_nothing_that_it_is_not_remembered_by() -> None:
    """Else it would show one viewer what it was drawn with for another."""
    secret = Template("{% load once %}{% once card %}[{{ hand }}]{% endonce %}")
    assert drawn(secret, card=CIRCLE, hand="all of it") == "[]"
    attribute = Template("{% load once %}{% once page.code %}{{ page.code }}{{ page.hand }}{% endonce %}")
    with pytest.raises(NotNamed, match="hand"):
        drawn(attribute, page={"code": "x", "hand": "all of it"})


def test_languages_are_remembered_apart() -> None:
    part = Template("{% load once %}{% once %}{% translate 'Table' %}{% endonce %}")
    told = []
    for language in ("en", "ms", "en"):
        with translation.override(language):
            told.append(drawn(part))
    assert told[0] == told[2] == "Table" and told[1] != "Table"


def test_what_was_safe_once_is_escaped_where_it_is_not() -> None:
    part = Template("{% load once %}{% once name %}{{ name }}{% endonce %}")
    assert drawn(part, name=mark_safe("<b>Eve</b>")) == "<b>Eve</b>"
    assert drawn(part, name="<b>Eve</b>") == "&lt;b&gt;Eve&lt;/b&gt;"
    assert drawn(part, name=mark_safe("<b>Eve</b>")) == "<b>Eve</b>"
