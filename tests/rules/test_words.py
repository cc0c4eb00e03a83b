"""Whot in words: names, actions, what is told, and that a secret card is told to its seat alone."""

import random
import re
from collections.abc import Iterator, Mapping

import pytest

from rules.core import BadOptions, Event, IllegalAction, Message, UnreadableAction, act
from rules.shuffle import Seed
from rules.whot import WHOT, option_words, options_for, words
from rules.whot.actions import DRAW, DRAWS, PASS, parse
from rules.whot.cards import CARD, CARDS
from rules.whot.dealing import position
from rules.whot.options import DAY, OPTION_FIELDS, PRESETS, OneOf
from tests.rules.drawn import Scrambled, drawn_action, drawn_options

NAMES = ("Ada", "Bola", "Chidi", "Dayo", "Efe", "Femi")
CARD_WORDS = {str(words.card_name(card.code)) for card in CARDS}


def told(event: Event, viewer: int | None) -> str:
    return str(words.telling(event, viewer, NAMES))


def values_within(message: Message) -> Iterator[str]:
    """Every value of a message and of the messages in it, as text."""
    for value in message.values.values():
        if isinstance(value, Message):
            yield from values_within(value)
        yield str(value)


def events_of_random_games(games: int) -> Iterator[Event]:
    """All events of games under drawn house rules, words of the house mixed in."""
    rng = random.Random(20)
    for number in range(games):
        options, seats = drawn_options(rng)
        step = WHOT.setup(options=options, seats=seats, seed=Scrambled(number))
        yield from step.events
        while WHOT.to_act(step.state) is not None:
            step = act(WHOT, step.state, *drawn_action(step.state, rng))
            yield from step.events


@pytest.fixture(scope="module")
def happened() -> tuple[Event, ...]:
    return tuple(events_of_random_games(300))


# -- names (W1.1, W1.5) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("C5", "Circle 5"),
        ("T14", "Triangle 14"),
        ("X12", "Cross 12"),
        ("S7", "Square 7"),
        ("R8", "Star 8"),
        ("W20", "Whot"),
        ("DR", "Discard All, star"),
        ("REVX", "Reverse, cross"),
        ("PUNCH", "Wild Punch"),
    ],
)
def test_a_card_is_called_by_its_shape_and_number(code: str, name: str) -> None:
    assert str(words.card_name(code)) == name


def test_no_two_cards_have_the_same_name() -> None:
    assert len(CARD_WORDS) == len(CARDS)


# -- actions (section 11) -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "done", "offered"),
    [
        ("play C5", "plays Circle 5", "Play Circle 5"),
        ("play W20 call star", "plays Whot and calls star", "Play Whot and call star"),
        ("play T7 last", "plays Triangle 7 and says “last card”", None),
        (
            "play W20 call cross last",
            "plays Whot, calls cross and says “last card”",
            "Play Whot, call cross and say “last card”",
        ),
        ("draw", "goes to market", "Go to market"),
        ("pass", "keeps the card", "Keep the card and pass"),
    ],
)
def test_an_action_is_told_and_offered_in_words(text: str, done: str, offered: str | None) -> None:
    assert str(words.action_words(text)) == done
    assert str(words.action_words(parse(text))) == done
    if offered is not None:
        assert str(words.button_words(parse(text))) == offered


def test_a_draw_under_an_open_pick_is_offered_with_its_number() -> None:
    assert str(words.button_words(DRAW, owed=4)) == "Pick 4 cards"
    assert str(words.button_words(PASS, owed=0)) == "Keep the card and pass"


def test_every_word_of_the_house_reads_as_words() -> None:
    for text in ("timeout", "timeout excused", "leave", "time_up", "abandon"):
        assert str(words.action_words(text)) != text


def test_a_text_that_is_no_action_has_no_words() -> None:
    with pytest.raises(UnreadableAction):
        words.action_words("play C99")


# -- what is told ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "to_the_seat", "to_others"),
    [
        (Event("played", 0, ("C5",), 1), "You play Circle 5.", "Ada plays Circle 5."),
        (
            Event("played", 0, ("W20",), 1, "star"),
            "You play Whot and call star.",
            "Ada plays Whot and calls star.",
        ),
        (  # W4.5: drawn at once, so it is told as done
            Event("drew", 0, ("C5", "R2"), 2, "auto", True),
            "You pick Circle 5, Star 2.",
            "Ada picks 2 cards.",
        ),
        (
            Event("drew", 0, ("C5",), 1, "market", True),
            "You go to market and draw Circle 5.",
            "Ada goes to market and draws one card.",
        ),
        (
            Event("no_last_card", 0),
            "You have one card left and did not say “last card”.",
            "Ada has one card left and did not say “last card”.",
        ),
        (Event("passed", 0, detail="kept"), "You keep the card you drew.", None),
        (Event("misses_turn", 0), "You miss a turn.", "Ada misses a turn."),
        (Event("plays_again", 0), "You play again.", "Ada plays again."),
    ],
)
def test_an_event_is_told_to_its_seat_and_to_others(event: Event, to_the_seat: str, to_others: str | None) -> None:
    assert told(event, 0) == to_the_seat
    if to_others is not None:
        assert told(event, 1) == told(event, None) == to_others


@pytest.mark.parametrize(("count", "way"), [(1, "follows"), (-1, "runs against")])
def test_a_reversal_tells_which_way_play_runs(count: int, way: str) -> None:
    # W2.4: to the right is the other way round, direction -1, against the rising order of the seats
    assert told(Event("reversed", count=count), None) == f"Play is reversed and {way} the order of the seats."


def test_the_forgotten_last_card_is_told_to_everyone() -> None:
    # W5.2: the call, and its omission, are told to everyone
    for viewer in (0, 1, None):
        assert "last card" in told(Event("last_card", 0), viewer).lower()
        assert "last card" in told(Event("no_last_card", 0), viewer)


def test_a_name_can_hold_anything() -> None:
    event = Event("played", 0, ("C5",), 1)
    odd = words.telling(event, 1, ["%(card)s %d 100 % <b>", "Bola"])
    assert str(odd) == "%(card)s %d 100 % <b> plays Circle 5."


def test_every_event_of_real_games_is_told_to_everyone(happened: tuple[Event, ...]) -> None:
    for event in happened:
        for viewer in (event.seat, 0, 1, None):
            sentence = told(event, viewer)
            assert sentence.endswith((".", "left.")) and "%" not in sentence
            assert not re.search(r"\b0 cards", sentence)


def test_the_random_games_tell_every_sentence_there_is(happened: tuple[Event, ...]) -> None:
    # else the test above would say little: each kind of event, and each reason to draw, occurs
    kinds = {event.name for event in happened}
    assert kinds == {name for name, _variant in words._TOLD}
    assert {event.detail for event in happened if event.name == "drew"} == set(DRAWS)


def test_a_secret_card_is_named_to_its_seat_alone(happened: tuple[Event, ...]) -> None:
    # W3.2 and spec C01: another's draw is a number, even when the event was not filtered before
    secrets = [event for event in happened if event.secret]
    assert secrets
    for event in secrets:
        own = words.telling(event, event.seat, NAMES)
        assert all(str(words.card_name(code)) in str(own) for code in event.cards)
        for viewer in (None, *(seat for seat in range(6) if seat != event.seat)):
            message = words.telling(event, viewer, NAMES)
            seen = set(values_within(message))
            assert not seen & (CARD_WORDS | set(event.cards))
            assert message == words.telling(WHOT.tell((event,), viewer)[0], viewer, NAMES)


def test_a_filtered_event_is_told_without_its_cards() -> None:
    filtered = WHOT.tell((Event("drew", 2, ("C5", "R2"), 2, "owed", True),), 1)[0]
    assert told(filtered, 1) == "Chidi picks what is owed: 2 cards."


def test_every_reason_to_end_has_words() -> None:
    assert set(words.END_WORDS) == set(WHOT.end_reasons)  # W7.5
    assert str(words.telling(Event("ended", detail="blocked"), None, NAMES)).startswith(
        "The game is over: nobody can play"
    )


def test_an_event_that_does_not_exist_is_refused() -> None:
    with pytest.raises(KeyError):
        words.telling(Event("danced", 0), 0, NAMES)


def test_a_refusal_names_its_cards_in_full() -> None:
    options = options_for("001")
    hands = ([CARD["C5"]], [CARD["T7"]])
    state = position(options, hands, CARD["S3"], [CARD["C7"]], seed=Seed.simulation(1))
    with pytest.raises(IllegalAction) as refused:
        WHOT.apply(state, 0, parse("play C5"))
    assert str(words.spelled(refused.value.message)) == ("Circle 5 matches Square 3 neither in shape nor in number")


# -- house rules ----------------------------------------------------------------------------------


def test_every_value_of_every_option_has_a_phrase_of_its_own() -> None:
    for name, option in OPTION_FIELDS.items():
        allowed = option.metadata["allowed"]
        if isinstance(allowed, OneOf):
            values = list(allowed.values)
        else:
            most = allowed.most if allowed.most is not None else allowed.least + 9
            values = [allowed.least, min(allowed.least + 1, most), most]
            values += [None] if allowed.none else []
        phrases = [str(option_words.option_value(name, value)) for value in dict.fromkeys(values)]
        assert len(set(phrases)) == len(phrases), name
        assert all(phrases), name


def test_a_value_an_option_cannot_have_has_no_phrase() -> None:
    for name, value in (("hand_size", 8), ("hold_on", "twice"), ("suspension", 1)):
        with pytest.raises(KeyError):
            option_words.option_value(name, value)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (15, "15 seconds"),
        (60, "1 minute"),
        (90, "1 minute 30 seconds"),
        (DAY, "1 day"),
        (14 * DAY, "14 days"),
        (DAY + 3600, "1 day 1 hour"),
    ],
)
def test_a_duration_is_said_exactly(seconds: int, text: str) -> None:
    assert str(option_words.duration(seconds)) == text


def test_clashing_options_are_called_by_their_labels() -> None:
    with pytest.raises(BadOptions) as clash:
        options_for("000", market_empty="count", max_refills=3)
    assert str(option_words.refused(clash.value)) == (
        "“When the market is empty” and “Refills before hands are counted” cannot go together: "
        "a Count market is never refilled"
    )


def test_a_value_out_of_range_is_refused_with_the_range() -> None:
    with pytest.raises(BadOptions) as out_of_range:
        options_for("000", hand_size=8)
    assert str(option_words.refused(out_of_range.value)) == ("“Cards dealt to each” cannot be 8; it can be 3 to 7")


def test_every_preset_has_a_name() -> None:
    assert set(option_words.PRESET_NAMES) == set(PRESETS)


def test_values_stay_values() -> None:
    # a translated template needs its places: the English sentence is never baked into the template
    message = words.telling(Event("played", 1, ("C5",), 1), 0, NAMES)
    assert message.template == "%(name)s plays %(card)s."
    assert isinstance(message.values, Mapping) and message.values["name"] == "Bola"
