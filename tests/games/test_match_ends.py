"""What the screen of a match that is over says to each seat and to an onlooker: first of all the match's own truth."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from django.utils import timezone

from accounts.models import User
from games import compiled, presenters, selectors
from games.models import Game, LogEntry, Player, Seat, Table
from games.services import play, undoing
from rules.core import say

from .factories import fresh, log_of, member, played_out, started
from .pages import browser, text
from .test_matches import absent_to_the_end, finished

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]
NO_WINNER = "The match has no winner"


@pytest.fixture
def people() -> list[User]:
    return [member(name) for name in ("Ada", "Bola", "Chidi")]


def headlines(game: Game, people: Sequence[User]) -> list[str]:
    """What stands large for each of these people, and last for an onlooker."""
    shown = [browser(person).get(f"/games/{game.code}/") for person in (*people, None)]
    return [text(answer).split("THE MATCH IS OVER ")[1].split("  ")[0] for answer in shown]


def all_begin(game: Game, people: Sequence[User], *starts: str) -> None:
    found = headlines(game, people)
    assert [told[: len(start)] for told, start in zip(found, starts, strict=True)] == list(starts)


def test_a_match_is_won_as_a_whole_whoever_won_its_last_game(people: list[User]) -> None:
    """W9.1: Chidi won the last game, Bola the match."""
    last = finished(people, [[10, 0, 25], [5, 9, 0]])
    all_begin(last, people, "Bola wins the match", "You win the match!", "Bola wins the match", "Bola wins the match")


def test_level_tallies_are_a_tie_of_the_match(people: list[User]) -> None:
    """W9.1."""
    last = finished(people, [[10, 0, 5], [0, 10, 20]])
    all_begin(last, people, *["A tie in the match: Ada, Bola"] * 4)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_match_that_nobody_plays_any_more_has_no_winner_for_anybody(people: list[User], seats: int) -> None:
    """W9.2, case E09: the last seat won the last game (W8.4), which stands small, and why it ended stands by it."""
    first = played_out(started(people[:seats], preset="003", start="host", games=3, turn_clock=86400))
    second = log_of(first.table)
    absent_to_the_end(second)
    assert fresh(first.table).state == Table.State.ABANDONED
    why = f"{NO_WINNER} Nobody was playing this match any more, so it ended early. 2 of its 3 games"
    all_begin(second, people[:seats], *[why] * (seats + 1))
    for person in people[:seats]:
        shown = text(browser(person).get(f"/games/{second.code}/"))
        assert "You win!" not in shown and "missed too many turns in a row and" in shown
        assert shown.index(NO_WINNER) < shown.index("Game 2: ")


def test_who_stays_when_the_other_of_two_leaves_wins_the_match(people: list[User]) -> None:
    """W8.4."""
    game = started(people[:2], preset="003", games=3)
    play.leave(game.code, people[0])
    ending = "Ada left in game 1. Nobody was left to play against, so the match ended early."
    all_begin(
        game,
        people[:2],
        f"Bola wins the match {ending}",
        f"You win the match! {ending}",
        f"Bola wins the match {ending}",
    )
    assert "You left the game. The game is over: only one player is left." in text(
        browser(people[0]).get(f"/games/{game.code}/")
    )


def test_of_three_the_last_one_who_stays_wins_the_match(people: list[User]) -> None:
    """W8.3, W8.4."""
    game = started(people, preset="003", start="host", games=2)
    play.leave(game.code, people[0])
    play.leave(game.code, people[2])
    all_begin(game, people, "Bola wins the match", "You win the match!", "Bola wins the match", "Bola wins the match")


def test_a_knockout_left_by_all_but_one_is_won_by_who_stays(people: list[User]) -> None:
    """W8.4, W9.3."""
    game = started(people[:2], preset="003", match="knockout")
    play.leave(game.code, people[1])
    all_begin(game, people[:2], "You win the match!", "Ada wins the match", "Ada wins the match")


def test_a_knockout_is_won_by_who_is_left_in(people: list[User]) -> None:
    """W9.3."""
    game = started(people[:2], preset="003", match="knockout")
    while fresh(game.table).state == Table.State.PLAYING:
        game = played_out(log_of(game.table))
    Player.objects.filter(game__table=game.table, seat=0).update(tally=0)
    Player.objects.filter(game=game, seat=1).update(tally=100)
    all_begin(game, people[:2], "You win the match!", "Ada wins the match", "Ada wins the match")


def test_a_match_of_which_every_game_was_taken_back_has_no_winner_for_anybody(people: list[User]) -> None:
    """W7.5."""
    last = finished(people, [[10, 0, 5], [3, 0, 8]])
    for game in Game.objects.filter(table=last.table):
        undoing.void(game.code)
    all_begin(last, people, *[f"{NO_WINNER} No game of it counts."] * 4)


def test_without_its_last_game_a_match_is_won_by_the_others(people: list[User]) -> None:
    """W7.5: with the second game Ada would have won it."""
    last = finished(people, [[10, 0, 5], [0, 90, 80]])
    undoing.void(last.code)
    all_begin(last, people, "Bola wins the match", "You win the match!", "Bola wins the match", "Bola wins the match")
    assert "Game 2: No result" in text(browser(people[1]).get(f"/games/{last.code}/"))


def test_who_left_and_would_have_had_the_lowest_tally_has_not_won(people: list[User]) -> None:
    """W8.3."""
    last = finished(people, [[10, 0, 25], [5, 9, 8]])
    Seat.objects.filter(table=last.table, number=1).update(left_at=timezone.now())
    all_begin(last, people, "You win the match!", "Ada wins the match", "Ada wins the match", "Ada wins the match")


@pytest.mark.parametrize("preset", ["001", "002"])
def test_a_single_game_says_who_left_and_names_its_winner(people: list[User], preset: str) -> None:
    """W8.3, W8.4."""
    game = started(people[:2], preset=preset)
    play.leave(game.code, people[1])
    shown = [text(browser(person).get(f"/games/{game.code}/")) for person in people[:2]]
    assert "GAME OVER You win! Bola left the game. The game is over: only one player is left." in shown[0]
    assert "GAME OVER Ada wins You left the game. The game is over: only one player is left." in shown[1]


def test_the_end_draws_the_card_that_was_played_last_and_names_who_played_it(people: list[User]) -> None:
    """W7.1; seed 003: the detail of the game stands on the right."""
    game = next(
        game
        for game in (played_out(started(people[:2], preset="003")) for _try in range(50))
        if game.end_reason == "emptied_hand"
    )
    last = LogEntry.objects.filter(game=game).latest("seq")
    code = last.action.split()[1]
    for person in people[:2]:
        answer = browser(person).get(f"/games/{game.code}/")
        figure = answer.content.decode().split('class="ended-by"')[1].split("</div>")[0]
        assert f'#{code}"' in figure and figure.count("<svg") == 1
        mine = person.pk == Player.objects.get(game=game, seat=last.seat).user_id
        told = (
            "You played your last card: " if mine else f"{people[last.seat or 0].display_name} played the last card of"
        )
        assert f"{'You win!' if mine else ''} {told}".strip() in text(answer)
        assert text(answer).count(told) == 1


def test_how_the_last_game_of_a_match_ended_stands_by_that_game_and_not_below_the_headline_of_the_match(
    people: list[User],
) -> None:
    """W9.1: two of three matters of one match; Bola won it, whoever emptied the hand of its last game."""
    last = finished(people, [[10, 0, 25], [5, 9, 0]])
    shown = text(browser(people[0]).get(f"/games/{last.code}/"))
    over = presenters.page_for(selectors.game_for(last.code, people[0]), people[0], timezone.now()).over
    assert over is not None and over.how
    how = over.how
    assert shown.count(how) == 1 and shown.index("Bola wins the match") < shown.index("Game 2: ") < shown.index(how)


def test_how_equal_points_were_placed_stands_below_the_places_where_there_are_some(people: list[User]) -> None:
    """W7.4; of a result that was taken back no places are told (W7.5)."""
    game = played_out(started(people, preset="001"))
    page = presenters.page_for(selectors.game_for(game.code, people[0]), people[0], timezone.now())
    level = say("Where points are equal, fewer cards in hand come first.")
    page = replace(page, screen=replace(page.screen, level=level))
    assert page.over is not None
    void = replace(page, over=page.over._replace(counts=False))
    drawn, without = (compiled.render("games/_panel.html", {"page": one}) for one in (page, void))
    places = drawn.split('class="scores"')[1].split('class="choices"')[0]
    assert str(level) in places and "#W7.4" in places
    assert str(level) not in without
