"""Looking back: any step of a game, through whose eyes, what turned it, and who may look."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import log, plots, reviews, selectors
from games.models import Game, LogEntry, Table
from games.services import play
from games.views import showing
from rules.reviewing import REVIEWING, leads
from rules.whot.cards import cards_in
from rules.whot.words import card_name

from .factories import log_of, member, moved, played_out, started
from .pages import browser, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


@pytest.fixture
def people() -> list[User]:
    return [member(name) for name in ("Ada", "Bola", "Chidi")]


@pytest.fixture
def over(people: list[User], certain_deals: Any) -> Game:
    certain_deals(3)
    return played_out(started(people, preset="001", start="full"))


def shown(game: Game, viewer: User | None, number: int, eyes: str | None = None) -> reviews.StepShown:
    found = reviews.reviewed(selectors.game_for(game.code, viewer))
    return reviews.step_shown(found, number, found.eyes(eyes), timezone.now())


def page(client: Client, game: Game, rest: str = "") -> Any:
    return client.get(f"/games/{game.code}/review/{rest}")


def test_every_step_shows_the_position_that_the_log_led_to(over: Game, people: list[User]) -> None:
    engine = log.rules_of(over).game
    state = log.deal(over, log.seed_of(over), over.first_seat).state
    entries = list(LogEntry.objects.filter(game=over).order_by("seq"))
    for number in range(over.seq + 1):
        if number:
            state = engine.apply(state, entries[number - 1].seat, engine.parse_action(entries[number - 1].action)).state
        step = shown(over, people[0], number, "all")
        assert step.screen.top.code == state.top.code
        assert [[face.code for face in hand.cards] for hand in step.hands] == [
            [card.code for card in cards_in(hand)] for hand in state.hands
        ]
        assert step.turn_seat == engine.to_act(state)


def test_a_seats_eyes_see_its_own_hand_and_only_numbers_of_the_others(over: Game, people: list[User]) -> None:
    step = shown(over, people[0], 0, "1")
    assert [hand.seat for hand in step.hands] == [1]
    assert len(step.hands[0].cards) == step.screen.seats[1].held
    assert shown(over, people[0], 0, "none").hands == ()


def test_what_was_drawn_is_named_to_the_eyes_that_saw_it(over: Game, people: list[User]) -> None:
    entry = LogEntry.objects.filter(game=over, action="draw").earliest("seq")
    drawn = log.frames(over)[entry.seq].told.events[0].cards
    names = [str(card_name(code)) for code in drawn]
    for eyes in (str(entry.seat), "all"):
        words = shown(over, people[0], entry.seq, eyes).words
        assert all(name in words for name in names)
    for eyes in (str((entry.seat + 1) % 3), "none"):
        words = shown(over, people[0], entry.seq, eyes).words
        assert not any(name in words for name in names) and "card" in words


def test_the_page_works_by_links_without_script(over: Game, people: list[User]) -> None:
    client = browser(people[0])
    answer = page(client, over, "3/?eyes=all")
    links = dict(re.findall(r'id="to-(\w+)" href="([^"]*)"', answer.content.decode()))
    assert links == {
        "first": f"/games/{over.code}/review/0/?eyes=all",
        "previous": f"/games/{over.code}/review/2/?eyes=all",
        "next": f"/games/{over.code}/review/4/?eyes=all",
        "last": f"/games/{over.code}/review/{over.seq}/?eyes=all",
    }
    assert "Step 3 of" in text(answer)
    jumped = page(client, over, "?step=5&eyes=2")
    assert jumped.headers["Location"] == f"/games/{over.code}/review/5/?eyes=2"
    for beyond in ("99999", "9" * 12):
        assert page(client, over, f"?step={beyond}").headers["Location"] == f"/games/{over.code}/review/{over.seq}/"
    assert page(client, over, f"{over.seq + 1}/").status_code == 404


def test_without_a_step_the_end_is_shown_through_ones_own_eyes(over: Game, people: list[User]) -> None:
    answer = page(browser(people[1]), over)
    assert f"Step {over.seq} of {over.seq}" in text(answer)
    assert 'data-eyes="1"' in answer.content.decode()
    assert 'data-eyes="all"' in page(browser(member()), over).content.decode()


def test_the_script_is_given_the_same_fragments_as_the_page(over: Game, people: list[User]) -> None:
    client = browser(people[0])
    steps = client.get(f"/games/{over.code}/review/steps?from=15&eyes=all").json()["steps"]
    assert list(map(int, steps)) == list(range(15, 30))
    page_at = page(client, over, "25/?eyes=all").content.decode()
    assert steps["25"].strip() in page_at
    for bad in ("", "from=x", "from=-1"):
        assert "0" in client.get(f"/games/{over.code}/review/steps?{bad}").json()["steps"]
    assert client.get(f"/games/{over.code}/review/steps?from=99999").json()["steps"] == {}


# -- while the game runs --------------------------------------------------------------------------------------


def test_during_the_game_one_looks_back_through_ones_own_eyes_alone(people: list[User], certain_deals: Any) -> None:
    certain_deals(3)
    game = started(people, preset="001", start="full")
    for _ in range(6):
        game = moved(game)
    for viewer, seat in ((people[0], 0), (people[2], 2)):
        for asked in ("all", "1", "none", None):
            step = shown(game, viewer, 4, asked)
            assert [hand.seat for hand in step.hands] == [seat]
        answer = page(browser(viewer), game, "4/?eyes=all")
        assert "The game is still on" in text(answer)
        assert "<polyline" not in answer.content.decode() and "Seen by" not in text(answer)
    assert shown(game, member(), 4, "all").hands == ()


def test_who_took_the_lead_is_told_only_when_the_game_is_over(over: Game, people: list[User]) -> None:
    found = reviews.reviewed(selectors.game_for(over.code, people[0]))
    assert "lead" in {mark.kind for mark in found.marks}
    Game.objects.filter(pk=over.pk).update(
        state="playing", to_act=0, seq=over.seq - 1, end_reason=None, outcome=None, ended_at=None
    )
    found = reviews.reviewed(selectors.game_for(over.code, people[0]))
    assert not found.opened and "lead" not in {mark.kind for mark in found.marks}


# -- what turned it --------------------------------------------------------------------------------------------


def test_the_lead_changes_when_another_seat_leads_alone() -> None:
    rows = [(5, 5), (5, 4), (4, 4), (3, 4), (3, 4), (3, None), (9, 4)]
    assert leads(rows, lowest=True) == [(3, 0), (6, 1)]
    assert leads(rows, lowest=False) == [(3, 1), (5, 0)]
    assert leads(rows, lowest=True, hold=2) == [(6, 1)] and leads(rows[:6], lowest=True, hold=2) == []


def test_a_stack_of_picks_a_reshuffle_and_a_missed_call_are_marked(people: list[User], certain_deals: Any) -> None:
    """W4.4, W6.1, W5.3; a single penalty is everyday and is not marked."""
    from rules.core import Event
    from rules.shuffle import Seed
    from rules.whot.cards import CARD
    from rules.whot.dealing import position
    from rules.whot.options import options_for
    from rules.whot.state import Owed

    about = REVIEWING["whot"][1]
    before = position(
        options_for("000"), [[CARD["C5"]], [CARD["T3"]]], CARD["C2"], [CARD["X1"]] * 9, seed=Seed.simulation(1),
        owed=Owed(2, 4, 0),
    )  # fmt: skip
    assert about.moment(Event("drew", 1, ("X1",) * 4, 4, "owed"), before) == "picks"
    assert about.moment(Event("drew", 1, ("X1",) * 2, 2, "owed"), before) is None
    assert about.moment(Event("drew", 1, ("X1",), 1, "market"), before) is None
    assert about.moment(Event("refilled", count=9), before) == "refill"
    assert about.moment(Event("no_last_card", 1), before) == "miss"
    assert about.moment(Event("eliminated", 1, detail="left"), before) == "out"


def test_marks_lead_to_their_steps(people: list[User], certain_deals: Any) -> None:
    certain_deals(3)
    game = started(people, preset="001", start="full")
    play.leave(game.code, people[2], timezone.now())
    game.refresh_from_db()
    answer = page(browser(people[0]), game, "0/")
    assert f'href="/games/{game.code}/review/1/"' in answer.content.decode()
    assert "Chidi leaves and is out of the game." in text(answer)


# -- the plot ----------------------------------------------------------------------------------------------------


def test_the_plot_says_the_same_as_its_table(over: Game, people: list[User]) -> None:
    found = reviews.reviewed(selectors.game_for(over.code, people[0]))
    drawn = plots.plot(found.names, found.points)
    assert drawn is not None
    options = log.rules_of(over).options(over.preset, over.options)
    for label, numbers in drawn.rows:
        state = found.frames[int(label)].state
        hands = [[card.code for card in cards_in(hand)] for hand in state.hands]
        assert list(numbers) == [sum(found.about.worth(options, hand)) for hand in hands]
    assert drawn.rows[-1][1] == tuple(over.outcome["points"])
    for line in drawn.lines:
        assert line.last == over.outcome["points"][line.number]
        assert len({other.sign for other in drawn.lines}) == len(drawn.lines)


def test_lines_higher_up_are_greater_and_labels_keep_apart() -> None:
    drawn = plots.plot(["a", "b", "c"], [(0, 10, None), (5, 10, None), (20, 10, 10)])
    assert drawn is not None
    heights = [float(pair.split(",")[1]) for pair in drawn.lines[0].points.split()]
    assert heights == sorted(heights, reverse=True) and len(heights) == 3
    labels = sorted(line.label_y for line in drawn.lines)
    assert all(lower - upper >= 16 for upper, lower in zip(labels, labels[1:], strict=False))
    assert len(drawn.lines[2].points.split()) == 1
    assert plots.plot(["a"], [(1,)]) is None and plots.plot(["a"], [(None,), (None,)]) is None


def test_a_long_game_is_drawn_with_few_points() -> None:
    drawn = plots.plot(["a", "b"], [(number % 17, number % 5) for number in range(5000)])
    assert drawn is not None
    assert len(drawn.lines[0].points.split()) <= plots.MOST_POINTS + 1
    assert len(drawn.rows) <= plots.MOST_ROWS + 2 and drawn.rows[-1][0] == "4999"


# -- who may look -----------------------------------------------------------------------------------------------


@pytest.fixture
def private(people: list[User], certain_deals: Any) -> Game:
    certain_deals(3)
    return played_out(started(people, preset="001", start="full", onlookers=False))


def test_a_stranger_opens_a_step_of_a_private_game_only_if_the_host_lets_them(
    private: Game, people: list[User]
) -> None:
    outlets = ("review/3/", "review/steps?from=0", "record.json", "result.png", "log/", "")
    stranger, host = browser(), browser(people[0])
    table = private.table.code
    for path in outlets:
        assert stranger.get(f"/games/{private.code}/{path}").status_code == 404
    assert browser(people[1]).post(f"/tables/{table}/share/", {"shared": "yes"}).status_code == 403
    assert not Table.objects.get(code=table).shared
    answer = host.post(f"/tables/{table}/share/", {"shared": "yes", "game": private.code})
    assert answer.headers["Location"] == f"/games/{private.code}/review/"
    for path in outlets:
        assert stranger.get(f"/games/{private.code}/{path}").status_code == 200
    host.post(f"/tables/{table}/share/", {"shared": "no"})
    for path in outlets:
        assert stranger.get(f"/games/{private.code}/{path}").status_code == 404


def test_sharing_opens_no_running_game(people: list[User], certain_deals: Any) -> None:
    certain_deals(3)
    game = started(people, preset="001", start="full", onlookers=False, games=2)
    browser(people[0]).post(f"/tables/{game.table.code}/share/", {"shared": "yes"})
    stranger = browser()
    for path in ("", "panel", "log/", "review/", "review/steps", "record.json", "result.png"):
        assert stranger.get(f"/games/{game.code}/{path}").status_code == 404
    played_out(game)
    second = log_of(game.table)
    assert second.number == 2
    assert stranger.get(f"/games/{game.code}/review/").status_code == 200
    assert stranger.get(f"/games/{second.code}/review/").status_code == 404


def test_the_preview_of_a_shared_step_tells_the_result(over: Game) -> None:
    tags = dict(
        re.findall(r'<meta property="(og:\w+)" content="([^"]*)"', page(browser(), over, "2/").content.decode())
    )
    assert tags["og:title"].endswith(" wins") and "Classic" in tags["og:description"]
    assert tags["og:image"] == f"http://testserver/games/{over.code}/result.png"


def test_the_picture_of_the_result_is_small_whatever_the_names(over: Game) -> None:
    from games import pictures

    answer = browser().get(f"/games/{over.code}/result.png")
    assert answer.headers["Content-Type"] == "image/png" and answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert answer.content[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")
    long = [pictures.Row(str(place), "Ẅ" * 30, "1234 points") for place in range(1, 7)]
    for picture in (answer.content, pictures.result_picture("W" * 200, "x" * 200, long)):
        assert len(picture) <= pictures.MOST_BYTES


def test_the_picture_says_who_is_out(people: list[User], certain_deals: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """W8.3: who leaves ranks below all others, also with fewer points."""
    certain_deals(3)
    game = started(people, preset="001", start="full")
    game = play.leave(game.code, people[0])
    game = played_out(game)
    drawn: list[Any] = []
    monkeypatch.setattr(showing, "_drawn", lambda *asked: drawn.append(asked) or HttpResponse())
    assert browser().get(f"/games/{game.code}/result.png").status_code == 200
    told = {place: points for place, _name, points in drawn[0][2]}
    assert [place for place, points in told.items() if points.endswith(" · out")] == [str(len(people))]


# -- who held what, when ---------------------------------------------------------------------------------------


def test_who_held_what_and_when_follows_every_hand_of_every_step(over: Game, people: list[User]) -> None:
    found = reviews.reviewed(selectors.game_for(over.code, people[0]))
    for number, frame in enumerate(found.frames):
        for seat, hand in enumerate(frame.state.hands):
            there = [
                row.face.code
                for row in found.course.held[seat]
                if row.since <= number and (row.until is None or number < row.until)
            ]
            assert sorted(there) == sorted(card.code for card in cards_in(hand)), (number, seat)
    answer = page(browser(people[0]), over, "cards/")
    assert answer.content.decode().count("<tbody>") == 3
    assert f"/games/{over.code}/review/{over.seq}/?eyes=all" in answer.content.decode()


def test_who_held_what_is_nobodys_while_the_game_runs(people: list[User], certain_deals: Any) -> None:
    certain_deals(3)
    game = moved(started(people, preset="001", start="full"))
    for person in (*people, None):
        assert page(browser(person), game, "cards/").status_code == 404


def test_marks_that_lie_close_are_drawn_in_lanes() -> None:
    from games.views import review_page

    marks = [reviews.Mark(step, "lead", "", "") for step in (1, 2, 3, 50, 51, 99, 100, 100, 100, 100, 100)]
    drawn = review_page.lanes(marks, 100)
    assert [lane for _mark, lane in drawn[:5]] == [0, 1, 2, 0, 1]
    assert {lane for _mark, lane in drawn} == set(range(review_page.MOST_LANES))
    for lane in range(review_page.MOST_LANES - 1):
        steps = [mark.step for mark, there in drawn if there == lane]
        assert all(later - one >= 6 for one, later in zip(steps, steps[1:], strict=False))
