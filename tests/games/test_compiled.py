"""Templates as Python functions draw every byte as Django does."""

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from accounts.models import User
from games import compiled, log, presenters, selectors
from games.models import Game
from games.services import limits, pausing, play
from rules.core import say
from rules.whot.options import PLAYERS
from tests.games.factories import friends, member, started


class Card(NamedTuple):
    code: str
    number: int
    name: Any = say("Circle %(number)s", number=5)

    def told(self) -> str:
        return f"<{self.code}>"


class Failing:
    """What is asked of rows of the database goes wrong in these ways."""

    class Gone(Exception):
        silent_variable_failure = True

    @property
    def gone(self) -> str:
        raise self.Gone

    def needs(self, something: str) -> str:
        return something

    def delete(self) -> str:
        raise AssertionError("a template called it")

    delete.alters_data = True  # type: ignore[attr-defined]


VALUES: dict[str, Any] = {
    "text": "a <b> & 'c'", "safe": mark_safe("<i>x</i>"), "none": None, "empty": "", "yes": True, "zero": 0, "five": 5,
    "many": 1234567, "share": 1.5, "lazy": gettext_lazy("Your hand"), "when": timezone.now(), "failing": Failing(),
    "card": Card("C5", 5), "cards": [Card("C5", 5), Card("S<", 7)], "nobody": [], "made": (number for number in (1, 2)),
    "words": {"code": "2345abcd2345", "one": {"items": "mine", "2": "two"}, "list": ["a", "b"]},
    "call": lambda: "called", "name": "_clock.html",
}  # fmt: skip
TEMPLATES = [
    "{{ text }}{{ safe }}{{ none }}{{ empty }}{{ yes }}{{ zero }}{{ five }}{{ many }}{{ share }}{{ lazy }}"
    "{{ when }}",
    "{{ absent }}|{{ absent.more }}|{{ none.more }}|{{ text.absent }}|{{ card.absent }}|{{ cards.9.code }}|"
    "{{ cards.0 }}",
    "{{ card.code }}{{ card.told }}{{ cards.1.code }}{{ cards.1.number }}{{ card.1 }}{{ words.one.items }}"
    "{{ words.one.2 }}",
    "{{ words.list.1 }}{{ words.keys }}{{ call }}{{ failing.gone }}|{{ failing.needs }}|{{ failing.delete }}|"
    "{{ text.upper }}",
    "{{ text|upper }}{{ text|length }}{{ absent|length }}{{ none|default_if_none:'<' }}"
    "{{ absent|default:'-' }}{{ five|add:2 }}",
    "{{ text|safe }}{{ safe|upper }}{{ text|default:card.code }}{{ cards|join:', ' }}{{ when|date:'H:i' }}"
    "{{ 'a<b' }}{{ 17 }}",
    "{{ _('Your hand') }}{% translate 'Your hand' %}{% translate 'Your hand' as said %}{{ said }}"
    "{% translate text %}",
    "{% blocktranslate trimmed with name=text %}Next: {{ name }}{% endblocktranslate %}{% blocktranslate %}"
    "50 % {{ text }}{% endblocktranslate %}{% blocktranslate with cards=card.name|upper %}Stock: {{ cards }}"
    "{% endblocktranslate %}",
    "{% blocktranslate %}{{ absent }} {{ five }}{% endblocktranslate %}{% blocktranslate count n=five %}"
    "{{ n }} point{% plural %}{{ n }} points{% endblocktranslate %}{% blocktranslate asvar x %}a"
    "{% endblocktranslate %}{{ x }}",
    "{% if yes %}a{% endif %}{% if zero %}a{% else %}b{% endif %}{% if absent %}a{% elif absent.b %}b"
    "{% elif five %}c{% endif %}",
    "{% if five > 4 and text|length < 100 %}a{% endif %}{% if none > 4 %}a{% endif %}{% if absent == none %}b"
    "{% endif %}",
    "{% if not absent or zero %}a{% endif %}{% if five in cards.0 %}b{% endif %}{% if five in none %}c"
    "{% endif %}{% if five not in none %}c{% endif %}{% if none is None %}d{% endif %}"
    "{% if five >= 5 and five <= 5 %}e{% endif %}{% if yes != zero %}f{% endif %}{% if none is not None %}g"
    "{% endif %}{% if text|add:none.x == 3 %}h{% endif %}",
    "{% for card in cards %}{{ card.code }}{% endfor %}{{ card.code }}{% for x in absent %}x{% endfor %}"
    "{% for x in none %}x{% empty %}-{% endfor %}{% for x in nobody %}x{% endfor %}{% for x in text %}{{ x }}"
    "{% endfor %}",
    "{% for x in cards %}{{ forloop.counter }}{% for y in cards %}{{ forloop.parentloop.counter }}"
    "{{ forloop.last }}{{ y.code }}{% endfor %}{{ forloop.revcounter0 }}{{ x.number }}{% endfor %}"
    "{% for x in cards reversed %}{{ x.code }}{% endfor %}{% for code, number, name in cards %}{{ number }}"
    "{{ code }}{% endfor %}",
    "{% for x in made %}{{ x }}{% endfor %}{% for x in cards %}{% cycle 'a' 'b' %}{% firstof none x.code %}"
    "{% endfor %}",
    "{% with a=text b=five %}{{ a }}{{ b }}{% for a in cards %}{{ a.code }}{% endfor %}{{ a }}{% endwith %}"
    "{{ a }}",
    "{% static 'cards/whot.svg' as art %}{{ art }}{% for x in cards %}{% with art=five %}{{ art }}"
    "{% endwith %}{{ art }}{% endfor %}{% url 'help_topic' 'game' as art %}{{ art }}"
    "{% url 'help_topic' 'game' %}",
    "{% load once %}{% for card in cards %}{% once card text none.x five %}{{ card.code }}{{ text }}{{ five }}"
    "{% endonce %}{% endfor %}{% once call %}{{ call }}{% endonce %}{% once %}{% translate 'Your hand' %}"
    "{% endonce %}",
    "{% include 'games/_signed_out.html' with code=words.code %}{% include 'games/_notice.html' %}{{ code }}"
    "{% include 'games/_notice.html' with notice=card %}{% for x in cards %}"
    "{% include 'games/_ask.html' with topic='game' about=x.code %}{% endfor %}{% autoescape off %}{{ text }}"
    "{% endautoescape %}{# nothing #}{% comment %}x{% endcomment %}",
    "{% load game_words %}{{ card.name|said }}{% blocktranslate with card=card.name|said %}Card to play on: "
    "{{ card }}{% endblocktranslate %}{% spaceless %}<b> {{ text }} </b> <i></i>{% endspaceless %}",
]  # fmt: skip


@pytest.mark.once
@pytest.mark.parametrize("source", TEMPLATES)
@pytest.mark.parametrize("language", ["en", "ms", None])
def test_what_templates_say_is_said_as_django_says_it(source: str, language: str | None) -> None:
    template = Template(source)
    for _again in range(2):
        with translation.override(language):
            mine = compiled.drawn(template, {**VALUES, "made": iter((1, 2))})
            assert mine == template.render(Context({**VALUES, "made": iter((1, 2))}))


@pytest.mark.once
def test_a_fault_in_what_is_shown_is_as_loud_as_ever() -> None:
    class Broken:
        @property
        def name(self) -> str:
            raise AttributeError("inside")

        @property
        def number(self) -> int:
            return 1 // 0

    for source, error in (("{{ it.name }}", AttributeError), ("{% if it.number %}{% endif %}", ZeroDivisionError)):
        with pytest.raises(error):
            compiled.drawn(Template(source), {"it": Broken()})


def compare(game: Game, people: Sequence[User]) -> None:
    """The table for everybody who may look at it, in both languages."""
    now = timezone.now()
    for viewer in (*people, None):
        seen = selectors.game_for(game.code, viewer)
        for chosen in ("", "draw") if game.to_act == seen.seat else ("",):
            for language in ("en", "ms"):
                with translation.override(language):
                    page = presenters.page_for(seen, viewer, now, chosen)
                    drawn = compiled.render("games/_panel.html", {"page": page})
                    assert drawn == render_to_string("games/_panel.html", {"page": page})


GAMES = [*(("whot", preset) for preset in PLAYERS), ("go_stop", "004")]


@pytest.mark.django_db
@pytest.mark.parametrize(("game_key", "preset"), GAMES)
def test_a_whole_table_is_drawn_as_django_draws_it(game_key: str, preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(f"{game_key} {preset}")
    monkeypatch.setattr(limits, "MOVES_A_MINUTE", 10**9)
    people = [member() for _ in range(3)]
    if game_key == "go_stop" or PLAYERS.get(preset, (2, 6))[0] <= 2:
        people = people[:2]
    people[0].display_name, people[1].display_name = "Ada <b>", "Bayo & 'Ama'"
    people[0].two_steps, people[1].hand_order = True, "number"
    for person in people:
        person.save()
    friends(people[0], people[1])
    game = started(people, game=game_key, preset=preset, start="full", turn_clock=86400)
    for turn in range(60):
        if game.state != Game.State.PLAYING:
            break
        if turn % 4 == 0:
            compare(game, people)
        if turn == 9:
            pausing.pause(game.code, people[0], "ask", game.clock_seq)
            game.refresh_from_db()
            compare(game, people)
        state, rules = log.load(game), log.rules_of(game).game
        action = chance.choice(rules.legal_actions(state))
        to_act = rules.to_act(state)
        play.act(game.code, people[to_act or 0], rules.format_action(action), game.seq, f"key-{turn:08}")
        game.refresh_from_db()
    if game.state == Game.State.PLAYING:
        play.leave(game.code, people[0], timezone.now() + timedelta(minutes=1))
        game.refresh_from_db()
    compare(game, people)
