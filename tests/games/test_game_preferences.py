"""How one likes to play: the order of the own hand, two steps, what was looked at, the games that wait; and sizes."""

import gzip
import re
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import HandOrder, User
from games import log
from games.models import Game, Player
from games.selectors import waiting_for
from rules.core import Event
from rules.whot.cards import CARD
from rules.whot.options import PLAYERS, PRESETS
from rules.whot.screen import arrived
from rules.whot.view import View

from .factories import guest, key, legal, member, moved, played_out, started, to_act
from .pages import browser, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def shown_hand(person: User, game: Game) -> list[str]:
    page = browser(person).get(f"/games/{game.code}/").content.decode()
    return re.findall(r'id="[cw]-(\w+)-\d"', page)


def grown(people: list[User], cards: int = 9) -> Game:
    """A game in which the seat to act holds so many cards."""
    game = started(people, preset="002")
    while len(log.rules_of(game).hands_left(log.load(game))[game.to_act or 0]) < cards:
        game = moved(game, "draw") if game.state == Game.State.PLAYING else started(people, preset="002")
    return game


# -- the order of the hand --------------------------------------------------------------------------------------------


def test_the_hand_lies_by_shape_until_another_order_is_chosen_and_then_so_in_every_game() -> None:
    me = guest("Bola")
    people = [me, member()]
    game = grown(people)
    by_shape = shown_hand(me, game)
    assert by_shape == sorted(by_shape, key=lambda code: CARD[code].index)
    answer = browser(me).post(f"/games/{game.code}/hand/", {"order": "number"})
    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")
    for played in (game, started(people, preset="002")):
        numbers = [CARD[code].number or 99 for code in shown_hand(User.objects.get(pk=me.pk), played)]
        assert numbers == sorted(numbers)
    assert Game.objects.get(pk=game.pk).seq == game.seq  # C04: no event, no entry


def test_as_dealt_new_cards_come_last() -> None:
    game = grown([member(), member()], 7)
    me = to_act(game)
    User.objects.filter(pk=me.pk).update(hand_order=HandOrder.DEALT)
    before = shown_hand(me, game)
    drawn = log.load(game).market_left[0].code
    game = moved(game, "draw")
    assert shown_hand(me, game) == [*before, drawn]


def test_an_order_by_hand_is_left_to_the_browser_and_anything_else_refused() -> None:
    game = started([member(), member()], preset="002")
    client = browser(to_act(game))
    assert client.post(f"/games/{game.code}/hand/", {"order": "hand"}).status_code == 302
    assert 'data-order="hand"' in client.get(f"/games/{game.code}/").content.decode()
    for order in ("", "colour", "x" * 500):
        assert client.post(f"/games/{game.code}/hand/", {"order": order}).status_code == 400
    assert browser().post(f"/games/{game.code}/hand/", {"order": "shape"}).status_code == 302  # to sign in


def test_equal_cards_of_two_packs_each_keep_their_place() -> None:
    """W1.6, W1.7."""
    hand = ("C5", "C5", "T7")
    made = View(**dict.fromkeys(View.__dataclass_fields__) | {"hand": hand, "seat": 0})  # type: ignore[arg-type]
    events = [Event("drew", 0, ("C5",), 1), Event("drew", 1, (), 1), Event("played", 0, ("S9",), 1)]
    assert arrived(made, events) == ("C5", "T7", "C5")


# -- two steps --------------------------------------------------------------------------------------------------------


def test_without_script_a_choice_is_confirmed_on_the_next_page() -> None:
    game = started([member(), member()], preset="002")
    me = to_act(game)
    User.objects.filter(pk=me.pk).update(two_steps=True)
    client = browser(me)
    shown = client.get(f"/games/{game.code}/").content.decode()
    assert '<button name="choose" value="draw"' in shown and 'id="sure" hidden' in shown
    chosen = client.post(f"/games/{game.code}/actions/", {"choose": "draw", "seen_seq": game.seq, "key": key()})
    assert chosen.status_code == 302 and parse_qs(urlsplit(chosen.url).query) == {"chosen": ["draw"]}
    again = client.get(chosen.url).content.decode()
    assert 'id="sure"><strong id="chosen">Go to the market</strong>' in again
    assert '<button name="action" value="draw" id="confirm">' in again
    assert Game.objects.get(pk=game.pk).seq == game.seq
    answer = client.post(f"/games/{game.code}/actions/", {"action": "draw", "seen_seq": game.seq, "key": key()})
    assert answer.status_code == 302 and Game.objects.get(pk=game.pk).seq == game.seq + 1


def test_what_is_written_into_the_address_chooses_nothing_that_is_not_there() -> None:
    game = started([member(), member()], preset="002")
    me = to_act(game)
    User.objects.filter(pk=me.pk).update(two_steps=True)
    shown = browser(me).get(f"/games/{game.code}/", {"chosen": '"><script>alert(1)</script>'}).content.decode()
    assert "<script>alert" not in shown
    assert '<strong id="chosen"></strong>' in shown


def test_both_preferences_are_set_on_the_settings_page_and_exported() -> None:
    me = guest()
    client = browser(me)
    sent = {
        "display_name": me.display_name,
        "language": "en",
        "time_zone": "UTC",
        "hand_order": "number",
        "two_steps": "on",
    }
    assert client.post("/settings/", sent).status_code == 302
    me.refresh_from_db()
    assert (me.hand_order, me.two_steps) == ("number", True)
    account = client.get("/settings/export/").json()["account"]
    assert (account["hand_order"], account["two_steps"]) == ("number", True)


# -- what happened since I last looked --------------------------------------------------------------------------------


def new_lines(page: str) -> list[int]:
    return [int(seq) for seq in re.findall(r'data-at="(\d+)" class="new"', page)]


def test_what_happened_since_one_last_looked_is_marked_for_that_person_alone() -> None:
    people = [member(), member(), member()]
    game = started(people, preset="002")
    watcher = people[(people.index(to_act(game)) + 2) % 3]
    address = f"/games/{game.code}/"
    browser(watcher).get(address)
    game = moved(moved(game, "draw"), "draw")
    assert new_lines(browser(watcher).get(address).content.decode()) == [2, 1]
    assert new_lines(browser(watcher).get(address).content.decode()) == []  # looked at by now
    assert new_lines(browser().get(address).content.decode()) == []  # of an onlooker nothing is kept
    assert Player.objects.get(game=game, user=watcher).seen_seq == 2


def test_whoever_acts_has_seen_all_that_was_there() -> None:
    people = [member(), member()]
    game = started(people, preset="002")
    mover, other = to_act(game), next(person for person in people if person != to_act(game))
    address = f"/games/{game.code}/"
    browser(other).get(address)
    game = moved(moved(game, "draw"), "draw")
    assert new_lines(browser(mover).get(address).content.decode()) == [2]  # not the own draw, and all before it
    assert new_lines(browser(other).get(address).content.decode()) == []


def test_a_page_that_is_left_says_what_was_seen_and_it_never_goes_back_or_ahead() -> None:
    people = [member(), member()]
    game = moved(started(people, preset="002"), "draw")
    client, row = browser(people[0]), Player.objects.filter(game=game, user=people[0])
    for said, kept, status in (("1", 1, 204), ("0", 1, 204), ("999", 1, 204), ("-3", 1, 400), ("", 1, 400)):
        assert client.post(f"/games/{game.code}/seen/", {"seq": said}).status_code == status
        assert row.get().seen_seq == kept
    assert browser(member()).post(f"/games/{game.code}/seen/", {"seq": "1"}).status_code == 204  # nobody's row
    assert client.get(f"/games/{game.code}/seen/").status_code == 405


# -- games that wait --------------------------------------------------------------------------------------------------


def waiting_games(me: User, hours: tuple[int, ...]) -> list[Game]:
    """Games that wait for me, with so many hours left each."""
    games = []
    while len(games) < len(hours):
        game = started([me, member()], preset="002", turn_clock=86400)
        if to_act(game) == me:
            Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(hours=hours[len(games)]))
            games.append(game)
    return games


def test_every_page_says_in_its_title_how_many_games_wait() -> None:
    me = member()
    games = waiting_games(me, (9, 1))
    waiting = waiting_for(me)  # N09: the column that the sweep reads
    assert waiting >= 2
    client = browser(me)
    for address in ("/", "/rules/", "/settings/", "/help/", f"/games/{games[0].code}/"):
        assert f"<title>({waiting}) " in client.get(address).content.decode(), address
    assert "<title>(" not in browser().get("/rules/").content.decode()
    assert client.get("/waiting").json() == {"waiting": waiting}
    assert client.get(f"/waiting?but={games[0].code}").json() == {"waiting": waiting - 1}
    assert browser().get("/waiting").status_code == 204


def test_next_game_leads_to_the_one_with_least_time_left_and_home_when_none_waits() -> None:
    """L01, L02."""
    me = member()
    late, soon = waiting_games(me, (2, 1))
    client = browser(me)
    assert client.get("/next/").url == f"/games/{soon.code}/"
    assert client.get(f"/next/?after={soon.code}").url == f"/games/{late.code}/"
    assert browser(member()).get("/next/").url == "/"
    assert browser().get("/next/").url == "/"


def test_the_link_to_the_next_game_leaves_out_the_game_it_stands_on() -> None:
    me = member()
    (only,) = waiting_games(me, (1,))
    Game.objects.filter(players__user=me).exclude(pk=only.pk).update(to_act=None, state="void")
    shown = browser(me).get(f"/games/{only.code}/").content.decode()
    assert re.search(r'<a class="next-game"[^>]* hidden>', shown)
    assert not re.search(r'<a class="next-game"[^>]* hidden>', browser(me).get("/rules/").content.decode())


@pytest.mark.parametrize(("part", "sent"), [
    ("", None), ("actions/", {"action": "nonsense", "seen_seq": "0", "key": "key-00000001"}), ("leave/", {}),
    ("pause/", {"do": "nap", "clock": "0"}), ("hand/", {"order": "upside down"}), ("hint/", {"seen_seq": "0"}),
])  # fmt: skip
def test_every_page_that_shows_a_game_counts_that_game_for_itself(part: str, sent: dict[str, str] | None) -> None:
    """Also one that refuses something, without script."""
    me = member()
    (game,) = waiting_games(me, (20,))
    path = f"/games/{game.code}/{part}"
    shown = browser(me).get(path) if sent is None else browser(me).post(path, sent)
    assert f'data-count="/waiting?but={game.code}"' in shown.content.decode()
    assert "<title>(1) Your turn" in shown.content.decode()


# -- size -------------------------------------------------------------------------------------------------------------


STATIC = Path(settings.BASE_DIR) / "static"
EVERYDAY = [f"{shape}{number}" for shape in "CTXSR" for number in (3, 4, 6, 9, 10, 11, 12, 13)]  # without effect


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", ["en", "ms"])
def test_a_turn_and_the_first_load_are_light_with_twenty_cards_and_all_seats(preset: str, language: str) -> None:
    seats = PLAYERS[preset][1]
    people = [member(f"Oluwaseun Bartholomew {name}") for name in "ABCDEF"[:seats]]
    User.objects.update(two_steps=True, language=language)
    game = started(people, preset=preset, start="full", packs=2, turn_clock=86400, draw_when_able=True)
    collector, held = people[0], 0  # who goes to market whenever it is possible; the others get rid of their cards
    while game.state == Game.State.PLAYING and held < 20 and game.seq < 300:
        hands, acting = log.rules_of(game).hands_left(log.load(game)), game.to_act or 0
        held = len(hands[0])
        plays = [action for action in legal(game) if action.startswith("play") and action[5:] in EVERYDAY]
        others = "draw" if "draw" in legal(game) else None
        game = moved(game, plays[0] if plays and people[acting] != collector and len(hands[acting]) > 2 else others)
    assert game.state == Game.State.PLAYING and held >= 20
    sizes = [len(gzip.compress(browser(person).get(f"/games/{game.code}/panel").content)) for person in people]
    assert max(sizes) <= 2048, sizes
    first = browser(people[0]).get(f"/games/{game.code}/").content
    files = set(re.findall(r"/static/([\w./-]+)", first.decode()))
    for style in [name for name in files if name.endswith(".css")]:
        files |= set(re.findall(r'url\("\.\./([\w./-]+)"\)', (STATIC / style).read_text()))
    assert {"js/game.js", "js/hand.js", "js/waiting.js", "css/game.css", "cards/whot.svg", "cloth.svg"} <= files
    load = len(gzip.compress(first)) + sum(len(gzip.compress((STATIC / name).read_bytes())) for name in files)
    assert load <= 60_000, load


def test_a_finished_game_waits_for_nobody() -> None:
    me = member()
    over = played_out(started([me, member()], preset="002"))
    assert waiting_for(me) == 0
    assert "(1)" not in text(browser(me).get(f"/games/{over.code}/"))
