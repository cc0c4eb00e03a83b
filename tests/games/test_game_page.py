"""The game screen over HTTP: what is shown to whom, and what each kind of post is answered with."""

import gzip
import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, TestCase
from django.utils import timezone

from accounts.models import User
from games import log
from games.models import Game
from games.services import play
from rules.whot.words import card_name

from .factories import key, legal, member, moved, played_out, started, to_act
from .pages import browser, text

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def post(client: Client, game: Game, action: str, *, seq: int | None = None, **more: Any) -> Any:
    headers = more.pop("headers", {})
    fields = {"action": action, "seen_seq": game.seq if seq is None else seq, "key": more.pop("key", key()), **more}
    with TestCase.captureOnCommitCallbacks(execute=True):
        return client.post(f"/games/{game.code}/actions/", fields, headers=headers)


def page(client: Client, game: Game) -> str:
    return client.get(f"/games/{game.code}/").content.decode()


def sides(game: Game, people: list[User]) -> tuple[User, User]:
    """Who is to act, and somebody who is not."""
    mover = to_act(game)
    return mover, next(person for person in people if person != mover)


@pytest.fixture
def people() -> list[User]:
    return [member("Adaeze"), member("Bola"), member("Chidi")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return started(people, preset="002", turn_clock=60)


def hand_of(game: Game, person: User) -> list[str]:
    seat = game.players.get(user=person).seat
    return list(log.rules_of(game).hands_left(log.load(game))[seat])


# -- what is shown ----------------------------------------------------------------------------------------------------


def test_the_own_name_and_the_value_of_the_hand_stand_on_top(game: Game, people: list[User]) -> None:
    for person in people:
        points = sum(int(re.sub(r"\D", "", code)) for code in hand_of(game, person))  # W7.3: face values in 002
        shown = page(browser(person), game)
        assert f'<span class="name">{person.display_name}</span> <span id="points">{points} points</span>' in shown


def test_whose_turn_it_is_stands_there_in_words_and_in_the_colour_of_the_seat(game: Game, people: list[User]) -> None:
    mover, other = sides(game, people)
    assert f'<header class="now seat-{game.to_act}">' in page(browser(other), game)
    assert f"{mover.display_name}’s turn" in page(browser(other), game)
    assert "Your turn" in page(browser(mover), game)
    assert "Your turn" not in page(browser(other), game)


def test_players_stand_in_playing_order_with_their_card_counts(game: Game, people: list[User]) -> None:
    shown = page(browser(), game)
    order = re.findall(r'<li id="seat-(\d)".*?class="name">(\w+)<.*?class="number">([^<]+)<', shown, re.DOTALL)
    assert order == [(str(seat), person.display_name, "5 cards") for seat, person in enumerate(people)]  # W2.2


def test_the_own_hand_is_there_as_buttons_and_nobody_elses(game: Game, people: list[User]) -> None:
    for person in people:
        shown = page(browser(person), game)
        assert re.findall(r'id="[cw]-(\w+)-\d"', shown) == hand_of(game, person)
    assert not re.findall(r'id="[cw]-(\w+)-\d"', page(browser(), game))


def test_what_may_be_played_is_marked_and_named_so(game: Game) -> None:
    mover = to_act(game)
    fitting = {text.split()[1] for text in legal(game) if text.startswith("play") and "W20" not in text}
    shown = page(browser(mover), game)
    marked = set(re.findall(r'<button[^>]*id="c-(\w+)-\d" class="card fits[^>]*, playable"', shown))
    assert marked == fitting
    assert len(re.findall(r'class="calls"', shown)) == hand_of(game, mover).count("W20")


def test_every_whot_offers_the_five_shapes(people: list[User], unlimited_moves: None) -> None:
    game = started(people, preset="001")
    for _ in range(400):
        if game.state != Game.State.PLAYING:
            game = started(people, preset="001")
        mover = to_act(game)
        if "W20" in hand_of(game, mover) and len(hand_of(game, mover)) > 1 and "play W20 call star" in legal(game):
            break
        game = moved(game, "draw" if "draw" in legal(game) else None)
    else:
        pytest.fail("nobody ever held a Whot")
    shown = page(browser(mover), game)
    for shape in ("circle", "triangle", "cross", "square", "star"):
        assert len(re.findall(f'name="action" value="play W20 call {shape}"', shown)) == hand_of(game, mover).count(
            "W20"
        )
    answer = post(browser(mover), game, "play W20 call star")
    assert answer.status_code == 302
    if Game.objects.get(pk=game.pk).state == Game.State.PLAYING:
        assert 'id="demand">Called: star<' in page(browser(), game)


def test_clocks_say_what_is_left_and_name_the_zone(game: Game, people: list[User]) -> None:
    mover = to_act(game)
    mover.time_zone = "Africa/Lagos"
    mover.save()
    shown = page(browser(mover), game)
    left = int(re.search(r'data-left="(\d+)"', shown)[1])  # type: ignore[index]
    assert 50_000 < left <= 60_000
    ends = (game.started_at + timedelta(seconds=60 + 3600)).strftime("%H:%M")
    assert f"until {ends} (Africa/Lagos)" in shown
    assert "(UTC)" in page(browser(), game)


@pytest.mark.parametrize(("rules_key", "preset"), [("whot", "002"), ("go_stop", "004")])
def test_of_the_deal_the_table_itself_says_who_begins_and_the_list_all_of_it(
    people: list[User], rules_key: str, preset: str
) -> None:
    """W2, 2.1 to 2.3: its cards lie there; every later turn is told on the table whole."""
    dealt = started(people[:2], game=rules_key, preset=preset, seats=2)
    while dealt.state != Game.State.PLAYING:  # a deal may be won as it is dealt (2.5)
        dealt = started(people[:2], game=rules_key, preset=preset, seats=2)
    mover, other = sides(dealt, people[:2])
    for person, begins in ((mover, "You begin"), (other, f"{mover.display_name} begins")):
        shown = page(browser(person), dealt)
        line = re.search(r'id="latest">(.*?)</p>', shown)
        whole = re.search(r'<li data-at="0".*?>(.*?)</li>', shown)
        assert line and whole and re.fullmatch(rf"{begins}(, and play .*)?\.", line[1]), line
        assert whole[1].startswith("Each player is dealt") and whole[1].endswith(line[1])
    after = page(browser(other), moved(dealt))
    line, whole = re.search(r'id="latest">(.*?)</p>', after), re.search(r'<li data-at="1".*?>(.*?)</li>', after)
    assert line and whole and line[1] == whole[1]


@pytest.mark.parametrize(("rules_key", "preset"), [("whot", "002"), ("go_stop", "004")])
def test_the_page_of_a_game_that_is_over_has_its_last_move_for_whoever_hears_it(
    people: list[User], unlimited_moves: None, rules_key: str, preset: str
) -> None:
    """W7.1: a page that was open reads the move itself out before who won (static/js/game.js)."""
    over = played_out(started(people[:2], game=rules_key, preset=preset, seats=2))
    for person in people[:2]:
        client = browser(person)
        shown, listed = page(client, over), client.get(f"/games/{over.code}/log/").content.decode()
        line = re.search(rf'<ol hidden><li data-at="{over.seq}">(.*?)</li>', shown)
        whole = re.search(rf'<li value="{over.seq}">(.*?) <time', listed)
        assert line and whole and line[1] == whole[1]


def test_the_log_tells_each_what_they_may_know(game: Game, people: list[User]) -> None:
    mover, other = sides(game, people)
    drawn = log.load(game).market_left[0].code
    moved(game, "draw")
    name = card_name(drawn)
    own = text(browser(mover).get(f"/games/{game.code}/log/"))
    others = text(browser(other).get(f"/games/{game.code}/log/"))
    assert f"You go to market and draw {name}." in own
    assert f"{mover.display_name} goes to market and draws one card." in others


def test_a_name_that_looks_like_markup_is_shown_as_text() -> None:
    people = [member("<b>Eve</b>"), member("Bola")]
    game = started(people, preset="002")
    assert "<b>Eve" not in page(browser(), game)
    assert html.escape("<b>Eve</b>") in page(browser(), game)


# -- last card (W5) ---------------------------------------------------------------------------------------------------


def down_to_two(people: list[User]) -> tuple[Game, str]:
    """A game of 000 in which the seat to act can come down to one card, and how."""
    for _ in range(40):
        game = started(people, preset="000", hand_size=3, start="full")
        while game.state == Game.State.PLAYING and game.seq < 60:
            due = [action for action in legal(game) if action.endswith(" last")]
            if due:
                return game, due[0].removesuffix(" last")
            plays = [action for action in legal(game) if action.startswith("play")]
            game = moved(game, plays[0] if plays else None)
    pytest.fail("no hand ever came down to two cards")


@pytest.mark.parametrize("said", [True, False])
def test_a_last_card_call_or_its_omission_is_shown_to_all_until_that_seat_plays_again(
    said: bool, people: list[User], unlimited_moves: None
) -> None:
    """W5.1, W5.2."""
    game, action = down_to_two(people)
    mover = to_act(game)
    seat = game.to_act
    assert 'name="also" value="last"' in page(browser(mover), game)
    answer = post(browser(mover), game, action, **({"also": "last"} if said else {}))
    assert answer.status_code == 302
    mark = "Last card!" if said else "did not say “last card”"
    for client in [browser(mover), *(browser(person) for person in people), browser()]:
        shown = page(client, game)
        found = re.search(rf'<li id="seat-{seat}".*?</li>', shown, re.DOTALL)
        assert found and mark in found[0]
    game = Game.objects.select_related("table").get(pk=game.pk)
    for _ in range(30):  # others' moves and own draws leave it there; the seat's next card takes it away
        if game.state != Game.State.PLAYING:
            return
        plays = [text for text in legal(game) if text.startswith("play")]
        if game.to_act == seat and plays:
            game = moved(game, plays[0] + (" last" if f"{plays[0]} last" in plays else ""))
            break
        game = moved(game, "draw" if "draw" in legal(game) else None)
        found = re.search(rf'<li id="seat-{seat}".*?</li>', page(browser(), game), re.DOTALL)
        assert game.state != Game.State.PLAYING or (found and mark in found[0])
    if game.state == Game.State.PLAYING and not said:
        found = re.search(rf'<li id="seat-{seat}".*?</li>', page(browser(), game), re.DOTALL)
        assert found and mark not in found[0]


def test_beside_the_box_for_the_last_card_is_how_to_use_it(people: list[User], unlimited_moves: None) -> None:
    """W5.1."""
    game, _action = down_to_two(people)
    shown = page(browser(to_act(game)), game)
    assert 'href="/help/game/#last-card"' in shown
    topic = browser().get("/help/game/").content.decode().split('id="last-card"')[1]
    assert "Say “last card” with this play" in shown and "Say “last card” with this play" in topic
    other = next(person for person in people if person != to_act(game))
    assert "#last-card" not in page(browser(other), game), "only where it is due"


def test_a_tick_beside_a_draw_is_no_reason_to_refuse_it(people: list[User], unlimited_moves: None) -> None:
    game, _action = down_to_two(people)
    if "draw" in legal(game):
        assert post(browser(to_act(game)), game, "draw", also="last").status_code == 302


# -- posts ------------------------------------------------------------------------------------------------------------


def test_a_move_without_script_leads_back_to_the_game(game: Game) -> None:
    answer = post(browser(to_act(game)), game, "draw")
    assert (answer.status_code, answer.url) == (302, f"/games/{game.code}/")


def test_a_move_by_htmx_is_answered_with_the_table_alone(game: Game) -> None:
    answer = post(browser(to_act(game)), game, "draw", headers=HTMX)
    sent = answer.content.decode()
    assert answer.status_code == 200
    assert 'id="panel"' in sent and f'data-seq="{game.seq + 1}"' in sent and "<html" not in sent
    assert re.search(r'<div id="notice"[^>]*>\s*</div>', sent)  # what was refused before is gone


@pytest.mark.parametrize("htmx", [True, False])
def test_a_stale_post_gets_409_and_the_fresh_table(game: Game, htmx: bool) -> None:
    client = browser(to_act(game))
    answer = post(client, game, "draw", seq=game.seq + 7, headers=HTMX if htmx else {})
    assert answer.status_code == 409
    assert f'data-seq="{game.seq}"' in answer.content.decode()
    assert "moved on" in text(answer)
    assert Game.objects.get(pk=game.pk).seq == game.seq


@pytest.mark.parametrize("htmx", [True, False])
def test_a_card_that_cannot_be_played_says_why_by_clause(game: Game, htmx: bool) -> None:
    """W3.1: a card that fits neither in shape nor in number."""
    mover = to_act(game)
    state = log.load(game)
    top = state.top.code
    odd = [c for c in hand_of(game, mover) if c != "W20" and c[0] != top[0] and c[1:] != top[1:]]
    if not odd:
        game = moved(game, "draw")
        return test_a_card_that_cannot_be_played_says_why_by_clause(game, htmx)
    answer = post(browser(mover), game, f"play {odd[0]}", headers=HTMX if htmx else {})
    assert answer.status_code == 422
    assert 'href="/rules/whot/#W3.1"' in answer.content.decode()
    assert "matches" in text(answer) and odd[0] not in text(answer)  # cards are named, not coded
    assert Game.objects.get(pk=game.pk).seq == game.seq
    return None


def test_out_of_turn_says_whose_turn_it_is(game: Game, people: list[User]) -> None:
    mover, other = sides(game, people)
    answer = post(browser(other), game, "draw", headers=HTMX)
    assert answer.status_code == 422
    assert f"It is not your turn: {mover.display_name} is to act." in text(answer)


def test_the_same_post_twice_counts_once(game: Game) -> None:
    client, same = browser(to_act(game)), key()
    first = post(client, game, "draw", key=same, headers=HTMX)
    again = post(client, game, "draw", key=same, headers=HTMX)
    assert (first.status_code, again.status_code) == (200, 200)
    assert Game.objects.get(pk=game.pk).seq == game.seq + 1


@pytest.mark.parametrize("fields", [{"seen_seq": ""}, {"seen_seq": "-1"}, {"seen_seq": "1e9"}, {"key": ""}])
def test_a_form_that_is_not_ours_gets_400(game: Game, fields: dict[str, str]) -> None:
    sent = {"action": "draw", "seen_seq": str(game.seq), "key": key(), **fields}
    answer = browser(to_act(game)).post(f"/games/{game.code}/actions/", sent, headers=HTMX)
    assert answer.status_code == 400
    assert Game.objects.get(pk=game.pk).seq == game.seq


@pytest.mark.parametrize("action", ["timeout", "leave", "time_up", "abandon", "play Z9", "", "draw draw", "x" * 500])
def test_the_words_of_the_house_and_nonsense_get_400(game: Game, action: str) -> None:
    answer = post(browser(to_act(game)), game, action, headers=HTMX)
    assert answer.status_code == 400
    assert Game.objects.get(pk=game.pk).seq == game.seq


def test_an_onlooker_gets_403_and_changes_nothing(game: Game) -> None:
    answer = post(browser(member("Stranger")), game, "draw", headers=HTMX)
    assert answer.status_code == 403
    assert Game.objects.get(pk=game.pk).seq == game.seq


def test_nobody_signed_in_is_told_that_nothing_was_sent_and_keeps_the_board(game: Game) -> None:
    answer = post(browser(), game, "draw", headers=HTMX)
    assert answer.status_code == 401
    assert 'id="panel"' not in answer.content.decode()
    assert "Not sent" in text(answer)
    plain = post(browser(), game, "draw")
    assert plain.status_code == 302 and plain.url.startswith("/accounts/login/?next=")


def test_get_changes_nothing_and_a_post_needs_its_token(game: Game) -> None:
    client = browser(to_act(game), enforce_csrf_checks=True)
    for part in ("actions", "leave"):
        assert client.get(f"/games/{game.code}/{part}/").status_code == 405
        assert client.post(f"/games/{game.code}/{part}/", {"action": "draw", "sure": "yes"}).status_code == 403


def test_a_reload_where_only_a_button_leads_is_answered_with_the_way_to_the_page_above(game: Game) -> None:
    client = browser(to_act(game))
    for address, above in (
        (f"/games/{game.code}/leave/", f"/games/{game.code}/"),
        (f"/tables/{game.table.code}/join/", f"/tables/{game.table.code}/"),
        ("/language/", "/"),
    ):
        answer = client.get(address)
        assert answer.status_code == 405 and answer["Allow"] == "POST"
        assert "only takes what a button sends" in text(answer)
        assert f'<a class="action" href="{above}">' in answer.content.decode()


def test_leaving_asks_whether_one_is_sure_and_then_is_for_good(game: Game, people: list[User]) -> None:
    """W8.3."""
    client = browser(people[2])
    assert client.post(f"/games/{game.code}/leave/").status_code == 400
    assert client.post(f"/games/{game.code}/leave/", {"sure": "yes"}).status_code == 302
    shown = page(client, game)
    assert "You are out of this game" in shown and 'id="draw"' not in shown
    found = re.search(r'<li id="seat-2".*?</li>', page(browser(people[0]), game), re.DOTALL)
    assert found and ">out<" in found[0]


def test_a_late_post_meets_a_turn_that_has_run_out(game: Game, people: list[User]) -> None:
    """W8.1: the timeout comes first, the post is stale, and the miss is shown."""
    mover = to_act(game)
    Game.objects.filter(pk=game.pk).update(
        deadline=timezone.now() - timedelta(minutes=2), due_at=timezone.now() - timedelta(minutes=1)
    )
    answer = post(browser(mover), game, "draw", headers=HTMX)
    assert answer.status_code == 409
    assert "missed 1 of 2 turns" in text(answer)  # W8.2


# -- who may look -----------------------------------------------------------------------------------------------------


def test_onlookers_come_only_where_the_table_lets_them(people: list[User]) -> None:
    closed = started(people, preset="002", onlookers=False)
    for client in (browser(), browser(member("Stranger"))):
        for part in ("", "panel", "log/", "again/"):
            assert client.get(f"/games/{closed.code}/{part}").status_code == 404
    assert browser(people[1]).get(f"/games/{closed.code}/").status_code == 200


def test_the_poll_answers_nothing_when_nothing_is_new(game: Game) -> None:
    client = browser()
    assert client.get(f"/games/{game.code}/panel?seq={game.seq}").status_code == 204
    assert client.get(f"/games/{game.code}/panel?seq={game.seq - 1}").status_code == 200


# -- the end ----------------------------------------------------------------------------------------------------------


def test_game_over_lists_points_places_and_every_hand(people: list[User], unlimited_moves: None) -> None:
    game = played_out(started(people, preset="002"))
    shown = text(browser(people[0]).get(f"/games/{game.code}/"))
    assert "GAME OVER" in shown
    for player in game.players.all():
        assert re.search(rf"{player.place} {player.name}( you)?( out)? {player.points}", shown)
    assert game.outcome is not None
    drawn = page(browser(), game)
    assert len(re.findall(r'<ul class="left-hand">', drawn)) == 3
    assert ">Place</th>" in drawn and len(re.findall(r"</span>[123]\. ", drawn)) == 3
    assert "Was the deal fair?" in drawn and 'href="/games/' in drawn


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (0, "before the game, and no browser added to the shuffle"),
        (1, "Before one browser added to the shuffle"),
        (2, "Before 2 browsers added to the shuffle"),
    ],
)
def test_game_over_says_what_the_deal_proves_by_who_added_to_it(
    given: int, told: str, people: list[User], unlimited_moves: None
) -> None:
    """wgs1, step 2: with no contribution the site alone made the key."""
    game = played_out(started(people, preset="002"))
    Game.objects.filter(pk=game.pk).update(client_seeds=["ab" * 16] * given + ["-"] * (3 - given))
    shown = text(browser(people[0]).get(f"/games/{game.code}/"))
    assert told in shown and ("does not prove that the site did not choose the deal" in shown) == (given == 0)
    assert "nobody who runs the site looked at the cards" in shown


def test_rematch_leads_to_the_form_with_the_same_rules(people: list[User], unlimited_moves: None) -> None:
    game = played_out(started(people, preset="002", pick2="stack"))
    client = browser(people[0])
    assert f"/games/{game.code}/again/" in page(client, game)
    answer = client.get(f"/games/{game.code}/again/", follow=True)
    assert answer.status_code == 200
    assert re.search(r'value="002" checked', answer.content.decode())
    assert re.search(r'<option value="stack" selected', answer.content.decode())


def test_the_next_game_of_a_match_and_the_tally_are_shown(people: list[User], unlimited_moves: None) -> None:
    """W9.1, W9.2."""
    first = played_out(started(people, preset="003", games=2))
    following = Game.objects.get(table=first.table, number=2)
    shown = page(browser(people[0]), first)
    assert f"/games/{following.code}/" in shown and "The match after game 1 of 2" in shown
    second = played_out(Game.objects.select_related("table").get(pk=following.pk))
    totals = [sum(game.players.get(seat=seat).tally or 0 for game in (first, second)) for seat in range(len(people))]
    told = text(browser(people[0]).get(f"/games/{second.code}/"))
    for person, total in zip(people, totals, strict=True):
        assert re.search(rf"{person.display_name} (the Wharty-est )?{total}\b", told)


def test_without_script_who_waits_looks_again_by_itself_and_who_is_to_act_by_hand(
    game: Game, people: list[User]
) -> None:
    mover, waiting = sides(game, people)
    again = f'<noscript><meta http-equiv="refresh" content="15; url=/games/{game.code}/"></noscript>'
    for person, by_itself in ((waiting, True), (mover, False)):
        shown = page(browser(person), game)
        assert (again in shown, "http-equiv" in shown) == (by_itself, by_itself)
        assert f'<a href="/games/{game.code}/">REFRESH</a>' in shown
    refused = post(browser(waiting), game, "draw")  # the answer stands at an address that takes no second look
    assert refused.status_code == 422 and again in refused.content.decode()


def test_a_game_that_is_over_does_not_look_again(people: list[User], unlimited_moves: None) -> None:
    assert "http-equiv" not in page(browser(people[0]), played_out(started(people, preset="002")))


@pytest.mark.parametrize("part", ["", "panel"])
def test_help_is_about_what_is_on_the_screen_also_when_the_end_was_pushed(
    people: list[User], unlimited_moves: None, part: str
) -> None:
    def helps(game: Game) -> set[str]:
        shown = browser(people[0]).get(f"/games/{game.code}/{part}").content.decode()
        return set(re.findall(r'href="/help/(\w+)/"', shown))

    game = started(people, preset="002")
    assert helps(game) == {"game", "cards"}
    assert helps(played_out(game)) == {"end"}


# -- size -------------------------------------------------------------------------------------------------------------


def test_a_turn_costs_two_kilobytes_at_most(people: list[User], unlimited_moves: None) -> None:
    people += [member(name) for name in ("Dayo", "Emeka", "Folake")]
    game = started(people, preset="003", start="full")
    largest = 0
    for _ in range(60):
        if game.state != Game.State.PLAYING:
            break
        answer = browser(to_act(game)).get(f"/games/{game.code}/panel")
        largest = max(largest, len(gzip.compress(answer.content)))
        game = moved(game, "draw" if "draw" in legal(game) and game.seq % 3 else None)
    assert 0 < largest <= 2048


def test_a_broken_log_stops_that_game_and_says_so(game: Game, people: list[User]) -> None:
    from games.models import LogEntry

    moved(game, "draw")
    LogEntry.objects.filter(game=game).update(action="play nothing")
    log.forget()
    answer = browser(people[0]).get(f"/games/{game.code}/")
    assert answer.status_code == 500 and "This game is stopped" in text(answer)
    assert Game.objects.get(pk=game.pk).state == Game.State.FROZEN
    assert browser(people[0]).get(f"/games/{game.code}/").status_code == 500


def test_the_clock_of_the_house_is_told_in_the_log(game: Game) -> None:
    """W8.1."""
    later = timezone.now() + timedelta(minutes=3)
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert play.end_overdue(game.code, later)
    assert "Time is up for" in text(browser().get(f"/games/{game.code}/log/"))
