"""House rules: presets, ranges, combinations (section 10, W2.1, W2.2, W1.6, W7.2)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core import BadOptions
from rules.shuffle import Seed
from rules.whot import PRESETS, WHOT, options_for
from rules.whot.options import OPTION_FIELDS, PLAYERS, proposed_packs, usual_game_clock

# Section 10, column by column; a dash of the table is left out.
TABLE: dict[str, tuple[Any, ...]] = {
    "start_card": ("not_wild", "not_wild", "not_wild", "plain", "not_wild"),
    "hold_on": ("again", "again", "again", "again", "next_only"),
    "pick2": ("stack", "stack", "stack", "auto", "auto"),
    "pick3": ("stack", "stack", "stack", "auto", "off"),
    "whot_defence": ("no", "no", "cancel", "no", "no"),
    "suspension": (True, True, True, True, False),
    "star8_skips": (2, 2, 1, 1, 0),
    "general_market": ("pass", "pass", "pass", "again", "again"),
    "reverse7": (False, False, False, False, True),
    "draw_when_able": (True, True, False, True, False),
    "after_draw": ("pass",) * 5,
    "market_empty": ("reshuffle", "reshuffle", "reshuffle", "count", "reshuffle"),
    "max_refills": (3, 3, 3, None, 3),
    "penalty_short": ("refill", "refill", "refill", "cancel_rest", "refill"),
    "last_card_call": ("penalty2", "penalty2", "off", "off", "off"),
    "score": ("star_double", "star_double", "star_double", "face", "face"),
    "no_whot": (False,) * 5,
    "wild2": (False, True, False, False, False),
    "clock": (True, True, True, False, False),
    "timeout": ("market",) * 5,
    "max_missed": (2,) * 5,
    "hand_size": (5,) * 5,
}


def test_the_presets_are_the_table_of_section_10() -> None:
    assert list(PRESETS) == ["000", "000W", "001", "002", "003"]
    for name, values in TABLE.items():
        assert tuple(getattr(options_for(preset), name) for preset in PRESETS) == values, name
    assert [options_for(preset).packs for preset in PRESETS] == [1, 2, 1, 1, 1]


def test_a_named_option_wins_and_is_told_apart_from_the_preset() -> None:
    options = options_for("002", pick3="off", hand_size=7)
    assert (options.pick3, options.hand_size, options.pick2) == ("off", 7, "auto")
    assert options.differing() == ("hand_size", "pick3")
    assert options_for("002").differing() == ()


@pytest.mark.parametrize(
    ("named", "follows"),
    [
        ({"market_empty": "reshuffle"}, {"max_refills": 3}),  # W6.5: whichever preset
        ({"timeout": "none"}, {"max_missed": 0}),
        ({"wild2": True}, {"packs": 2}),
    ],
)
def test_an_option_that_hangs_on_another_follows_it(named: dict[str, Any], follows: dict[str, Any]) -> None:
    options = options_for("002", **named)
    for name, value in follows.items():
        assert getattr(options, name) == value


def test_a_count_market_has_no_limit_of_refills() -> None:
    assert options_for("003", market_empty="count").max_refills is None


@pytest.mark.parametrize(
    ("named", "clash"),
    [
        ({"market_empty": "count", "max_refills": 2}, {"market_empty", "max_refills"}),
        ({"market_empty": "count", "max_refills": 0}, {"market_empty", "max_refills"}),
        ({"wild2": True, "packs": 1}, {"wild2", "packs"}),
        ({"wild2": True, "no_whot": True}, {"wild2", "no_whot"}),
        ({"timeout": "none", "max_missed": 1}, {"timeout", "max_missed"}),
        ({"clock": False, "game_clock": 600}, {"clock", "game_clock"}),
    ],
)
def test_a_combination_that_cannot_work_names_both_options(named: dict[str, Any], clash: set[str]) -> None:
    with pytest.raises(BadOptions) as refusal:
        options_for("000", **named)
    assert set(refusal.value.options) == clash
    assert all(name in str(refusal.value) for name in clash)


def test_may_play_goes_with_a_count_market() -> None:
    assert options_for("002", after_draw="may_play").market_empty == "count"


WRONG: list[tuple[str, Any]] = [
    ("hand_size", 2), ("hand_size", 8), ("hand_size", "5"), ("hand_size", 5.0),
    ("hand_size", True), ("packs", 0), ("packs", 3), ("packs", True), ("suspension", 1),
    ("suspension", "yes"), ("pick2", "Stack"), ("pick2", None), ("max_refills", -1),
    ("max_refills", "3"), ("max_missed", 6), ("max_missed", None), ("turn_clock", 14),
    ("turn_clock", 14 * 86400 + 1), ("game_clock", 119), ("game_clock", 30 * 86400 + 1),
    ("excused_misses", -1), ("star8_skips", 3), ("end_on_special", "effect"), ("score", ""),
    ("no_such_option", 1), ("hold_on", ["again"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_value_out_of_its_range_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(BadOptions, match=name) as refusal:
        options_for("001", **{name: value})
    assert refusal.value.options == (name,)


def test_an_unknown_preset_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadOptions, match="005.*000, 000W, 001, 002, 003"):
        options_for("005")


@pytest.mark.parametrize(("preset", "least", "most"), [(p, *PLAYERS[p]) for p in PRESETS])
def test_the_number_of_players_is_held_to_the_range_of_the_preset(preset: str, least: int, most: int) -> None:
    """W2.1: the refusal names the range."""
    options = options_for(preset)
    for seats in range(least, most + 1):
        WHOT.setup(options=options, seats=seats, seed=Seed.simulation(1))
    for seats in (0, 1, least - 1, most + 1, 9):
        with pytest.raises(BadOptions, match=f"{least} to {most}"):
            WHOT.setup(options=options, seats=seats, seed=Seed.simulation(1))


@pytest.mark.parametrize(
    ("named", "seats", "sits"),
    [
        ({"hand_size": 7}, 6, True),  # 54 - 42 - 1 = 11
        ({"hand_size": 7, "no_whot": True}, 5, True),  # 49 - 35 - 1 = 13
        ({"hand_size": 7, "no_whot": True}, 6, False),  # 49 - 42 - 1 = 6
        ({"hand_size": 6, "no_whot": True}, 6, True),  # 49 - 36 - 1 = 12
        ({"hand_size": 7, "no_whot": True, "packs": 2}, 6, True),
    ],
)
def test_ten_cards_stay_in_the_market(named: dict[str, Any], seats: int, sits: bool) -> None:
    """W2.2."""
    options = options_for("001", **named)
    if sits:
        state = WHOT.setup(options=options, seats=seats, seed=Seed.simulation(1)).state
        assert len(state.market_left) >= 10
    else:
        with pytest.raises(BadOptions) as refusal:
            WHOT.setup(options=options, seats=seats, seed=Seed.simulation(1))
        assert set(refusal.value.options) == {"hand_size", "seats"}


def test_two_packs_are_proposed_for_five_and_six_with_stacking_picks() -> None:
    """W1.6."""
    stacking, automatic = options_for("001"), options_for("003")
    assert [proposed_packs(stacking, seats) for seats in (2, 4, 5, 6)] == [1, 1, 2, 2]
    assert proposed_packs(automatic, 6) == 1
    assert proposed_packs(options_for("000W"), 2) == 2


@pytest.mark.parametrize(
    ("turn_clock", "seconds"),
    [(None, 600), (15, 600), (60, 600), (61, 1830), (3600, 108_000), (14 * 86400, 30 * 86400)],
)
def test_the_usual_clock_of_a_whole_game(turn_clock: int | None, seconds: int) -> None:
    """W7.2: ten minutes up to a minute a turn, else thirty turns, at most thirty days."""
    assert usual_game_clock(turn_clock) == seconds


def test_equal_options_are_one_value_and_every_option_has_its_words() -> None:
    assert options_for("001", packs=2) == options_for("001", packs=2)
    assert hash(options_for("001", packs=2)) == hash(options_for("001", packs=2))
    assert options_for("001") != options_for("003")
    for name, field in OPTION_FIELDS.items():
        assert field.metadata["label"] and field.metadata["rule"].startswith("W"), name
        assert field.metadata["allowed"].allows(getattr(options_for("001"), name)), name
    assert list(options_for("001").named()) == list(OPTION_FIELDS)
