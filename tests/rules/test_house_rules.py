"""What a form shows of house rules: everything there is to choose, in words that read back."""

import pytest

from rules.core import BadOptions
from rules.house_rules import BOOKS
from rules.registry import GAMES
from rules.whot.options import OPTION_FIELDS, PLAYERS, PRESETS, OneOf, options_for

BOOK = BOOKS["whot"]
RULES = {rule.name: rule for rule in BOOK.house_rules()}


def test_every_game_has_its_book() -> None:
    assert set(BOOKS) == set(GAMES)


def test_every_preset_is_offered_with_its_range_of_players() -> None:  # W2.1
    assert {p.key: (p.fewest, p.most) for p in BOOK.presets()} == PLAYERS
    assert all(str(p.name) and str(p.summary) for p in BOOK.presets())


def test_every_option_that_leaves_a_choice_is_a_house_rule() -> None:  # W4.13: one value is none
    assert set(RULES) == set(OPTION_FIELDS) - {"end_on_special"}


@pytest.mark.parametrize("name", RULES)
def test_a_value_reads_back_from_its_word(name: str) -> None:
    for value in RULES[name].values:
        read = BOOK.read(name, value.word)
        assert BOOK.allows(name, read)
        assert BOOK.write(read) == value.word
        assert str(BOOK.phrase(name, read)) == str(value.phrase)
    allowed = OPTION_FIELDS[name].metadata["allowed"]
    if isinstance(allowed, OneOf):
        assert [BOOK.read(name, value.word) for value in RULES[name].values] == list(allowed.values)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_value_of_every_preset_reads_back(preset: str) -> None:
    for name, value in options_for(preset).named().items():
        assert BOOK.read(name, BOOK.write(value)) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [("hold_on", "Again"), ("packs", "3"), ("hand_size", "8"), ("hand_size", "five"), ("max_missed", "none"),
     ("turn_clock", "14"), ("max_refills", "-1"), ("suspension", "yes"), ("max_refills", "1" * 10), ("no_such", "1")],
)  # fmt: skip
def test_what_means_no_value_is_not_allowed(name: str, text: str) -> None:
    value = BOOK.read(name, text) if name in OPTION_FIELDS else text
    assert not BOOK.allows(name, value)


def test_a_range_of_time_is_told_with_its_units() -> None:  # W8.5, W7.2
    assert str(RULES["turn_clock"].allowed) == "none, or 15 seconds to 14 days"
    assert str(RULES["game_clock"].allowed) == "none, or 2 minutes to 30 days"


def test_two_packs_are_proposed_for_five_and_six_with_stacking_picks_only() -> None:  # W1.6
    proposed = {seats: BOOK.proposed("001", {}, seats) for seats in range(2, 7)}
    assert proposed == {2: {}, 3: {}, 4: {}, 5: {"packs": 2}, 6: {"packs": 2}}
    assert BOOK.proposed("003", {}, 6) == {}
    assert BOOK.proposed("001", {"packs": 1}, 6) == {}


def test_the_number_of_players_is_checked_with_the_options() -> None:  # W2.1
    with pytest.raises(BadOptions) as refusal:
        BOOK.options("002", {}, 5)
    assert str(BOOK.refused(refusal.value)) == "Straight (002) is for 2 to 4 players, not 5 (W2.1)"
