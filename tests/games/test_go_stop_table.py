"""The second game at a table: its forms, a whole deal by forms alone, what each viewer sees, two people by a link."""

import gzip
import random
import re

import pytest

from accounts.models import User
from games import log, selectors
from games.models import Game, Table
from games.services import play
from games.translating import translated
from rules.go_stop.cards import CARD, codes_in
from rules.go_stop.names import card_name

from .factories import guest, key, legal, log_of, member, moved, opened_by, played_out, rules, seated, started, to_act
from .pages import FORM, browser, shuffled, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]
CODES = re.compile(r"\b(?:0[1-9]|1[0-2])-[1-4]\b")


@pytest.fixture
def people() -> list[User]:
    return [member("Ada"), guest("Bola")]


@pytest.fixture
def game(people: list[User]) -> Game:
    """A deal that did not end with the deal itself (2.5)."""
    while True:
        found = started(people, game="go_stop", preset="004", seats=2)
        if found.state == Game.State.PLAYING:
            return found


def page(person: User | None, game: Game, query: str = "") -> str:
    return browser(person).get(f"/games/{game.code}/{query}").content.decode()


def hand_of(game: Game, person: User) -> list[str]:
    view = log.rules_of(game).game.view(log.load(game), selectors.game_for(game.code, person).seat)
    return list(view.hand)


# -- forms ------------------------------------------------------------------------------------------------------------


def test_the_form_against_the_computer_offers_both_games() -> None:
    shown = browser().get("/computer/").content.decode()
    assert 'href="/computer/?game=go_stop"' in shown
    answer = browser().get("/computer/?game=go_stop")
    assert 'name="game" value="go_stop"' in answer.content.decode()
    assert "2 players" in text(answer) and "2 to 2" not in text(answer)


def test_a_deal_against_the_computer_begins_at_once_for_somebody_without_an_account() -> None:
    client = browser()
    posted = {"game": "go_stop", "preset": "004", "seats": "2", "bot_level": "easy", "name": "Ada", "key": "k" * 20}
    answer = client.post("/computer/", posted)
    table = Table.objects.get()
    assert (table.game, table.preset, table.bot_level) == ("go_stop", "004", "easy")
    assert shuffled(client, answer["Location"])["Location"] == f"/games/{log_of(table).code}/"


@pytest.mark.parametrize("address", ["/computer/", "/tables/new/", "/tables/new/fields"])
def test_a_game_that_is_not_here_is_not_found(address: str) -> None:
    assert browser(member()).get(address, {"game": "chess"}).status_code == 404


def test_a_table_of_people_has_only_what_the_game_has() -> None:
    shown = browser(member()).get("/tables/new/?game=go_stop").content.decode()
    assert 'name="time"' not in shown and 'value="knockout"' not in shown
    assert "points won add up, most wins" in shown
    assert re.findall(r'name="seats" value="(\d)"', shown) == ["2"]


def test_seats_and_matches_that_the_game_does_not_know_are_refused_in_a_sentence() -> None:
    client = browser(member())
    form = {**FORM, "game": "go_stop", "preset": "004"}
    answer = client.post("/tables/new/", {**form, "seats": "4"})
    assert answer.status_code == 422 and "2 players" in text(answer)
    answer = client.post("/tables/new/", {**form, "match": "knockout"})
    assert answer.status_code == 422 and "R53" in text(answer)
    assert not Table.objects.exists()


def test_the_usual_rules_of_one_game_are_not_those_of_the_other() -> None:
    person = member()
    client = browser(person)
    client.post("/tables/new/", {**FORM, "game": "go_stop", "preset": "004", "games": "5"})
    assert Table.objects.get().game == "go_stop"
    assert 'name="game" value="whot"' in client.get("/tables/new/").content.decode()
    shown = client.get("/tables/new/?game=go_stop").content.decode()
    assert re.search(r'name="games"[^>]*value="5"', shown)


def test_the_host_changes_the_clock_and_not_the_game() -> None:
    host = member()
    table = opened_by(host, rules("004", 2, game="go_stop"))
    client = browser(host)
    shown = client.get(f"/tables/{table.code}/rules/").content.decode()
    assert 'name="game" value="go_stop"' in shown
    form = {**FORM, "game": "whot", "preset": "004", "turn": "300", "seen_seq": table.seq}
    assert client.post(f"/tables/{table.code}/rules/", form).status_code == 302
    changed = Table.objects.get()
    assert (changed.game, changed.options["turn_clock"]) == ("go_stop", 300)


# -- the table -------------------------------------------------------------------------------------------------------


def test_a_whole_deal_is_played_by_forms_alone(game: Game, people: list[User]) -> None:
    """3.1: a first post chooses, a second one confirms; each of them has an own page."""
    chance, steps = random.Random(4), 0
    while game.state == Game.State.PLAYING:
        client = browser(to_act(game))
        shown = client.get(f"/games/{game.code}/").content.decode()
        offered = re.findall(r'name="choose" value="([^"]+)"', shown)
        assert sorted(set(offered)) == sorted(legal(game))
        chosen = chance.choice(offered)
        seen = {"seen_seq": game.seq, "key": key()}
        answer = client.post(f"/games/{game.code}/actions/", {"choose": chosen, **seen})
        assert answer.status_code == 302 and Game.objects.get(pk=game.pk).seq == game.seq
        confirm = client.get(answer.url).content.decode()
        assert f'name="action" value="{chosen}" id="confirm"' in confirm
        game = moved(game, chosen)
        steps += 1
    assert steps == game.seq > 4
    over = text(browser(people[0]).get(f"/games/{game.code}/"))
    assert "GAME OVER" in over and "What was captured" in over and "The hands left" in over


def test_every_viewer_sees_the_own_hand_and_no_other(game: Game, people: list[User]) -> None:
    """R49: neither the other hand nor the order of the stock, in no attribute either."""
    chance = random.Random(9)
    for _ in range(12):
        if game.state != Game.State.PLAYING:
            break
        state = log.load(game)
        hidden = {card.code for card in state.stock}
        for person in (*people, None):
            seat = selectors.game_for(game.code, person).seat
            others = {code for number, hand in enumerate(state.hands) if number != seat for code in codes_in(hand)}
            panel = browser(person).get(f"/games/{game.code}/panel").content.decode()
            shown = set(CODES.findall(panel))
            assert not shown & (hidden | others)
            assert set(() if seat is None else codes_in(state.hands[seat])) <= shown
        game = moved(game, chance.choice(legal(game)))


def test_a_running_deal_reveals_in_no_word_what_lies_where(game: Game, people: list[User]) -> None:
    """Names are as good as codes: no name of a card of the other hand stands on the page."""
    one, two = people
    panel = browser(one).get(f"/games/{game.code}/panel").content.decode()
    hidden = set(hand_of(game, two)) | {card.code for card in log.load(game).stock}
    names = {translated(card_name(code)) for code in hidden}
    seen = {translated(card_name(code)) for code in CARD if code not in hidden}
    assert not [name for name in names - seen if name in panel]


def test_a_turn_is_small(game: Game, people: list[User]) -> None:
    """In both languages, for who moves and who waits, to the end of a deal that goes on as long as it may."""
    chance, sizes = random.Random(2), []
    while game.state == Game.State.PLAYING:
        for person in people:
            for language in ("en", "ms"):
                User.objects.filter(pk=person.pk).update(language=language)
                answer = browser(person).get(f"/games/{game.code}/panel")
                assert answer.headers["Content-Language"] == language
                sizes.append(len(gzip.compress(answer.content)))
        game = moved(game, chance.choice([text for text in legal(game) if text != "stop"] or legal(game)))
    assert sizes and max(sizes) <= 2048


def test_stop_and_go_say_what_they_pay(people: list[User]) -> None:
    """6.1, 6.2: asked with the payment; at the last turn only Stop is there (6.11)."""
    chance = random.Random(1)
    for _ in range(60):
        game = started(people, game="go_stop", preset="004", seats=2)
        while game.state == Game.State.PLAYING and "stop" not in legal(game):
            game = moved(game, chance.choice(legal(game)))
        if game.state == Game.State.PLAYING and "go" in legal(game):
            break
    else:
        pytest.fail("nobody was ever asked")
    mover = to_act(game)
    view = log.rules_of(game).game.view(log.load(game), game.to_act)
    shown = page(mover, game)
    assert f"Stop: {view.stop_pays[game.to_act].payment} point" in shown
    assert "Stop would then pay" in shown and "(1.4, 1.5)" in shown
    other = next(person for person in people if person != mover)
    assert 'id="decide"' not in page(other, game)
    ended = moved(game, "stop")
    assert ended.outcome is not None and ended.outcome["points"][game.to_act] == view.stop_pays[game.to_act].payment


def test_who_leaves_loses_five(game: Game, people: list[User]) -> None:
    """R53."""
    assert "the other player wins 5 points" in page(people[0], game)
    play.leave(game.code, people[0])
    ended = Game.objects.get(pk=game.pk)
    assert ended.outcome is not None
    seat = selectors.game_for(game.code, people[0]).seat
    assert ended.outcome["points"][1 - (seat or 0)] == 5
    assert ended.end_reason == "last_player"


def test_two_people_play_a_match_that_counts_points_won(people: list[User]) -> None:
    table = opened_by(people[0], rules("004", 2, game="go_stop", games=2))
    table = seated(table, people[1])
    game = log_of(table)
    for _ in range(2):
        game = played_out(game)
        after = log_of(table)
        game = after if after.pk != game.pk else game
    table.refresh_from_db()
    assert table.state == Table.State.FINISHED
    shown = text(browser(people[0]).get(f"/games/{log_of(table).code}/"))
    assert "THE MATCH IS OVER" in shown and "Wharty-est" not in shown  # a word of Whot (W9.1)


def test_a_finished_deal_is_reviewed_and_its_record_downloaded(people: list[User]) -> None:
    game = played_out(started(people, game="go_stop", preset="004", seats=2))
    client = browser(people[0])
    assert client.get(f"/games/{game.code}/review/").status_code == 200
    record = client.get(f"/games/{game.code}/record.json").json()
    assert record["game"] == "go_stop" and record["result"]["reason"] == game.end_reason


def test_the_page_loads_the_cards_of_its_own_game_only(game: Game, people: list[User]) -> None:
    shown = page(people[0], game)
    assert "cards/go_stop.svg" in shown and "cards/whot.svg" not in shown and "go_stop.css" in shown
    whot = started(people, preset="001")
    assert "go_stop" not in page(people[0], whot)
