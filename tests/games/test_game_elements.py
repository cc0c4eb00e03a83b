"""What lies on the table, at places in a game where it can be told from the rules what has to stand there."""

import re

import pytest

from accounts.models import User
from games import log
from games.models import Game
from games.services import play
from rules.whot.cards import PACKS
from rules.whot.options import options_for

from .factories import legal, member, moved, started, to_act
from .pages import browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def shown_to(person: User, game: Game, page: str = "") -> str:
    return browser(person).get(f"/games/{game.code}/{page}").content.decode()


def offering(people: list[User], action: str, **chosen: object) -> Game:
    """A game in which nothing is owed and the seat to act may do this and holds more than two cards."""
    for _game in range(60):
        game = started(people, **chosen)
        while game.state == Game.State.PLAYING and game.seq < 30:
            rules, state = log.rules_of(game), log.load(game)
            free = rules.game.view(state, None).owed is None
            if free and action in legal(game) and len(rules.hands_left(state)[game.to_act or 0]) > 2:
                return game
            game = moved(game, "draw" if "draw" in legal(game) else None)
    pytest.fail(f"nobody could ever {action}")


def test_the_market_says_how_many_cards_are_left_in_it() -> None:
    """W2.3: what was not dealt and is not the start card; each draw takes one (W3.2)."""
    people = [member(), member()]
    game = started(people, preset="002", start="full")
    left = len(PACKS[options_for("002").pack]) - 2 * 5 - 1
    for drawn in range(3):
        assert f'id="market">{left - drawn} cards<' in shown_to(people[0], game)
        game = moved(game, "draw")


@pytest.mark.parametrize(
    ("rules", "double"),
    [({"preset": "001"}, True), ({"preset": "001", "score": "face"}, False), ({"preset": "002"}, False)],
)
def test_the_double_number_in_a_star_is_seen_where_stars_count_double(rules: dict[str, object], double: bool) -> None:
    """W7.3: at a table, when its game is over, and in what looks back at it."""
    people = [member(), member()]
    game = started(people, **rules)
    assert ("css/stars.css" in shown_to(people[0], game)) is double
    game = play.leave(game.code, people[1])
    for page in ("", "review/", "review/cards/"):
        assert ("css/stars.css" in shown_to(people[0], game, page)) is double, page


def test_what_is_owed_and_what_answers_it_stands_on_the_table_for_all() -> None:
    """W4.2: a 2 makes the next one pick two, or answer with another 2."""
    people = [member(), member()]
    game = moved(offering(people, "play C2", preset="001"), "play C2")
    for person in people:
        shown = shown_to(person, game)
        assert re.search(r'id="owed">2 cards owed: a 2 [^<]*answers? them<', shown), shown
    label = re.search(r'id="draw"[^>]*>([^<]+)<', shown_to(to_act(game), game))
    assert label and label[1] == "Pick 2 cards"


def test_the_direction_is_shown_in_words_and_by_arrows() -> None:
    """Turnabout: a card that turns the direction makes the one before the next one."""
    people = [member("Ada"), member("Bola"), member("Chidi")]
    for _game in range(60):
        game = started(people, preset="003")
        while game.state == Game.State.PLAYING and game.seq < 60:
            view = log.rules_of(game).game.view(log.load(game), None)
            forward = view.direction == 1
            shown = shown_to(people[0], game)
            names, seat = ["Ada", "Bola", "Chidi"], game.to_act or 0
            assert ('class="seats n3"' in shown) is forward and ('class="seats n3 back"' in shown) is not forward
            following = names[(seat + (1 if forward else -1)) % 3]
            assert f"Next: {'you' if following == 'Ada' else following} <" in shown  # Ada looks
            assert f"Next: {following} <" in shown_to(member("Efe"), game)  # an onlooker is nobody
            way = shown[shown.index('class="way"') : shown.index('id="turn"')]
            assert ("→" in way) is forward and ("←" in way) is not forward
            if not forward:
                return
            game = moved(game)
    pytest.fail("the direction never turned")
