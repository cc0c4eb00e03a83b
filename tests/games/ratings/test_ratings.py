"""Ratings follow from matches that end: noted with them, worked out right after, and made again alike."""

import io
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import TestCase
from django.utils import timezone

from accounts import closing, exporting
from accounts.models import User
from games.models import Game, ImportedGame, Player, Table
from games.ratings import checking, selectors, services, tasks
from games.ratings.models import RatedMatch, RatedPlayer, Rating
from games.selectors import table_for
from games.services import importing, play, undoing
from tests.games.factories import (
    guest,
    key,
    legal,
    log_of,
    member,
    opened,
    played_out,
    started,
    to_act,
)
from tests.games.pages import browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def result_of(game: Game) -> RatedMatch:
    return RatedMatch.objects.get(table=game.table)


def numbers(person: User, pool: str = "whot-2") -> tuple[float, float, int] | None:
    return Rating.objects.filter(user=person, pool=pool).values_list("mu", "sigma", "matches").first()


def stored() -> list[Any]:
    """Every number there is, in order."""
    players = RatedPlayer.objects.order_by("match", "seat")
    return [
        list(
            Rating.objects.order_by("pool", "user").values_list(
                "pool", "user", "mu", "sigma", "matches", "board", "last"
            )
        ),
        list(players.values_list("match", "user", "place", "mu_before", "sigma_before", "mu", "sigma", "number")),
        list(RatedMatch.objects.order_by("pk").values_list("pk", "why_not", "settled")),
    ]


def noted(placed: list[tuple[User, int]], at: datetime, pool: str = "whot-2") -> RatedMatch:
    """A result as it is noted at the end of a match, not worked out yet."""
    match = RatedMatch.objects.create(table=opened(), pool=pool, ended_at=at)
    for seat, (person, place) in enumerate(placed):
        RatedPlayer.objects.create(match=match, user=person, seat=seat, place=place, ended_at=at)
    return match


def test_a_finished_match_of_two_members_moves_both_by_their_places() -> None:
    game = played_out(started([member("Ada"), member("Obi")]))
    winner, loser = Player.objects.filter(game=game).order_by("place")
    assert (winner.place, loser.place) == (1, 2)
    assert winner.user and loser.user
    won, lost = numbers(winner.user), numbers(loser.user)
    assert won and lost
    assert [round(value, 6) for value in (*won, *lost)] == [26.317734, 8.300739, 1, 23.682266, 8.300739, 1]
    assert checking.differences() == []


def test_a_match_of_several_games_counts_once_by_its_final_places() -> None:
    people = [member("Ada"), member("Obi"), member("Uche")]
    game = started(people, games=3)
    for _number in range(3):
        assert not RatedMatch.objects.exists()
        played_out(log_of(game.table))
    standing = _standing(game.table)
    placed = RatedPlayer.objects.filter(match=result_of(game)).order_by("place", "seat")
    assert [row.seat for row in placed] == [seat for group in standing for seat in group]
    assert all(numbers(person, "whot-3") for person in people)
    assert Rating.objects.count() == 3 and set(Rating.objects.values_list("matches", flat=True)) == {1}


def _standing(table: Table) -> tuple[tuple[int, ...], ...]:
    found = table_for(table.code, table.host).standing
    assert found is not None
    return found.ranking


def test_go_stop_has_a_pool_of_its_own() -> None:
    ada = member("Ada")
    game = started([ada, member("Obi")], game="go_stop", preset="004")
    with TestCase.captureOnCommitCallbacks(execute=True):
        play.leave(game.code, ada)
    assert result_of(game).pool == "go-stop"
    assert numbers(ada, "go-stop") and numbers(ada) is None


def test_a_guest_or_a_computer_player_at_the_table_keeps_ratings_as_they_are() -> None:
    with_guest = played_out(started([member("Ada"), guest("Gast")]))
    assert result_of(with_guest).why_not == "guest"
    ada = member("Ada")
    filled = started([ada, member("Obi")], seats=3, fill_bots=True)
    with TestCase.captureOnCommitCallbacks(execute=True):
        for player in Player.objects.filter(game=filled, user__isnull=False):
            assert player.user
            play.leave(filled.code, player.user)
    assert result_of(filled).why_not == "computer"
    assert not Rating.objects.exists() and not RatedPlayer.objects.exists()


def test_an_imported_game_moves_no_rating() -> None:
    ada, obi = member("Ada"), member("Obi")
    game = played_out(started([ada, obi]))
    before = stored()
    record = browser(ada).get(f"/games/{game.code}/record.json").content
    importing.keep(obi, record)
    services.settle()
    assert ImportedGame.objects.count() == 1
    assert stored() == before and checking.differences() == []
    checking.rebuild()
    assert stored() == before


def test_an_abandoned_match_is_not_rated() -> None:
    people = [member("Ada"), member("Obi")]
    game = started(people, games=2)
    with TestCase.captureOnCommitCallbacks(execute=True):
        for person in people:
            play.leave(game.code, person)
    if Table.objects.get(pk=game.table_id).state == Table.State.ABANDONED:
        assert result_of(game).why_not == "abandoned"
        assert not Rating.objects.exists()
    else:  # whoever stayed longer had won already (W8.4)
        assert result_of(game).why_not == ""


def test_who_leaves_in_the_middle_of_a_match_of_two_is_last() -> None:
    ada, obi = member("Ada"), member("Obi")
    game = started([ada, obi], games=3)
    with TestCase.captureOnCommitCallbacks(execute=True):
        play.leave(game.code, ada)
    won, lost = numbers(obi), numbers(ada)
    assert won and lost and won[0] > 25 > lost[0]


def test_a_seat_that_a_computer_player_took_over_comes_behind_all_who_stayed() -> None:
    people = [member("Ada"), member("Obi"), member("Uche")]
    game = started(people, takeover=True, games=1)
    play.leave(game.code, people[0])
    table = game.table
    Game.objects.filter(pk=game.pk).update(
        state="over", end_reason="emptied_hand", to_act=None,
        outcome={"reason": "emptied_hand", "ranking": [[0], [2], [1]], "points": [0, 9, 5], "tally": [0, 9, 5]},
    )  # fmt: skip
    Table.objects.filter(pk=table.pk).update(state="finished", ended_at=timezone.now())
    services.note(Table.objects.get(pk=table.pk))
    placed = RatedPlayer.objects.filter(match__table=table).order_by("seat")
    assert [(row.user_id, row.place) for row in placed] == [
        (people[0].pk, 3), (people[1].pk, 2), (people[2].pk, 1)
    ]  # fmt: skip


def test_a_game_taken_back_leaves_no_trace_and_what_came_after_is_as_if_it_had_never_been() -> None:
    ada, obi, uche = member("Ada"), member("Obi"), member("Uche")
    first = played_out(started([ada, obi]))
    second = played_out(started([obi, uche]))
    with TestCase.captureOnCommitCallbacks(execute=True):
        undoing.void(first.code)
    assert result_of(first).why_not == "void"
    assert numbers(ada) is None
    winner = Player.objects.get(game=second, place=1).user
    assert winner and [round(value, 6) for value in numbers(winner) or ()] == [26.317734, 8.300739, 1]
    assert checking.differences() == []


def test_one_game_of_a_match_taken_back_leaves_the_places_by_the_others() -> None:
    ada, obi = member("Ada"), member("Obi")
    first = played_out(started([ada, obi], games=2))
    second = played_out(log_of(first.table))
    with TestCase.captureOnCommitCallbacks(execute=True):
        undoing.void(first.code)
    assert second.outcome is not None
    placed = {row.seat: row.place for row in RatedPlayer.objects.filter(match=result_of(first))}
    tally = second.outcome["tally"]
    assert placed == {seat: 1 + sum(other < tally[seat] for other in tally) for seat in (0, 1)}
    assert checking.differences() == []


def test_results_give_the_same_numbers_in_whatever_order_they_become_known() -> None:
    ada, obi, uche = member("Ada"), member("Obi"), member("Uche")
    now = timezone.now()
    matches = [
        noted([(ada, 1), (obi, 2)], now),
        noted([(obi, 1), (uche, 2)], now + timedelta(minutes=1)),
        noted([(uche, 1), (ada, 2)], now + timedelta(minutes=1)),  # at the same moment: by their tables
        noted([(ada, 1), (obi, 1), (uche, 3)], now + timedelta(minutes=3), "whot-3"),
        noted([(obi, 1), (ada, 2)], now + timedelta(minutes=4)),
    ]
    in_order = known_in([0, 1, 2, 3, 4], matches)
    assert in_order[0] and checking.differences()[0].startswith("the result of table")  # these have no games
    for order in ([4, 3, 2, 1, 0], [0, 2, 1, 4, 3], [1, 4, 0, 3, 2]):
        assert known_in(order, matches) == in_order


def known_in(order: list[int], matches: list[RatedMatch]) -> list[Any]:
    """Everything stored after these results became known in this order, each worked out at once."""
    rows = list(RatedPlayer.objects.all())
    Rating.objects.all().delete()
    RatedMatch.objects.all().delete()
    for place in order:
        matches[place].save(force_insert=True)
        for row in rows:
            if row.match_id == matches[place].pk:
                row.mu = row.sigma = row.mu_before = row.sigma_before = row.number = None
                row.save(force_insert=True)
        services.settle()
    return stored()


def test_five_matches_of_a_pair_in_a_day_are_rated_and_the_sixth_says_why_not() -> None:
    ada, obi = member("Ada"), member("Obi")
    games = [played_out(started([ada, obi])) for _number in range(6)]
    assert [result_of(game).why_not for game in games] == [""] * 5 + ["often"]
    found = numbers(ada)
    assert found and found[2] == 5
    with TestCase.captureOnCommitCallbacks(execute=True):
        undoing.void(games[0].code)
    assert [result_of(game).why_not for game in games] == ["void"] + [""] * 5  # the sixth is now the fifth
    assert checking.differences() == []


def test_rebuilding_gives_the_same_numbers() -> None:
    people = [member(name) for name in ("Ada", "Obi", "Uche")]
    for pair in ((0, 1), (1, 2), (2, 0), (0, 1)):
        played_out(started([people[place] for place in pair]))
    played_out(started(people))
    before = stored()
    assert checking.rebuild() == 5
    assert stored() == before
    assert before[0]


def test_the_check_names_every_number_that_does_not_follow() -> None:
    game = played_out(started([member("Ada"), member("Obi")]))
    out = io.StringIO()
    call_command("rebuild_ratings", "--check", stdout=out)
    assert "every result from its games" in out.getvalue()
    Rating.objects.filter(matches=1).update(mu=99)
    with pytest.raises(CommandError, match="2 differences"):
        call_command("rebuild_ratings", "--check", stderr=io.StringIO())
    RatedPlayer.objects.filter(match=result_of(game), place=2).update(place=1)
    assert f"the result of table {game.table.code} is not that of its games" in checking.differences()
    Rating.objects.all().delete()
    RatedMatch.objects.all().delete()
    assert checking.differences() == [f"the result of table {game.table.code} is missing"]
    call_command("rebuild_ratings", stdout=io.StringIO())
    assert checking.differences() == []


def test_what_the_web_process_left_is_worked_out_by_the_sweep() -> None:
    game = started([member("Ada"), member("Obi")])
    while game.state == Game.State.PLAYING:
        texts = legal(game)
        text = f"{texts[0]} last" if f"{texts[0]} last" in texts else texts[0]
        game = play.act(game.code, to_act(game), text, game.seq, key())  # nothing runs after the commit
    assert not result_of(game).settled and not Rating.objects.exists()
    tasks.settle()
    tasks.settle()
    assert result_of(game).settled and Rating.objects.count() == 2


def test_a_closed_account_leaves_the_leader_board_and_the_others_keep_their_numbers() -> None:
    ada, obi = member("Ada"), member("Obi")
    played_out(started([ada, obi]))
    Rating.objects.update(settled=True)
    assert {line.user for line in selectors.board("whot-2").lines} == {ada, obi}
    kept = numbers(obi)
    closing.close_account(ada)
    assert [line.user for line in selectors.board("whot-2").lines] == [obi]
    assert numbers(obi) == kept


def test_a_players_own_export_has_their_ratings_and_what_moved_them() -> None:
    ada, obi = member("Ada"), member("Obi")
    game = played_out(started([ada, obi]))
    told = exporting.export_of(ada)["ratings"]
    assert [line["matches"] for line in told["now"]] == [1]
    assert [line["table"] for line in told["matches"]] == [game.table.code]
    assert "Obi" not in str(told)


def test_the_result_of_a_match_can_be_noted_once_only() -> None:
    game = played_out(started([member("Ada"), member("Obi")]))
    with pytest.raises(IntegrityError), transaction.atomic():
        services.note(Table.objects.get(pk=game.table_id))
    assert RatedMatch.objects.count() == 1
