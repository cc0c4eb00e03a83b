"""What finished games are worth beside coins: experience, levels, classic games (E3), and the Road in figures (E2)."""

import pytest

from rules import road
from rules.registry import GAMES
from rules.whot.options import options_for


def options(preset: str, **named: object) -> dict[str, object]:
    return options_for(preset, **named).named()


@pytest.mark.parametrize(
    ("place", "alone", "against_computers"), [(1, 20, 10), (2, 15, 7), (3, 10, 5), (4, 10, 5), (6, 10, 5)]
)
def test_e3_a_finished_game_gives_ten_and_the_first_two_more_half_against_computers(
    place: int, alone: int, against_computers: int
) -> None:
    assert road.experience(place, against_computers=False) == alone
    assert road.experience(place, against_computers=True) == against_computers


def test_e3_a_place_is_counted_from_one() -> None:
    with pytest.raises(ValueError, match="from 1"):
        road.experience(0, against_computers=False)


def test_e3_levels_need_what_the_table_of_the_clause_says() -> None:
    assert [road.level_needs(level) for level in range(1, 6)] == [0, 100, 250, 450, 700]


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5, 17, 100, 2000])
def test_e3_a_level_is_held_from_what_it_needs_until_the_next_one(level: int) -> None:
    needs, above = road.level_needs(level), road.level_needs(level + 1)
    assert road.level_of(needs) == road.level_of(above - 1) == level
    assert road.level_of(above) == level + 1


@pytest.mark.parametrize("preset", ["000", "000W", "001", "002", "003"])
def test_e3_whot_under_a_preset_as_it_stands_is_classic(preset: str) -> None:
    assert road.is_classic("whot", preset, options(preset), 4)
    assert road.is_classic("whot", preset, options(preset, turn_clock=60, excused_misses=2), 4)


@pytest.mark.parametrize(
    ("preset", "named"),
    [("000", {"hold_on": "off"}), ("001", {"hand_size": 6}), ("002", {"market_empty": "reshuffle"}),
     ("003", {"no_whot": True}), ("001", {"clock": False}), ("001", {"max_missed": 0}), ("001", {"packs": 2})],
)  # fmt: skip
def test_e3_a_house_rule_makes_a_game_no_classic_one(preset: str, named: dict[str, object]) -> None:
    assert not road.is_classic("whot", preset, options(preset, **named), 4)


def test_e3_the_packs_that_go_with_six_players_modify_no_preset() -> None:  # W1.6
    assert road.is_classic("whot", "001", options("001", packs=2), 6)
    assert not road.is_classic("whot", "001", options("001", packs=2), 4)


def test_e3_another_game_is_no_classic_one() -> None:
    assert not road.is_classic("go_stop", "004", {}, 2)
    assert set(GAMES) == {"whot", "go_stop"}, "is the new game a Whot game?"


def test_e2_the_ten_ranks_begin_where_the_clause_says() -> None:
    assert [road.feat_threshold(rank) for rank in range(road.MILITARY_RANKS)] == [
        0, 40, 120, 240, 400, 600, 840, 1120, 1440, 1800
    ]  # fmt: skip
    assert [road.military_rank(feat) for feat in (0, 39, 40, 119, 120, 1799, 1800, 99_999)] == [0, 0, 1, 1, 2, 8, 9, 9]


def test_e3_how_long_a_classic_game_may_take_is_free() -> None:
    assert road.is_classic("whot", "000", options("000", turn_clock=30, game_clock=900), 4)
