"""Pauses by consent: who starts and ends them, what they cost on every kind of clock, and that nobody can stall."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games import clocks, log, selectors
from games.errors import BadRequest, BadRules, Forbidden, NotAllowed, Stale, TooMany
from games.models import ClockEvent, Game, Notice, Seat, Table
from games.services import pausing, play, tables

from .factories import computer_game, key, legal, log_of, member, opened_by, played_out, rules, started, to_act
from .pages import shuffled

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
# Every kind of clock: a turn's alone, the game's alone, and both (W7.2, W8.5).
KINDS: dict[str, dict[str, Any]] = {
    "turn": {"preset": "002", "turn_clock": 60},
    "game": {"preset": "001", "turn_clock": None, "game_clock": 600},
    "both": {"preset": "001", "turn_clock": 60, "game_clock": 600},
    "days": {"preset": "002", "turn_clock": 86_400},
}
every_kind = pytest.mark.parametrize("chosen", KINDS.values(), ids=KINDS)


def fresh(game: Game) -> Game:
    return Game.objects.select_related("table").get(pk=game.pk)


def people_of(game: Game) -> list[User]:
    return [seat.user for seat in Seat.objects.filter(table=game.table).order_by("number") if seat.user]


def paused(game: Game, at: datetime) -> Game:
    """The game after all its people agreed to a pause at that moment."""
    asker, *others = people_of(game)
    game = pausing.pause(game.code, asker, "ask", fresh(game).clock_seq, at)
    for other in others:
        game = pausing.pause(game.code, other, "agree", game.clock_seq, at)
    assert game.paused_at == at
    return fresh(game)


def kinds_of(game: Game) -> list[str]:
    return list(ClockEvent.objects.filter(game=game).order_by("pk").values_list("kind", flat=True))


def actions(game: Game) -> list[str]:
    return [entry.action for entry in log.entries(game)]


# -- consent -------------------------------------------------------------------------------------------------


def test_a_pause_begins_when_all_the_people_in_the_game_agree() -> None:
    people = [member(), member(), member()]
    game = started(people, preset="002", turn_clock=60)
    at = game.started_at + 10 * SECOND
    game = pausing.pause(game.code, people[0], "ask", 0, at)
    game = pausing.pause(game.code, people[1], "agree", game.clock_seq, at)
    assert fresh(game).paused_at is None and fresh(game).deadline is not None
    game = pausing.pause(game.code, people[2], "agree", game.clock_seq, at + SECOND)
    assert fresh(game).paused_at == at + SECOND and fresh(game).deadline is None
    assert kinds_of(game) == ["asked", "agreed", "agreed", "paused"]


def test_computer_players_and_who_is_out_are_not_asked() -> None:
    host = member()
    game = log_of(computer_game(host, rules("001", 4)))
    assert pausing.pause(game.code, host, "ask", 0).paused_at is not None
    people = [member(), member(), member()]
    game = started(people, preset="002", turn_clock=60)
    play.leave(game.code, people[2])
    game = pausing.pause(game.code, people[0], "ask", fresh(game).clock_seq)
    assert pausing.pause(game.code, people[1], "agree", game.clock_seq).paused_at is not None
    with pytest.raises(Forbidden):
        pausing.pause(game.code, people[2], "resume", fresh(game).clock_seq)


def test_when_the_only_one_who_did_not_agree_leaves_the_pause_begins() -> None:
    people = [member(), member(), member()]
    game = started(people, preset="002", turn_clock=60)
    game = pausing.pause(game.code, people[0], "ask", 0)
    pausing.pause(game.code, people[1], "agree", game.clock_seq)
    assert play.leave(game.code, people[2]).paused_at is not None


def test_one_who_says_no_ends_the_question_and_it_can_be_asked_again_later() -> None:
    people = [member(), member()]
    game = started(people, preset="002", turn_clock=3600)
    at = game.started_at + SECOND
    game = pausing.pause(game.code, people[0], "ask", 0, at)
    game = pausing.pause(game.code, people[1], "refuse", game.clock_seq, at)
    assert fresh(game).pause_agreed == [] and fresh(game).paused_at is None
    with pytest.raises(TooMany) as refused:
        pausing.pause(game.code, people[0], "ask", game.clock_seq, at + MINUTE)
    assert refused.value.retry_after == 4 * 60 + 1
    with pytest.raises(Stale):
        pausing.pause(game.code, people[1], "agree", game.clock_seq, at + MINUTE)
    assert pausing.pause(game.code, people[0], "ask", game.clock_seq, at + 6 * MINUTE).pause_agreed == [
        Seat.objects.get(table=game.table, user=people[0]).number
    ]


def test_a_question_that_nobody_answers_lapses() -> None:
    people = [member(), member()]
    game = started(people, preset="001", turn_clock=None, game_clock=3600)
    at = game.started_at
    game = pausing.pause(game.code, people[0], "ask", 0, at)
    with pytest.raises(Stale):
        pausing.pause(game.code, people[1], "agree", game.clock_seq, at + 6 * MINUTE)
    assert fresh(game).paused_at is None


def test_the_same_post_twice_changes_nothing_and_a_late_one_is_stale() -> None:
    people = [member(), member()]
    game = started(people, preset="002", turn_clock=60)
    for _time in range(3):
        pausing.pause(game.code, people[0], "ask", 0)
    game = fresh(game)
    for _time in range(3):
        pausing.pause(game.code, people[1], "agree", game.clock_seq)
    assert kinds_of(game) == ["asked", "agreed", "paused"]
    with pytest.raises(Stale):
        pausing.pause(game.code, people[1], "resume", game.clock_seq)  # as the page was before the pause
    for _time in range(3):
        pausing.pause(game.code, people[1], "resume", fresh(game).clock_seq)
    assert kinds_of(game)[3:] == ["resumed"]


def test_strangers_nonsense_and_games_that_are_over_are_refused() -> None:
    people = [member(), member()]
    game = started(people, preset="002", turn_clock=60)
    with pytest.raises(Forbidden):
        pausing.pause(game.code, member(), "ask", 0)
    with pytest.raises(BadRequest):
        pausing.pause(game.code, people[0], "stop", 0)
    play.leave(game.code, people[0])
    with pytest.raises(Stale):
        pausing.pause(game.code, people[1], "ask", 0)
    assert kinds_of(game) == []


def test_a_game_without_any_clock_has_nothing_to_pause() -> None:
    people = [member(), member()]
    game = started(people, preset="002", turn_clock=None)
    assert game.table.pause_budget == 0
    with pytest.raises(NotAllowed) as refused:
        pausing.pause(game.code, people[0], "ask", 0)
    assert refused.value.code == "no_clock"


def test_the_others_at_a_slow_table_find_the_question_on_their_muster() -> None:
    people = [member(), member(), member()]
    game = started(people, preset="002", turn_clock=86_400)
    pausing.pause(game.code, people[0], "ask", 0)
    assert sorted(Notice.objects.filter(kind="pause_asked", game=game).values_list("user", flat=True)) == sorted(
        person.pk for person in people[1:]
    )


# -- what a pause costs --------------------------------------------------------------------------------------


@every_kind
def test_a_pause_keeps_what_was_left_and_gives_back_exactly_that(chosen: dict[str, Any]) -> None:  # D07
    game = started([member(), member()], **chosen)
    began = game.started_at + 17 * SECOND
    before = {name: getattr(game, name) for name in ("deadline", "game_deadline")}
    game = paused(game, began)
    assert (game.deadline, game.game_deadline, game.due_at) == (None, None, game.pause_ends)
    ended = began + timedelta(minutes=3, microseconds=17)
    game = fresh(pausing.pause(game.code, people_of(game)[1], "resume", game.clock_seq, ended))
    for name, end in before.items():
        assert getattr(game, name) == (None if end is None else end + (ended - began)), name
    ends = [end for end in (game.deadline, game.game_deadline) if end]
    assert game.due_at == min(ends) + clocks.grace_of(game)
    assert game.turn_left is None and game.game_left is None and log.differences(game) == []


@every_kind
def test_nothing_runs_out_while_a_game_is_paused(chosen: dict[str, Any]) -> None:  # D08
    game = paused(started([member(), member()], pause=14 * 86_400, **chosen), log.database_now())
    much_later = game.paused_at + timedelta(days=13)
    assert selectors.overdue_games(much_later) == []
    assert not play.end_overdue(game.code, much_later)
    assert actions(game) == [] and fresh(game).state == Game.State.PLAYING


@every_kind
def test_a_move_while_paused_counts_and_the_next_turn_begins_with_its_whole_time(chosen: dict[str, Any]) -> None:
    game = paused(started([member(), member()], **chosen), log.database_now())
    whole_left = game.game_left
    text = legal(game)[0]
    moved = fresh(play.act(game.code, to_act(game), text, 0, key(), game.paused_at + MINUTE))
    assert actions(moved) == [text] and moved.paused_at == game.paused_at  # D08
    assert moved.deadline is None and moved.game_left == whole_left
    at = game.paused_at + 2 * MINUTE
    moved = fresh(pausing.pause(game.code, people_of(game)[0], "resume", moved.clock_seq, at))
    if moved.turn_clock:
        assert moved.deadline == at + timedelta(seconds=moved.turn_clock)
    if whole_left is not None:
        assert moved.game_deadline == at + whole_left


def test_over_many_pauses_the_clocks_run_exactly_as_long_as_agreed() -> None:
    """D07 as a property: all the time in which the game ran, together, is the time of its clock."""
    game = started([member(), member()], preset="001", turn_clock=None, game_clock=600, pause=3600)
    ran, now = timedelta(0), game.started_at
    for number in range(5):
        run = timedelta(seconds=37 + number, microseconds=1234 * number)
        ran, now = ran + run, now + run
        game = paused(game, now)
        now += timedelta(minutes=5 + number, microseconds=99)
        game = fresh(pausing.pause(game.code, people_of(game)[0], "resume", game.clock_seq, now))
    assert game.game_deadline - now == timedelta(seconds=600) - ran
    assert not play.end_overdue(game.code, game.game_deadline + 2 * SECOND)
    assert play.end_overdue(game.code, game.game_deadline + 3 * SECOND)
    assert fresh(game).end_reason == "time_up"  # W7.2


def test_a_turn_that_ran_out_before_the_question_is_ended_first() -> None:
    game = started([member(), member()], preset="002", turn_clock=60)
    pausing.pause(game.code, people_of(game)[0], "ask", 0, game.deadline + 3 * SECOND)
    assert actions(game) == ["timeout"] and kinds_of(game) == []


# -- never for ever (check 79) -------------------------------------------------------------------------------


def test_the_house_goes_on_when_the_time_agreed_for_pauses_is_used_up() -> None:
    game = paused(started([member(), member()], preset="002", turn_clock=60, pause=600), log.database_now())
    left, end = game.turn_left, game.paused_at + timedelta(seconds=600)
    assert selectors.overdue_games(end) == [] and selectors.overdue_games(end + SECOND) == [game.code]
    assert play.end_overdue(game.code, end + SECOND) and not play.end_overdue(game.code, end + SECOND)
    game = fresh(game)
    assert game.paused_at is None and game.deadline == end + SECOND + left
    assert kinds_of(game)[-1] == "pause_over" and actions(game) == []
    with pytest.raises(NotAllowed) as refused:
        pausing.pause(game.code, people_of(game)[0], "ask", game.clock_seq, end + 2 * SECOND)
    assert refused.value.code == "no_pause_left"


def test_all_pauses_of_a_game_together_are_no_longer_than_agreed() -> None:
    game = started([member(), member()], preset="002", turn_clock=3600, pause=600)
    now, total = game.started_at, timedelta(0)
    for _time in range(20):
        if game.pause_left < SECOND:
            break
        now += 6 * MINUTE
        game = paused(game, now)
        assert game.pause_ends - now <= timedelta(seconds=600) - total
        rest = min(timedelta(seconds=130), game.pause_ends - now)
        now, total = now + rest, total + rest
        game = fresh(pausing.pause(game.code, people_of(game)[0], "resume", game.clock_seq, now))
        game = fresh(play.act(game.code, to_act(game), "draw", game.seq, key(), now))
    assert total == timedelta(seconds=600)


def test_a_post_after_the_end_of_a_pause_ends_it_and_counts() -> None:
    game = paused(started([member(), member()], preset="002", turn_clock=60, pause=600), log.database_now())
    after = play.act(game.code, to_act(game), "draw", 0, key(), game.pause_ends + SECOND)
    assert after.paused_at is None and actions(game) == ["draw"]


def test_how_long_a_table_pauses_is_one_of_its_rules() -> None:
    host, other = member(), member()
    table = opened_by(host, rules("002", 4, turn_clock=86_400))
    assert table.pause_budget == 3 * 86_400  # as usual: three turns
    assert opened_by(host, rules("002", 4, turn_clock=60)).pause_budget == 600  # ... at least ten minutes
    assert opened_by(host, rules("002", 4, turn_clock=14 * 86_400)).pause_budget == 14 * 86_400  # at most
    table = tables.join(table.code, other, seen_agreement=1)
    changed = tables.change_rules(table.code, host, rules("002", 4, turn_clock=86_400, pause=0), table.seq)
    assert (changed.pause_budget, changed.agreement) == (0, 2)  # everybody is asked again
    for wrong in (-1, 59, 14 * 86_400 + 1):
        with pytest.raises(BadRules):
            opened_by(host, rules("002", 4, pause=wrong))


def test_each_game_of_a_match_has_its_pauses_anew() -> None:
    people = [member(), member()]
    game = started(people, preset="003", games=2, turn_clock=60, pause=120)
    game = paused(game, log.database_now())
    pausing.pause(game.code, people[0], "resume", game.clock_seq, game.paused_at + MINUTE)
    played_out(log_of(game.table))
    coming = log_of(game.table)
    assert (coming.number, coming.pause_left) == (2, timedelta(seconds=120))


# -- the page ------------------------------------------------------------------------------------------------


def test_without_script_a_pause_is_asked_for_agreed_to_and_ended_by_forms(client: Client) -> None:
    people = [member("Ada"), member("Obi")]
    game = started(people, preset="002", turn_clock=60)
    address = f"/games/{game.code}/"
    client.force_login(people[0])
    assert 'name="do" value="ask"' in client.get(address).content.decode()
    answer = client.post(f"{address}pause/", {"do": "ask", "clock": "0"})
    assert (answer.status_code, answer["Location"]) == (302, address)
    assert "You ask for a pause" in client.get(address).content.decode()
    client.force_login(people[1])
    page = client.get(address).content.decode()
    assert "Ada asks for a pause." in page and 'value="agree"' in page and 'value="refuse"' in page
    client.post(f"{address}pause/", {"do": "agree", "clock": "1"})
    page = client.get(address).content.decode()
    assert "The game is paused." in page and 'value="resume"' in page and "left for the turn" in page
    client.post(f"{address}pause/", {"do": "resume", "clock": str(fresh(game).clock_seq)})
    assert "The game is paused." not in client.get(address).content.decode()
    log_page = client.get(f"{address}log/").content.decode()
    for told in (
        "Ada asks for a pause.",
        "Obi agrees to the pause.",
        "The game is paused, for",
        "Obi lets the game go on",
    ):
        assert told in log_page


def test_a_question_and_a_pause_stand_above_the_table_and_in_the_title(client: Client) -> None:
    people = [member("Ada"), member("Obi")]
    game = started(people, preset="002", turn_clock=60)
    client.force_login(people[1])
    for doing, words in (("ask", "Pause? · "), ("agree", "Paused · ")):
        game = pausing.pause(game.code, people[doing == "agree"], doing, game.clock_seq)
        page = client.get(f"/games/{game.code}/").content.decode()
        assert 0 < page.index('id="news"') < page.index('id="turn"')
        title = page[page.index("<title>") + 7 : page.index("</title>")]
        assert title.removeprefix("(1) ").startswith(words) and f'data-title="{words}' in page
    assert page.index('value="resume"') < page.index('id="turn"')
    pausing.pause(game.code, people[1], "resume", fresh(game).clock_seq)
    page = client.get(f"/games/{game.code}/").content.decode()
    assert 'id="news"' not in page and "Paused" not in page


def test_onlookers_read_of_a_pause_and_have_no_button(client: Client) -> None:
    game = paused(started([member(), member()], preset="002", turn_clock=60), log.database_now())
    page = client.get(f"/games/{game.code}/").content.decode()
    assert "The game is paused." in page and 'name="do"' not in page
    assert client.post(f"/games/{game.code}/pause/", {"do": "resume", "clock": "2"}).status_code == 302  # to sign in
    client.force_login(member())
    assert client.post(f"/games/{game.code}/pause/", {"do": "resume", "clock": "2"}).status_code == 403
    assert fresh(game).paused_at is not None


@pytest.mark.parametrize(("sent", "status"), [
    ({"do": "nap", "clock": "0"}, 400),
    ({"do": "ask"}, 400),
    ({"do": "ask", "clock": "-1"}, 400),
    ({"do": "ask", "clock": "7"}, 409),
])  # fmt: skip
def test_a_forged_or_late_post_is_refused_in_words(client: Client, sent: dict[str, str], status: int) -> None:
    people = [member(), member()]
    game = started(people, preset="002", turn_clock=60)
    client.force_login(people[0])
    answer = client.post(f"/games/{game.code}/pause/", sent)
    assert answer.status_code == status and 'class="notice"' in answer.content.decode()
    assert kinds_of(game) == []


def test_a_poll_is_told_of_a_pause_though_the_log_has_not_moved(client: Client) -> None:
    people = [member(), member()]
    game = started(people, preset="002", turn_clock=60)
    client.force_login(people[0])
    panel = f"/games/{game.code}/panel"
    assert client.get(panel, {"seq": 0, "clock": 0}).status_code == 204
    paused(game, log.database_now())
    answer = client.get(panel, {"seq": 0, "clock": 0})
    assert answer.status_code == 200 and "The game is paused." in answer.content.decode()


def test_the_table_says_how_long_its_games_pause_and_the_form_lets_the_host_choose(client: Client) -> None:
    host = member()
    client.force_login(host)
    fields = {"key": "key-of-the-form", "preset": "002", "seats": "4", "turn": "86400", "games": "1",
              "match": "tally", "join": "open", "onlookers": "on", "pause": "604800"}  # fmt: skip
    answer = client.post("/tables/new/", fields)
    assert answer.status_code == 302
    assert Table.objects.get().pause_budget == 604_800
    opened = shuffled(client, answer["Location"])["Location"]
    assert "pauses: 7 days a game" in client.get(opened).content.decode()
    refused = client.post("/tables/new/", {**fields, "key": "another-key-12", "pause": "5"})
    assert refused.status_code == 422 and Table.objects.count() == 1


def test_of_two_notices_one_stands_in_sight_and_the_other_is_folded(client: Client) -> None:
    people = [member("Ada"), member("Obi")]
    game = started(people, preset="002", turn_clock=86_400)
    mine, other = (people[game.to_act or 0], people[1 - (game.to_act or 0)])
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(hours=2))  # a warning
    pausing.pause(game.code, other, "ask", game.clock_seq)  # and a question
    client.force_login(mine)
    page = client.get(f"/games/{game.code}/").content.decode()
    news = page.partition('id="news"')[2].partition("</div>")[0]
    folded = news.partition("<details")[2].partition("</details>")[0]
    assert 'id="hurry"' in folded and 'id="pause-asked"' not in folded
    assert news.replace(folded, "").count("<p id=") == 1
    assert 'value="agree"' in news.replace(folded, "")
