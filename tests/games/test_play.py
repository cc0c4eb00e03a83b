"""Playing on the web: one door, one truth, keys, stale posts, clocks, leaving, the end of games and matches."""

import logging
from datetime import timedelta

import pytest

from accounts.models import User
from games import log, thinking
from games.errors import BadRequest, Broken, Forbidden, NotAllowed, NotFound, Stale, TooMany
from games.models import Game, LogEntry, Notice, Player, Seat
from games.services import computers, pausing, play
from rules.shuffle import NO_CONTRIBUTION

from .factories import (
    computer_game,
    guest,
    key,
    legal,
    log_of,
    member,
    moved,
    rules,
    seated,
    started,
    to_act,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]

SECOND = timedelta(seconds=1)


def actions(game: Game) -> list[str]:
    return list(LogEntry.objects.filter(game=game).order_by("seq").values_list("action", flat=True))


# -- one action ----------------------------------------------------------------------------------------------


def test_an_action_is_one_entry_and_the_summary_follows_from_it() -> None:
    game = started([member(), member()], preset="002", turn_clock=60)
    mover, seat = to_act(game), game.to_act
    after = play.act(game.code, mover, "draw", 0, "key-00000001")
    assert after.seq == 1 and after.to_act == 1 - seat  # W3.2: drawing ends the turn
    entry = LogEntry.objects.get(game=game)
    assert (entry.seq, entry.seat, entry.action, entry.by) == (1, seat, "draw", "player")
    stored = Game.objects.get(pk=game.pk)
    assert (stored.seq, stored.to_act, stored.deadline) == (1, 1 - seat, entry.at + 60 * SECOND)
    assert log.differences(stored) == []


def test_the_same_key_counts_once_and_gives_the_same_answer() -> None:
    game = started([member(), member()], preset="002")
    mover = to_act(game)
    first = play.act(game.code, mover, "draw", 0, "key-00000001")
    again = play.act(game.code, mover, "draw", 0, "key-00000001")
    assert (first.seq, first.to_act) == (again.seq, again.to_act) == (1, first.to_act)
    assert actions(game) == ["draw"]


def test_a_key_used_for_something_else_does_nothing_a_second_time() -> None:
    game = started([member(), member()], preset="002", hold_on="off", general_market="off", pick2="off", pick3="off",
                   suspension=False)  # fmt: skip
    mover = to_act(game)
    play.act(game.code, mover, "draw", 0, "key-00000001")
    moved(Game.objects.get(pk=game.pk), "draw")
    assert play.act(game.code, mover, "draw", 2, "key-00000001").seq == 2
    assert actions(game) == ["draw", "draw"]


def test_one_player_cannot_take_the_key_of_another() -> None:
    game = started([member(), member()], preset="002")
    first = to_act(game)
    game = play.act(game.code, first, "draw", 0, "key-00000001")
    assert play.act(game.code, to_act(game), "draw", 1, "key-00000001").seq == 2


def test_an_action_on_what_was_seen_before_is_stale() -> None:
    game = moved(started([member(), member()], preset="002"), "draw")
    with pytest.raises(Stale) as refused:
        play.act(game.code, to_act(game), "draw", 0, key())
    assert refused.value.status == 409 and actions(game) == ["draw"]


def test_an_illegal_action_names_the_rule_and_what_is_legal_and_changes_nothing() -> None:
    game = started([member(), member()], preset="002")
    with pytest.raises(NotAllowed) as refused:
        play.act(game.code, to_act(game), "pass", 0, key())
    assert (refused.value.status, refused.value.rule) == (422, "W3.2")
    assert list(refused.value.legal) == legal(game)
    assert actions(game) == [] and Game.objects.get(pk=game.pk).seq == 0


def test_acting_out_of_turn_is_refused_without_telling_what_the_other_may_do() -> None:
    game = started([member(), member()], preset="002")
    other = Seat.objects.get(table=game.table, number=1 - game.to_act).user
    with pytest.raises(NotAllowed) as refused:
        play.act(game.code, other, "draw", 0, key())
    assert refused.value.rule == "W3.1" and refused.value.legal == ()


@pytest.mark.parametrize("text", ["timeout", "timeout excused", "leave", "time_up", "abandon", "", "play", "draw\n"])
def test_words_of_the_house_and_nonsense_cannot_be_posted(text: str) -> None:
    game = started([member(), member()])
    with pytest.raises(BadRequest):
        play.act(game.code, to_act(game), text, 0, key())
    assert actions(game) == []


@pytest.mark.parametrize("bad", ["", "short", "with space in it", "x" * 49])
def test_a_key_that_is_not_one_of_ours_is_refused(bad: str) -> None:
    game = started([member(), member()])
    with pytest.raises(BadRequest):
        play.act(game.code, to_act(game), "draw", 0, bad)


def test_who_is_not_seated_cannot_act_and_there_is_no_game_without_a_code() -> None:
    game = started([member(), member()])
    with pytest.raises(Forbidden):
        play.act(game.code, member(), "draw", 0, key())
    with pytest.raises(NotFound):
        play.act("nosuchgame23", member(), "draw", 0, key())


@pytest.fixture
def one_minute(unlimited_moves: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits as agreed, within one minute of the clock."""
    monkeypatch.setattr("games.services.limits.MOVES_A_MINUTE", 30)
    monkeypatch.setattr("time.time", lambda: 1_800_000_000.0)


@pytest.mark.usefixtures("one_minute")
def test_the_thirty_first_move_in_a_minute_is_too_many() -> None:
    """Check 60; it is the person who is counted, over all games."""
    mover, moves, game = member(), 0, None
    while moves < 30:
        if moves % 6 == 0:
            other = member()
            game = started([mover, other], preset="002")
        assert game is not None
        moves += to_act(game) == mover
        game = moved(game, "draw")
    assert game is not None
    game = moved(game, "draw") if to_act(game) == other else game
    with pytest.raises(TooMany) as refused:
        play.act(game.code, mover, "draw", game.seq, key())
    assert refused.value.status == 429 and 0 < refused.value.retry_after <= 61
    assert Game.objects.get(pk=game.pk).seq == game.seq
    assert pausing.pause(game.code, other, "resume", 0).seq == game.seq  # nobody else has to wait


@pytest.mark.usefixtures("one_minute")
def test_what_is_refused_counts_for_itself_and_the_sixty_first_is_too_much() -> None:
    game = started([member(), member()], preset="002")
    mover = to_act(game)
    for _time in range(60):
        with pytest.raises(BadRequest):
            play.act(game.code, mover, "nonsense", 0, key())
    with pytest.raises(TooMany) as refused:
        play.act(game.code, mover, "nonsense", 0, key())
    assert refused.value.status == 429 and 0 < refused.value.retry_after <= 61
    assert actions(moved(game, "draw")) == ["draw"]  # a move is still a move


@pytest.mark.usefixtures("one_minute")
def test_against_the_computer_there_may_be_four_times_as_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """One who plays quickly and taps wrong now and then never meets the limit; a program does."""
    monkeypatch.setattr("games.services.limits.MOVES_A_MINUTE", 3)
    mover = member()
    game = against_a_computer(mover)
    for _move in range(12):
        game = against_a_computer(mover, play.act(game.code, mover, legal(game)[-1], game.seq, key()))
    with pytest.raises(TooMany) as refused:
        play.act(game.code, mover, legal(game)[-1], game.seq, key())
    assert refused.value.status == 429 and 0 < refused.value.retry_after <= 61
    with_people = started([mover, member()], preset="002")  # what was played above is not counted here
    with_people = with_people if to_act(with_people) == mover else moved(with_people, "draw")
    assert moved(with_people, "draw").seq == with_people.seq + 1


def against_a_computer(person: User, game: Game | None = None) -> Game:
    """A game of this person against a computer player, at the person's turn: the one given, unless it has ended."""
    while game is None or game.state != Game.State.PLAYING or game.bot_at is not None:
        if game is None or game.state != Game.State.PLAYING:
            game = log_of(computer_game(person, rules("002", 2, bot_level="easy")))
        else:
            computers.move(game.code, game.seq, game.bot_at)
            game = log_of(game.table)
    return game


# -- clocks --------------------------------------------------------------------------------------------------


def test_a_move_in_the_grace_after_the_shown_end_of_the_turn_counts() -> None:
    game = started([member(), member()], preset="002", turn_clock=15)
    after = play.act(game.code, to_act(game), "draw", 0, key(), now=game.deadline + 2 * SECOND)  # case D11
    assert actions(after) == ["draw"]


def test_a_move_after_the_grace_is_late_and_the_turn_runs_out_instead() -> None:
    game = started([member(), member()], preset="002", turn_clock=15)
    with pytest.raises(Stale) as refused:
        play.act(game.code, to_act(game), "draw", 0, key(), now=game.deadline + 2.001 * SECOND)
    assert refused.value.code == "overdue" and actions(game) == ["timeout"]  # W8.1


def test_day_long_turns_have_a_minute_of_grace() -> None:
    game = started([member(), member()], preset="002", turn_clock=86400)
    assert not play.end_overdue(game.code, now=game.deadline + 60 * SECOND)
    assert play.end_overdue(game.code, now=game.deadline + 61 * SECOND)


def test_the_sweep_finds_a_turn_exactly_when_its_grace_is_over() -> None:
    from games import selectors

    game = started([member(), member()], preset="002", turn_clock=15)
    assert selectors.overdue_games(game.deadline + 2 * SECOND) == []
    assert selectors.overdue_games(game.deadline + 3 * SECOND) == [game.code]


def test_a_turn_that_ran_out_ends_once() -> None:
    game = started([member(), member()], preset="002", turn_clock=15)
    late = game.deadline + 5 * SECOND
    assert play.end_overdue(game.code, now=late)
    assert not play.end_overdue(game.code, now=late)
    assert actions(game) == ["timeout"]


def test_somebody_elses_leaving_does_not_give_the_seat_to_act_more_time() -> None:
    people = [member(), member(), member()]
    game = started(people, preset="001", turn_clock=60)
    before = game.deadline
    other = next(person for person in people if person != to_act(game))
    after = play.leave(game.code, other, now=game.started_at + 30 * SECOND)
    assert after.deadline == before


def test_two_misses_in_a_row_eliminate_and_the_last_player_wins() -> None:
    people = [member(), member()]
    game = started(people, preset="002", turn_clock=15, market_empty="reshuffle")
    absent = game.to_act
    play.end_overdue(game.code, now=game.deadline + 3 * SECOND)
    game = Game.objects.get(pk=game.pk)
    while game.state == Game.State.PLAYING:
        if game.to_act == absent:
            play.end_overdue(game.code, now=game.deadline + 3 * SECOND)
        else:
            play.act(game.code, to_act(game), "draw", game.seq, key(), now=game.turn_since)
        game = Game.objects.get(pk=game.pk)
    assert game.end_reason == "last_player"  # W8.2, W8.4
    assert list(Player.objects.filter(game=game).order_by("seat").values_list("out", flat=True)) == [
        seat == absent for seat in (0, 1)
    ]


def test_a_game_without_a_turn_clock_is_never_overdue() -> None:
    game = started([member(), member()], preset="002", turn_clock=None)
    assert game.deadline is None and game.due_at is None
    assert not play.end_overdue(game.code, now=game.started_at + timedelta(days=400))


def test_no_turn_runs_out_where_the_rules_have_no_timeout() -> None:
    game = started([member(), member()], preset="002", turn_clock=60, timeout="none")  # W8.1
    assert game.deadline is None


@pytest.mark.parametrize(("turn_clock", "game_clock", "seconds"), [
    (60, None, 600),  # W7.2: ten minutes where the turn clock is a minute or less
    (None, None, 600),
    (3600, None, 30 * 3600),  # else 30 turn clocks
    (14 * 86400, None, 30 * 86400),  # at most 30 days
    (60, 120, 120),  # as the host set it
])  # fmt: skip
def test_the_clock_of_the_whole_game_runs_from_the_deal(turn_clock: int, game_clock: int, seconds: int) -> None:
    game = started([member(), member()], preset="001", turn_clock=turn_clock, game_clock=game_clock)
    assert game.game_deadline == game.started_at + seconds * SECOND


def test_when_the_game_clock_runs_out_the_hands_are_counted() -> None:
    game = started([member(), member()], preset="001", turn_clock=None, game_clock=120)
    assert not play.end_overdue(game.code, now=game.game_deadline + 2 * SECOND)
    assert play.end_overdue(game.code, now=game.game_deadline + 3 * SECOND)
    game.refresh_from_db()
    assert (game.state, game.end_reason, actions(game)) == ("over", "time_up", ["time_up"])


def test_of_two_clocks_that_ran_out_the_earlier_is_ended_first() -> None:
    game = started([member(), member()], preset="001", turn_clock=60, game_clock=120)
    very_late = game.game_deadline + 3600 * SECOND
    play.end_overdue(game.code, now=very_late)
    play.end_overdue(game.code, now=very_late)
    assert actions(game) == ["timeout", "time_up"]


# -- computer players ----------------------------------------------------------------------------------------


def bots_play(game: Game) -> Game:
    """Lets computer players move until a person is to act or the game is over."""
    while game.bot_at is not None:
        assert computers.move(game.code, game.seq, now=game.bot_at)
        game = Game.objects.get(pk=game.pk)
    return game


def test_computer_players_move_as_ordinary_entries_after_a_pause() -> None:
    host = member()
    game = log_of(computer_game(host, rules("001", seats=3, turn_clock=None)))
    if game.bot_at is None:
        game = moved(game)
        game = Game.objects.get(pk=game.pk)
    if game.bot_at is not None:
        assert 0.6 * SECOND <= game.bot_at - game.turn_since <= 1.6 * SECOND
        assert not computers.move(game.code, game.seq, now=game.bot_at - 0.01 * SECOND)
        assert not computers.move(game.code, game.seq + 1, now=game.bot_at)
        seat, seq = game.to_act, game.seq
        assert computers.move(game.code, game.seq, now=game.bot_at)
        entry = LogEntry.objects.get(game=game, seq=seq + 1)
        assert (entry.seat, entry.by) == (seat, "bot")
        assert not computers.move(game.code, seq, now=game.bot_at)


def test_a_game_against_computer_players_goes_to_its_end() -> None:
    game = log_of(computer_game(member(), rules("000", seats=4)))
    while game.state == Game.State.PLAYING:
        game = bots_play(game)
        if game.state == Game.State.PLAYING:
            moved(game)
            game = Game.objects.get(pk=game.pk)
    assert log.differences(game) == []


def test_a_computer_player_that_fails_goes_to_market_and_nobody_waits(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_given: object) -> str:
        raise LookupError("C5 T7 are in my hand")

    monkeypatch.setattr(thinking, "decide", fail)
    game = log_of(computer_game(member(), rules("002", seats=3)))
    if game.bot_at is None:
        game = moved(game, "draw")
    assert computers.move(game.code, game.seq, now=game.bot_at)
    assert actions(game)[-1] == "timeout excused"  # case E20: no miss is counted
    assert "C5" not in caplog.text and game.code in caplog.text


# -- when something is wrong ---------------------------------------------------------------------------------


def test_a_log_that_no_longer_replays_freezes_its_game_and_no_other(caplog: pytest.LogCaptureFixture) -> None:
    people = [member(), member()]
    game, other = started(people, preset="002"), started(people, preset="002")
    game = moved(game, "draw")
    LogEntry.objects.filter(game=game, seq=1).update(action="play R9")
    log.forget()
    with pytest.raises(Broken) as refused, caplog.at_level(logging.DEBUG):
        play.act(game.code, to_act(game), "draw", 1, key())
    assert refused.value.status == 500
    game.refresh_from_db()
    assert (game.state, game.due_at) == ("frozen", None)
    assert Notice.objects.filter(kind="game_frozen", game=game).count() == 2
    assert game.code in caplog.text and "R9" not in caplog.text
    assert moved(other, "draw").seq == 1
    with pytest.raises(Broken):
        play.leave(game.code, people[0])


def test_an_entry_that_is_missing_is_noticed() -> None:
    game = moved(moved(started([member(), member()], preset="002"), "draw"), "draw")
    LogEntry.objects.filter(game=game, seq=1).delete()
    log.forget()
    with pytest.raises(log.BrokenLog, match="entry 1 is missing"):
        log.load(Game.objects.get(pk=game.pk))


def test_guests_play_like_members() -> None:
    host, visitor = member(), guest("Nneka")
    game = started([host, visitor], preset="002")
    assert Player.objects.get(game=game, user=visitor).kind == "guest"
    assert Player.objects.get(game=game, user=visitor).name == "Nneka"
    assert game.client_seeds == [NO_CONTRIBUTION, NO_CONTRIBUTION]


def test_the_table_is_kept_as_it_was_agreed() -> None:
    game = started([member(), member()], preset="001", hold_on="next_only")
    assert game.options["hold_on"] == "next_only" and game.options["pick2"] == "stack"
    assert game.rules_version == 1 and seated(game.table).options == game.options
