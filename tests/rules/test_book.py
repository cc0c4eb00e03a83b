"""The rules card and the rules page: all that holds in a game is said, and nothing else."""

import argparse
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.cli import book as cli_book
from rules.cli.common import CommandError
from rules.core import BadOptions
from rules.whot import WHOT, Options, options_for
from rules.whot.book import Line, rules_card, rules_page, without_effect
from rules.whot.option_words import option_value, told_value
from rules.whot.options import MINUTE, OPTION_FIELDS, PLAYERS, PRESETS, usual_game_clock
from tests.rules.drawn import VALUES, Scrambled

ROOT = Path(__file__).parent.parent.parent
CHOICES = VALUES | {"turn_clock": (None, 15, 90, 86_400), "excused_misses": (0, 1, 2)}


@st.composite
def house_rules(draw: st.DrawFn) -> tuple[Options, int | None]:
    """Any valid options, and a number of seats that can play by them or None."""
    preset = draw(st.sampled_from(sorted(PRESETS)))
    named: dict[str, Any] = {}
    for name in OPTION_FIELDS:
        if draw(st.booleans()):
            named[name] = draw(st.sampled_from(CHOICES[name]))
    if named.get("market_empty", "reshuffle") == "count":
        named.pop("max_refills", None)
    if named.get("wild2"):
        named.pop("packs", None)
        named.pop("no_whot", None)
    if named.get("timeout") == "none":
        named.pop("max_missed", None)
    seats = draw(st.none() | st.integers(*PLAYERS[preset]))
    try:
        options = options_for(preset, **named)
        rules_page(options, seats)
    except BadOptions:
        assume(False)
    return options, seats


def page_lines(options: Options, seats: int | None) -> list[Line]:
    return [line for section in rules_page(options, seats) for line in section.lines]


def told(options: Options, seats: int | None = None) -> list[tuple[str, str]]:
    """All that card and page say, with the rule numbers."""
    lines = rules_card(options, seats) + page_lines(options, seats)
    return [(line.rule, str(line.message)) for line in lines]


def page_text(preset: str, seats: int | None = None, **named: Any) -> str:
    return "\n".join(text for _rule, text in told(options_for(preset, **named), seats))


def no_difference(before: Options, after: Options, name: str, seats: int | None) -> str | None:
    """Why the two, which differ in `name` alone, are the same game; None: they are not."""
    stacks = "stack" in (before.pick2, before.pick3)
    if name == "star8_skips":
        if not before.suspension:
            return "W4.6: an 8 that does nothing takes no turns"
        if {before.star8_skips, after.star8_skips} == {0, 1}:
            return "section 10: 0 and 1 both mean a plain 8"
        if seats == 2:
            return "W4.6: never more turns than there are opponents"
    if name == "whot_defence":
        if before.no_whot:
            return "W1.4: there is no Whot"
        if not stacks:
            return "W4.4: there is no stack to cancel"
    if name == "penalty_short":
        if before.market_empty == "count":
            return "W6.2: the last market card ends the game"
        if before.pick2 == before.pick3 == "off" and before.last_card_call != "penalty2":
            return "W6.3: no penalty is larger than a card"
    if name == "reverse7" and seats == 2:
        return "W4.8: no effect with two seats"
    if name == "excused_misses" and (before.timeout == "none" or before.max_missed == 0):
        return "W8.1, W8.2: no miss counts for anything"
    if name in ("max_missed", "excused_misses") and before.turn_clock is None:
        return "W8.5: no turn can run out"
    if name == "turn_clock" and before.timeout == "none":
        lengths = {o.game_clock or usual_game_clock(o.turn_clock) for o in (before, after)}
        if not before.clock or len(lengths) == 1:
            return "W8.1: no turn runs out, and the game takes as long as before"
    if name == "game_clock":
        lengths = {o.game_clock or usual_game_clock(o.turn_clock) for o in (before, after)}
        if len(lengths) == 1:
            return "W7.2: the length named is the one it has anyway"
    return None


# -- every option's value is told -----------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(house_rules(), st.data())
def test_a_changed_option_changes_what_is_told_unless_it_makes_no_difference(
    rules: tuple[Options, int | None], data: st.DataObject
) -> None:
    options, seats = rules
    for name in OPTION_FIELDS:
        others = [v for v in CHOICES[name] if v != getattr(options, name)]
        if not others:
            assert name == "end_on_special"  # W4.13: it has one value
            continue
        changed = options.named() | {name: data.draw(st.sampled_from(others), label=name)}
        try:
            other = options_for(options.preset, **changed)
            told_other = told(other, seats)
        except BadOptions:
            continue  # it cannot be changed alone
        same = told_other == told(options, seats)
        assert same == (no_difference(options, other, name, seats) is not None), name


@settings(max_examples=150, deadline=None)
@given(house_rules())
def test_the_card_has_one_line_for_each_option_that_differs(
    rules: tuple[Options, int | None],
) -> None:
    options, seats = rules
    usual = options_for(options.preset)
    card = rules_card(options, seats)
    marked = [line.option for line in card if line.differs]
    assert len(set(marked)) == len(marked)
    for name in OPTION_FIELDS:
        if getattr(options, name) == getattr(usual, name):
            assert name not in marked
        elif name not in marked:
            reason = without_effect(options, seats).get(name) or no_difference(options, usual, name, seats)
            if name == "turn_clock" and options.timeout == "none":
                reason = "W7.2: it is told as the time for the game, which follows from it"
            assert reason, name


@settings(max_examples=150, deadline=None)
@given(house_rules())
def test_the_page_marks_what_differs(rules: tuple[Options, int | None]) -> None:
    options, seats = rules
    for line in page_lines(options, seats):
        assert line.differs == (line.option in options.differing())


def test_options_told_to_make_no_difference_make_none_in_play() -> None:
    """The same games, action by action, with the option at every other value."""
    cases: list[tuple[str, int, dict[str, Any], str]] = [
        ("000", 3, {"suspension": False}, "star8_skips"),
        ("000", 2, {}, "star8_skips"),
        ("000", 3, {"no_whot": True}, "whot_defence"),
        ("002", 3, {}, "whot_defence"),
        ("002", 3, {}, "penalty_short"),
        ("003", 4, {"pick2": "off"}, "penalty_short"),
        ("003", 2, {}, "reverse7"),
    ]
    for preset, seats, named, name in cases:
        options = options_for(preset, **named)
        assert name in without_effect(options, seats)
        for value in VALUES[name]:
            other = options_for(preset, **(options.named() | {name: value}))
            for number in range(12):
                assert history(options, seats, number) == history(other, seats, number), name


def history(options: Options, seats: int, number: int) -> list[Any]:
    """What is decided and what happens in a random game."""
    rng = random.Random(number)
    step = WHOT.setup(options=options, seats=seats, seed=Scrambled(number))
    happened: list[Any] = [step.events]
    while (seat := WHOT.to_act(step.state)) is not None:
        legal = WHOT.legal_actions(step.state)
        step = WHOT.apply(step.state, seat, rng.choice(legal))
        happened += [legal, step.events]
    return happened


# -- the words of the presets ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "says"),
    [
        ("000", ["answer with a 2", "Star 8: the next two", "or pick two", "Stars count double"]),
        ("000W", ["132 cards", "Discard All 15, a Reverse 10", "Wild Punch sends them back"]),
        ("001", ["cancels all that is owed", "only when none of your cards fits"]),
        ("002", ["draws three cards at once", "never refilled", "Then you play again", "One game"]),
        ("003", ["direction of play turns round", "only the next player misses", "A 5 is a plain"]),
    ],
)
def test_what_makes_a_preset_is_told(preset: str, says: list[str]) -> None:
    text = page_text(preset)
    assert not [words for words in says if words not in text]


# What each value means, from the clause: some words of the page, and of the card
# (none where the card has a line for the other values only).
MEANINGS: list[tuple[str, object, str, str]] = [
    ("start_card", "plain", "first card without an effect starts", "card without effect starts"),
    ("start_card", "not_wild", "Any card but a wild may start", "Any card but a wild"),  # W2.4
    ("hold_on", "again", "1, Hold On: you play again", "1: you play again"),  # W4.1
    ("hold_on", "next_only", "1, Hold On: only the next player", "1: the next player misses"),
    ("hold_on", "off", "A 1 is a plain card", "1 is a plain"),
    ("pick2", "stack", "Two cards are owed for each 2", "2: answer with a 2"),  # W4.2
    ("pick2", "auto", "draws two cards at once", "2: the next player picks two and"),  # W4.5
    ("pick2", "off", "A 2 is a plain card", "2 is a plain"),
    ("pick3", "stack", "Three cards are owed for each 5", "5: answer with a 5"),
    ("pick3", "auto", "draws three cards at once", "5: the next player picks three and"),
    ("pick3", "off", "A 5 is a plain card", "5 is a plain"),
    ("whot_defence", "cancel", "it cancels all that is owed", "cancels a pick"),  # W4.4
    ("whot_defence", "no", "A Whot does not answer a pick", "no answer to a pick"),
    ("suspension", True, "8, Suspension: the next player", "8: the next player misses"),  # W4.6
    ("suspension", False, "An 8 is a plain card", "8 is a plain"),
    ("star8_skips", 2, "a turn from the next two players", "the next two miss"),
    ("general_market", "pass", "Then play passes on", "play passes on"),  # W4.7
    ("general_market", "again", "next player. Then you play again", "draw one, you play again"),
    ("general_market", "off", "A 14 is a plain card", "14 is a plain"),
    ("reverse7", True, "7: the direction of play turns round", "7: play turns"),  # W4.8
    ("reverse7", False, "A 7 is a plain card", "7 is a plain"),
    ("draw_when_able", True, "while you hold a card that fits", "while a card fits"),  # W3.3
    ("draw_when_able", False, "only when none of your cards", "only when no card fits"),
    ("after_draw", "pass", "your turn is over even when it fits", ""),  # W3.2
    ("after_draw", "may_play", "may play that very card", "may be played at once"),
    ("market_empty", "reshuffle", "is shuffled into a new one", "shuffled into a new"),  # W6.1
    ("market_empty", "count", "draws its last card ends the game", "the game ends, hands"),  # W6.2
    ("max_refills", None, "refilled as often as it takes", "without limit"),  # W6.5
    ("max_refills", 0, "never refilled: the first card it lacks", "never refilled"),
    ("max_refills", 1, "refilled once", "One refill"),
    ("max_refills", 2, "refilled 2 times", "2 refills"),
    ("penalty_short", "refill", "goes on after the refill", ""),  # W6.3
    ("penalty_short", "cancel_rest", "and the rest is cancelled", "is cancelled"),
    ("last_card_call", "off", "Nothing has to be said", "need not be said"),  # W5.2
    ("last_card_call", "penalty2", "it costs two cards", "or pick two"),  # W5.1
    ("last_card_call", "auto", "is said for you", "is said for you"),
    ("score", "star_double", "a star twice its number", "Stars count double"),  # W7.3
    ("score", "face", "stars no more than others", "Stars count as printed"),
    ("no_whot", True, "are left out", "There are no Whots"),  # W1.4
    ("no_whot", False, "five Whots", "Whot: call the shape"),
    ("packs", 1, "54 cards", ""),  # W1.2
    ("packs", 2, "108 cards", "Two packs"),  # W1.6
    ("wild2", True, "132 cards", "With Discard All"),  # W1.5
    ("clock", True, "lasts 10 minutes at most", "A clock runs"),  # W7.2
    ("clock", False, "No clock runs", "No clock for the whole game"),
    ("timeout", "market", "time runs out goes to market", "you go to market"),  # W8.1
    ("timeout", "none", "not timed, and no turn can be missed", "not timed and never run out"),
    ("max_missed", 0, "No number of misses", "never put you out"),  # W8.2
    ("max_missed", 1, "The first miss puts", "One missed turn"),
    ("max_missed", 3, "3 misses in a row", "3 missed turns in a row"),
    ("turn_clock", None, "not timed, unless the table sets", "not timed, unless the table sets"),  # W8.5
    ("turn_clock", 90, "1 minute 30 seconds", "1 minute 30 seconds"),
    ("game_clock", 300, "lasts 5 minutes", "game: 5 minutes"),
    ("excused_misses", 1, "One miss of each player is excused", "One miss"),  # W8.1
    ("excused_misses", 2, "2 misses of each player are excused", "2 misses of"),
    ("hand_size", 3, "dealt 3 cards", "3 cards each"),  # W2.2
]


ANOTHER_PRESET = {
    # Where it is told only because it differs from the preset; all others are looked at under 000.
    ("reverse7", False): "003",
    ("whot_defence", "no"): "001",
    ("start_card", "not_wild"): "002",
    ("clock", True): "002",
}


@pytest.mark.parametrize(("name", "value", "on_page", "on_card"), MEANINGS)
def test_each_value_is_told_as_its_clause_means_it(name: str, value: object, on_page: str, on_card: str) -> None:
    timed = {"turn_clock": MINUTE} if name in ("max_missed", "excused_misses") or value == "market" else {}
    options = options_for(ANOTHER_PRESET.get((name, value), "000"), **timed, **{name: value})
    assert on_page in "\n".join(str(line.message) for line in page_lines(options, None))
    assert on_card in "\n".join(str(line.message) for line in rules_card(options))


@pytest.mark.parametrize(
    ("preset", "named", "silent_about"),
    [
        ("002", {"no_whot": True}, ["call one", "A Whot counts", "called shape"]),
        ("000", {}, ["Discard All", "Reverse", "Punch", "direction"]),
        ("002", {}, ["owed for each", "refilled 3", "W6.5"]),
        ("001", {}, ["Left out, it costs"]),
        ("003", {}, ["star 8", "Star 8", "twice its number", "Pick Three"]),
        ("003", {"timeout": "none"}, ["in a row put", "goes to market, or picks"]),
        # W8.5: where no turn can run out nobody runs out of time and nobody misses
        ("001", {}, ["Out of time", "missed turns", "time runs out", "in a row put", "A move of your own"]),
        (
            "001",
            {"timeout": "none", "turn_clock": 60},
            ["unless the table", "Out of time", "Time for a turn", "may take"],
        ),
        ("001", {"after_draw": "may_play"}, ["because time ran out"]),
        ("001", {"after_draw": "may_play", "hold_on": "again"}, ["going to market ends it"]),
        ("003", {"turn_clock": 60}, ["what is owed", "A pick aimed"]),  # W8.1, W8.3: nothing is ever owed
        # W8.2: the only miss there can be eliminates before anything is drawn
        (
            "001",
            {"turn_clock": 60, "max_missed": 1},
            ["goes to market. That", "or picks what is owed", "you go to market, and"],
        ),
        # W6.5: a market that is never refilled
        (
            "002",
            {"market_empty": "reshuffle", "max_refills": 0, "penalty_short": "refill"},
            ["shuffled into a new one", "goes on after a refill", "goes on after the refill"],
        ),
        ("000", {"max_refills": 0, "penalty_short": "cancel_rest"}, ["refilled first"]),
        ("000", {"no_whot": True}, ["called shape", "but a wild"]),  # W1.4: there are no wilds
        ("002", {"no_whot": True, "start_card": "not_wild"}, ["but a wild"]),
        ("002", {"wild2": True}, ["through a refill"]),  # W6.2
        (
            "003",
            {"hold_on": "off", "pick2": "off", "general_market": "off", "reverse7": False, "no_whot": True},
            ["special card", "A special number"],
        ),  # W4: no card does anything
    ],
)
def test_what_a_game_does_not_have_is_not_told(preset: str, named: dict[str, Any], silent_about: list[str]) -> None:
    text = page_text(preset, **named)
    assert not [words for words in silent_about if words in text]


def test_a_game_without_whots_does_not_explain_them() -> None:
    # W1.4: they are named once on the card and once on the page, as being left out
    lines = [text for _rule, text in told(options_for("000", no_whot=True)) if "Whot" in text]
    assert lines == [
        "There are no Whots.",
        "All Whots, the cards marked 20, are left out.",
    ]


def test_a_reverse_does_nothing_between_two() -> None:  # W4.8, W4.11
    between_two, among_three = page_text("000W", 2), page_text("000W", 3)
    for words in ("turns the direction", "Reverse: play turns round"):
        assert words not in between_two and words in among_three
    assert "between two players it does nothing else" in between_two


@settings(max_examples=150, deadline=None)
@given(house_rules())
def test_the_card_says_nothing_of_what_cannot_run_out(rules: tuple[Options, int | None]) -> None:
    """W8.5, W8.1: turns are either timed, with what happens then, or said once not to be."""
    options, seats = rules
    card = "\n".join(str(line.message) for line in rules_card(options, seats))
    timed = options.turn_clock is not None and options.timeout == "market"
    assert ("Time for a turn" in card) == ("Out of time" in card) == timed
    assert card.count("not timed") == (not timed)
    assert not ("shuffled into a new" in card and "never refilled" in card)


def test_an_option_without_effect_has_its_reason_for_a_value() -> None:
    # W6.2: the market of 002 is not refilled, which is not the same as refilled without limit
    assert str(told_value(options_for("002"), "max_refills")) == "the market is never refilled"
    assert str(told_value(options_for("000", max_refills=None), "max_refills")) == "no limit"
    for preset in PRESETS:
        options = options_for(preset)
        idle = without_effect(options)
        for name in OPTION_FIELDS:
            plain = option_value(name, getattr(options, name))
            assert told_value(options, name) == idle.get(name, plain)


@pytest.mark.parametrize(("seats", "market"), [(2, 43), (4, 33)])
def test_the_size_of_the_market_follows_from_the_seats(seats: int, market: int) -> None:
    # W1.2, W2.2: 54 cards, five each, one turned up
    assert f"The other {market} lie face down" in page_text("000", seats)


def test_the_game_clock_is_the_usual_one_until_the_host_names_another() -> None:
    # W7.2: ten minutes where a turn is a minute or less, else 30 turn clocks
    assert "A game lasts 10 minutes at most" in page_text("000", turn_clock=MINUTE)
    assert "A game lasts 1 hour at most" in page_text("000", turn_clock=2 * MINUTE)
    assert "A game lasts 2 minutes at most" in page_text("000", game_clock=2 * MINUTE)


def test_so_many_cannot_play_by_these_rules() -> None:
    for page in (rules_page, rules_card):
        with pytest.raises(BadOptions, match="2 to 4 players"):
            page(options_for("000"), 5)  # W2.1


def test_the_card_is_short_enough_for_a_phone() -> None:
    for preset in PRESETS:
        card = rules_card(options_for(preset))
        assert len(card) <= 24
        assert max(len(str(line.message)) for line in card) <= 64


# -- on the command line --------------------------------------------------------------------------


def book(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    cli_book.add(parser.add_subparsers())
    return cli_book.run(parser.parse_args(["book", *arguments]))


def test_the_command_line_prints_the_card_and_marks_what_differs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert book("003", "--option", "pick3=auto", "--seats", "2") == 0
    lines = capsys.readouterr().out.splitlines()
    changed = [line for line in lines if line.startswith("*")]
    assert changed == ["* W4.5   5: the next player picks three and misses a turn."]


def test_the_command_line_prints_the_whole_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert book("000W", "--all") == 0
    out = capsys.readouterr().out
    assert "The cards\n" in out and "132 cards in all" in out and "W9.5" in out


def test_the_command_line_says_which_options_clash() -> None:
    with pytest.raises(CommandError, match=r"“Two-pack Wild cards” \(wild2\) and “Packs of cards” \(packs\)"):
        book("000", "--option", "wild2=true", "--option", "packs=1")


@settings(max_examples=100, deadline=None)
@given(house_rules())
def test_every_rule_cited_is_in_the_numbered_rules(rules: tuple[Options, int | None]) -> None:
    numbered = set(re.findall(r"\bW\d+\.\d+\b", (ROOT / "docs/rules/whot.md").read_text()))
    assert {rule for rule, _text in told(*rules)} <= numbered
