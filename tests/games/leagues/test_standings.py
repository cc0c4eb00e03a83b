"""League points, the order of the table, and the sentence at every place."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.leagues.points import bye_points, points_of
from games.leagues.standings import Line, Match, Row, standings


def match(number: int, *lines: tuple[int, int, int], absent: tuple[int, ...] = (), **more: dict[int, int]) -> Match:
    """A match of (player, place, tally); `won` and `missed` by player."""
    won, missed = more.get("won", {}), more.get("missed", {})
    return Match(
        number,
        tuple(
            Line(player, place, tally, won.get(player, 0), missed.get(player, 0), player in absent)
            for player, place, tally in lines
        ),
    )


def table(players: int, *matches: Match, seats: int = 2, by_tally: bool = False) -> list[Row]:
    return standings(range(players), matches, (), seats=seats, seed="season", by_tally=by_tally)


@pytest.mark.parametrize(
    ("places", "points"),
    [([1, 2, 3, 4], [10, 6, 3, 1]), ([1, 2, 3], [10, 5, 1]), ([2, 1], [2, 10]), ([5, 4, 3, 2, 1], [1, 2, 4, 7, 10])]
    + [([1, 2, 3, 4, 5, 6], [10, 7, 5, 3, 2, 1]), ([1, 1, 3, 4], [8, 8, 3, 1]), ([1, 1], [6, 6])]
    + [([1, 2, 2, 2], [10, Fraction(10, 3), Fraction(10, 3), Fraction(10, 3)]), ([1, 1, 1, 1], [5, 5, 5, 5])],
)
def test_places_are_worth_their_points_and_those_who_are_level_share_the_mean(
    places: list[int], points: list[int | Fraction]
) -> None:
    assert points_of(places) == points


@pytest.mark.parametrize("places", [[1], [1, 2, 2, 3], [2, 3], [1, 3], [0, 1], [1, 2, 3, 4, 5, 6, 7]])
def test_what_is_no_ranking_is_refused(places: list[int]) -> None:
    with pytest.raises(ValueError, match="seats|ranking"):
        points_of(places)


def test_a_bye_is_worth_the_mean_of_a_full_table() -> None:
    assert [bye_points(seats) for seats in (2, 3, 4)] == [6, Fraction(16, 3), 5]


def test_more_league_points_come_first_and_the_sentence_gives_both_figures() -> None:
    rows = table(2, match(1, (1, 1, 10), (0, 2, 40)))
    assert [(row.player, row.place, row.points) for row in rows] == [(1, 1, 10), (0, 2, 2)]
    assert rows[1].decided_by == "points"
    assert rows[1].why is not None and str(rows[1].why) == "2 league points; the place above has 10"


def test_level_points_are_parted_by_the_lower_running_tally() -> None:
    rows = table(2, match(1, (0, 1, 5), (1, 2, 60)), match(2, (1, 1, 0), (0, 2, 50)))
    assert [(row.player, row.tally) for row in rows] == [(0, 55), (1, 60)]
    assert rows[1].decided_by == "tally"


def test_level_tallies_are_parted_by_the_matches_against_each_other() -> None:
    # 0 and 1 are level in points and tally; when they met, 1 was before 0.
    rows = table(
        4,
        match(1, (1, 1, 10), (0, 2, 20)),
        match(2, (0, 1, 10), (2, 2, 30)),
        match(3, (3, 1, 0), (1, 2, 20)),
    )
    level = [row for row in rows if row.player in (0, 1)]
    assert [row.points for row in level] == [12, 12] and [row.tally for row in level] == [30, 30]
    assert [(row.player, row.head_to_head) for row in level] == [(1, 1), (0, -1)]
    assert level[1].decided_by == "head_to_head"


def test_then_games_won_then_fewer_misses_then_lots() -> None:
    drawn = [(0, 1, 10), (1, 1, 10)]
    rows = table(2, match(1, *drawn, won={1: 2, 0: 1}))
    assert [row.player for row in rows] == [1, 0] and rows[1].decided_by == "games_won"
    rows = table(2, match(1, *drawn, missed={0: 1}))
    assert [row.player for row in rows] == [1, 0] and rows[1].decided_by == "misses"
    rows = table(2, match(1, *drawn))
    assert rows[0].lot < rows[1].lot and rows[1].decided_by == "lot"
    assert [row.player for row in rows] == [row.player for row in table(2, match(1, *drawn))]


def test_the_first_place_names_the_figure_that_put_it_there() -> None:
    assert str(table(2, match(1, (0, 1, 10), (1, 2, 20)))[0].why) == "the most league points: 10"
    drawn = [(0, 1, 10), (1, 1, 10)]
    rows = table(2, match(1, *drawn, won={1: 2, 0: 1}))
    assert str(rows[0].why) == "level so far; 2 games won, the place below won 1"
    for rows in (table(2, match(1, *drawn)), table(2)):  # nobody is ahead in anything but the lot
        lots = [row.lot for row in rows]
        assert str(rows[0].why) == (
            f"level in everything; the lot {lots[0]} was drawn, the place below drew the higher {lots[1]}"
        )


def test_by_running_tally_the_lowest_total_wins_whatever_the_places() -> None:
    rows = table(2, match(1, (0, 1, 5), (1, 2, 6)), match(2, (0, 1, 9), (1, 2, 7)), by_tally=True)
    assert [(row.player, row.tally) for row in rows] == [(1, 13), (0, 14)]
    assert rows[1].why is not None and str(rows[1].why) == "a tally of 14; the place above has the lower one, 13"


def test_who_was_absent_gets_no_points_and_at_least_the_highest_tally_of_the_match() -> None:
    rows = table(2, match(1, (0, 2, 3), (1, 1, 8), absent=(0,)))
    absent = next(row for row in rows if row.player == 0)
    assert (absent.points, absent.tally, absent.absences) == (0, 8, 1)


def test_a_bye_gives_the_mean_points_and_the_mean_tally_of_the_round() -> None:
    played = [match(1, (0, 1, 10), (1, 2, 20))]
    rows = standings(range(3), played, [(1, 2)], seats=2, seed="s")
    bye = next(row for row in rows if row.player == 2)
    assert (bye.points, bye.tally, bye.byes, bye.matches) == (6, 15, 1, 0)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_every_place_is_given_once_and_explained_whatever_the_results(data: st.DataObject) -> None:
    players = data.draw(st.integers(2, 7))
    matches = []
    for number in range(data.draw(st.integers(0, 6))):
        both = data.draw(st.permutations(range(players)))[:2]
        places = data.draw(st.sampled_from([(1, 2), (1, 1)]))
        tallies = data.draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))
        matches.append(match(number, *zip(both, places, tallies, strict=True)))
    rows = table(players, *matches)
    assert sorted(row.player for row in rows) == list(range(players))
    assert [row.place for row in rows] == list(range(1, players + 1))
    assert all(row.why is not None for row in rows)
    assert rows == table(players, *reversed(matches))
