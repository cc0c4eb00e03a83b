"""Clauses of Go-Stop that the scenario format has no words for: the deal, the house, refusals, words, notation."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from rules.at_table import AT_TABLE
from rules.cli.common import CommandError, refused
from rules.core import BadOptions, Event, IllegalAction, Message, UnreadableAction, act
from rules.go_stop import GO_STOP, options_for, words
from rules.go_stop.cards import (
    ANIMALS,
    BRIGHTS,
    CARD,
    CARDS,
    JUNK,
    PACK,
    RIBBONS,
    Kind,
    cards_in,
    codes_in,
)
from rules.go_stop.dealing import deal, position
from rules.go_stop.names import CARD_NAMES
from rules.go_stop.notation import read_card
from rules.go_stop.record import GoStopRecords
from rules.go_stop.screen import screen_of
from rules.go_stop.state import State
from rules.house_rules import BOOKS
from rules.registry import newest
from rules.shuffle import Seed, first_seat
from tests.rules.drawn import Scrambled
from tests.rules.go_stop.drawn import OPTIONS, dealt, drawn_action

RECORDS = GoStopRecords()
TABLE = AT_TABLE["go_stop"][1]
BOOK = BOOKS["go_stop"]


def at(hands: tuple[str, str], layout: str, stock: str, *, turn: int, mine: str = "", **more: Any) -> State:
    """A position in which seat 0 began; the stock is filled up."""
    heaps = [[read_card(code) for code in text.split()] for text in (*hands, layout, stock, mine)]
    used = {card for heap in heaps for card in heap}
    free = [card for card in reversed(CARDS) if card not in used]
    heaps[3] += free[: 21 - turn - len(heaps[3])]
    return position(
        OPTIONS, heaps[:2], heaps[2], heaps[3], [heaps[4], []], seed=Seed.simulation(1), turn=turn,
        actor=(turn - 1) % 2, first_seat=0, **more,
    )  # fmt: skip


def refusal(state: State, text: str, seat: int | None = None) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        act(GO_STOP, state, state.actor if seat is None else seat, text)
    return caught.value


# -- cards and the deal -------------------------------------------------------------------------


def test_the_pack_is_48_cards_of_their_kinds() -> None:  # 2.1, section 7
    assert PACK.bit_count() == 48 and [card.index for card in CARDS] == list(range(48))
    assert Counter(card.kind for card in CARDS) == {Kind.BRIGHT: 5, Kind.ANIMAL: 9, Kind.RIBBON: 10, Kind.JUNK: 24}
    assert codes_in(BRIGHTS) == ("01-1", "03-1", "08-1", "11-1", "12-1")
    assert codes_in(ANIMALS) == ("02-1", "04-1", "05-1", "06-1", "07-1", "08-2", "09-1", "10-1", "12-2")
    ribbons = ("01-2", "02-2", "03-2", "04-2", "05-2", "06-2", "07-2", "09-2", "10-2", "12-3")
    assert codes_in(RIBBONS) == ribbons
    assert sum(card.units for card in CARDS) == 26
    assert [card.code for card in CARDS if card.units == 2] == ["11-4", "12-4"]  # 5.11
    assert BRIGHTS | ANIMALS | RIBBONS | JUNK == PACK


def test_the_deal_follows_one_shuffle() -> None:  # R03
    class Straight(Scrambled):
        def permutation(self, label: str, size: int) -> Any:
            if label == "shuffle/0":
                return [4 * (n % 12) + n // 12 for n in range(48)]  # no month four times anywhere
            return super().permutation(label, size)

    seed = Straight(3)
    order = seed.permutation("shuffle/0", 48)
    state = deal(OPTIONS, 2, seed, 1, ()).state
    assert state.setup.redeals == 0
    assert state.hands[0] == sum(CARDS[n].bag for n in order[:10])
    assert state.hands[1] == sum(CARDS[n].bag for n in order[10:20])
    assert state.layout == sum(CARDS[n].bag for n in order[20:28])
    assert [card.index for card in state.stock] == order[28:]


def test_who_begins_is_drawn_from_the_deals_own_seed() -> None:  # 2.3, R02
    begun = Counter()
    for number in range(400):
        seed = Seed.simulation(number)
        state = GO_STOP.setup(options=OPTIONS, seats=2, seed=seed).state
        assert state.setup.first_seat == first_seat(seed, 2)
        begun[state.setup.first_seat] += 1
    assert 160 <= begun[0] <= 240
    assert newest("go_stop").draws_each_game and not newest("whot").draws_each_game


def test_a_deal_is_thrown_in_until_one_stands() -> None:  # 2.4, 2.6, R04
    asked = []

    class Twice(Scrambled):
        def permutation(self, label: str, size: int) -> Any:
            asked.append(label)
            if label in ("shuffle/0", "redeal/1"):
                quad = [0, 1, 2, 3]
                rest = [n for n in range(48) if n not in quad]
                random.Random(1).shuffle(rest)
                return [*rest[:20], *quad, *rest[20:]]
            return super().permutation(label, size)

    state, events = GO_STOP.setup(options=OPTIONS, seats=2, seed=Twice(9), first_seat=1)
    assert asked == ["shuffle/0", "redeal/1", "redeal/2"]
    assert [event.detail for event in events if event.name == "redealt"] == ["layout_quad"] * 2
    assert state.setup.redeals == 2 and state.setup.first_seat == 1 and state.actor == 1


def test_only_two_can_play() -> None:  # 0.5, 2.2
    for seats in (1, 3, 6):
        with pytest.raises(BadOptions):
            GO_STOP.setup(options=OPTIONS, seats=seats, seed=Seed.simulation(1))
        with pytest.raises(BadOptions):
            TABLE.check(OPTIONS, seats, "tally", 1)
        with pytest.raises(BadOptions):
            BOOK.options("004", {}, seats)
    with pytest.raises(BadOptions):
        GO_STOP.setup(options=OPTIONS, seats=2, seed=Seed.simulation(1), sitting_out=[0])
    with pytest.raises(BadOptions):
        GO_STOP.setup(options=OPTIONS, seats=2, seed=Seed.simulation(1), first_seat=2)
    with pytest.raises(TypeError):
        GO_STOP.setup(options=None, seats=2, seed=Seed.simulation(1))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        GO_STOP.setup(options=OPTIONS, seats=2.0, seed=Seed.simulation(1))  # type: ignore[arg-type]


def test_a_ppuk_on_the_first_turn_pays_nothing() -> None:  # 4.10
    state = at(("01-2", "12-1"), "01-1 02-1", "01-3", turn=1)
    after, events = act(GO_STOP, state, 0, "play 01-2")
    assert [event.name for event in events] == ["played", "turned_up", "ppuk"]
    assert after.result is None and after.captured == (0, 0)


# -- the house ----------------------------------------------------------------------------------


def test_a_timeout_plays_the_lowest_card_with_the_lowest_target_and_the_lowest_choice() -> None:  # R53
    state = at(("06-2 07-1", "12-1"), "06-1 06-3 08-1 08-2", "08-3", turn=17)
    after, events = act(GO_STOP, state, 0, "timeout")
    assert [event.name for event in events] == ["timed_out", "played", "turned_up", "chose", "captured"]
    assert codes_in(after.captured[0]) == ("06-1", "06-2", "08-1", "08-3")
    assert after.actor == 1 and after.turn == 18 and after.misses == (1, 0)


def test_a_timeout_says_stop_where_it_is_offered() -> None:  # R53, R40a
    state = at(("04-3 05-1", "12-1"), "04-1 06-1", "07-1", turn=9, mine="01-2 02-2 03-2 02-1 08-2")
    after, events = act(GO_STOP, state, 0, "timeout")
    assert after.result is not None and after.result.reason == "stop" and after.result.winner == 0
    assert "stopped" in [event.name for event in events]
    offered = act(GO_STOP, state, 0, "play 04-3").state
    assert act(GO_STOP, offered, 0, "timeout").state.result == after.result


def test_two_misses_in_a_row_lose_the_deal_before_the_turn_is_played() -> None:  # R53, W8.2
    state = at(("06-2 07-1", "12-1 12-2"), "06-1 08-1", "09-3 10-3", turn=15)
    state = act(GO_STOP, state, 0, "timeout").state
    state = act(GO_STOP, state, 1, "play 12-1").state
    lost, events = act(GO_STOP, state, 0, "timeout")
    assert [event.name for event in events] == ["timed_out", "eliminated", "ended"]
    assert lost.result is not None and (lost.result.winner, lost.result.payment) == (1, 5)
    assert lost.hands == state.hands and TABLE.out(lost) == (0,)
    excused = act(GO_STOP, state, 0, "timeout excused").state
    assert excused.result is None and excused.misses == (1, 0)


def test_a_move_of_ones_own_sets_the_misses_back() -> None:  # R53, W8.2
    state = at(("06-2 07-1 07-3", "12-1 12-2 12-3"), "06-1 08-1", "09-3 10-3", turn=15)
    state = act(GO_STOP, state, 0, "timeout").state
    assert state.misses == (1, 0)
    state = act(GO_STOP, state, 1, "play 12-1").state
    assert act(GO_STOP, state, 0, "play 07-3").state.misses == (0, 0)


def test_who_leaves_loses_even_with_points_on_the_table() -> None:  # R53
    state = at(("04-3 05-1", "12-1"), "04-1 06-1", "07-1", turn=9, mine="01-2 02-2 03-2 02-1 08-2")
    offered = act(GO_STOP, state, 0, "play 04-3").state
    outcome = GO_STOP.outcome(GO_STOP.leave(offered, 0).state)
    assert outcome is not None and outcome.points == (0, 5) and outcome.ranking == ((1,), (0,))
    assert outcome.tally == (0, 5)
    assert refusal(GO_STOP.leave(offered, 1).state, "leave", 0).rule == "R10"
    assert refusal(offered, "leave", 2).rule == "R53"


def test_an_abandoned_deal_is_a_draw_that_nobody_is_paid_for() -> None:
    outcome = GO_STOP.outcome(GO_STOP.abandon(dealt(3)).state)
    assert outcome is not None and outcome.drawn and outcome.points == (0, 0) and outcome.reason == "abandoned"
    with pytest.raises(IllegalAction):
        GO_STOP.abandon(GO_STOP.abandon(dealt(3)).state)


def test_a_deal_has_no_clock_of_its_own() -> None:  # R53
    assert refusal(dealt(3), "time_up").rule == "R53"
    assert refusal(GO_STOP.abandon(dealt(3)).state, "time_up").rule == "R10"
    assert TABLE.clocks(OPTIONS) == (None, None)
    assert TABLE.clocks(options_for("004", turn_clock=60)) == (60, None)


# -- a match ------------------------------------------------------------------------------------


def test_a_match_tallies_points_won_the_highest_first() -> None:  # R53
    standing = TABLE.standing([(9, 0), (0, 12)], 2, "tally", 3)
    assert standing.totals == (9, 12) and standing.ranking == ((1,), (0,))
    assert not standing.finished and standing.winners == ()
    standing = TABLE.standing([(9, 0), (0, 12), (3, 0)], 2, "tally", 3)
    assert standing.totals == (12, 12) and standing.ranking == ((0, 1),)
    assert standing.finished and standing.winners == (0, 1)
    with pytest.raises(BadOptions):
        TABLE.standing([(9, 0), (0, 12)], 2, "tally", 1)


def test_a_match_is_a_tally_of_a_sensible_length() -> None:
    TABLE.check(OPTIONS, 2, "tally", 50)
    for match, games in (("knockout", 1), ("tally", 0), ("tally", 51)):
        with pytest.raises(BadOptions):
            TABLE.check(OPTIONS, 2, match, games)
    assert TABLE.players("004") == (2, 2) and TABLE.starts_when_full("004")
    with pytest.raises(KeyError):
        TABLE.players("001")


def test_a_turn_may_have_a_clock_and_nothing_else_can_be_chosen() -> None:  # R53
    assert options_for("004").named() == {"turn_clock": None}
    assert options_for("004", turn_clock=90).differing() == ("turn_clock",)
    for preset, named in (("001", {}), ("004", {"hold_on": "again"}), ("004", {"turn_clock": 14}),
                          ("004", {"turn_clock": 1209601}), ("004", {"turn_clock": True}),
                          ("004", {"turn_clock": "60"}), ("004", {"turn_clock": []})):  # fmt: skip
        with pytest.raises(BadOptions):
            options_for(preset, **named)


def test_the_clock_is_told_and_reads_back() -> None:
    (rule,) = BOOK.house_rules()
    assert (rule.name, rule.rule, rule.seconds, rule.of_clocks) == ("turn_clock", "R53", True, True)
    assert str(rule.allowed) == "none, or 15 seconds to 14 days"
    for value in rule.some:
        read = BOOK.read("turn_clock", value.word)
        assert BOOK.allows("turn_clock", read) and BOOK.write(read) == value.word
        assert str(BOOK.phrase("turn_clock", read)) == str(value.phrase)
    for text in ("5", "soon", "-15", "9" * 12):
        assert not BOOK.allows("turn_clock", BOOK.read("turn_clock", text))
    with pytest.raises(KeyError):
        BOOK.phrase("turn_clock", 5)
    assert BOOK.read("hold_on", "again") == "again" and not BOOK.allows("hold_on", "again")
    with pytest.raises(BadOptions) as caught:
        options_for("004", turn_clock=5)
    told = str(BOOK.refused(caught.value))
    assert told == "“Time for a turn” cannot be 5; it can be none, or 15 seconds to 14 days"
    assert "(turn_clock)" in str(refused("004", caught.value)) and isinstance(
        refused("004", caught.value), CommandError
    )
    with pytest.raises(BadOptions) as caught:
        options_for("004", hold_on="again")
    assert str(BOOK.refused(caught.value)) == "There is no option “hold_on”"


def test_the_rules_page_has_six_sections_with_every_clause_in_order() -> None:  # 0.7
    sections = BOOK.page(OPTIONS, 2)
    assert len(sections) == 6 and len({section.key for section in sections}) == 6
    for number, section in enumerate(sections, 1):
        rules = [line.rule for line in section.lines if line.rule != "R53"]
        assert rules == [f"{number}.{place}" for place in range(1, len(rules) + 1)]
    counts = [sum(line.rule != "R53" for line in section.lines) for section in sections]
    assert counts == [6, 7, 10, 10, 13, 11]


def test_the_card_tells_a_clock_where_there_is_one() -> None:
    plain = [str(line.message) for line in BOOK.card(OPTIONS, 2)]
    timed = BOOK.card(options_for("004", turn_clock=120), 2)
    assert any("not timed" in text for text in plain)
    assert any("2 minutes" in str(line.message) and line.differs for line in timed)
    assert BOOK.proposed("004", {}, 2) == {} and BOOK.idle(OPTIONS, 2) == {}
    assert str(BOOK.told(OPTIONS, "turn_clock")) == "no limit"
    (preset,) = BOOK.presets()
    assert (preset.key, str(preset.name), preset.fewest, preset.most) == ("004", "Go-Stop (004)", 2, 2)


# -- refusals -----------------------------------------------------------------------------------


def test_each_refusal_names_its_rule_and_what_is_legal() -> None:
    two = at(("03-3 05-1", "12-1"), "03-1 03-2 01-1 02-1", "07-1", turn=9)
    assert refusal(two, "play 12-1").rule == "3.1"
    assert refusal(two, "play 03-3").rule == "3.4"
    assert refusal(two, "play 03-3 take 01-1").rule == "R12"
    assert refusal(two, "play 05-1 take 05-2").rule == "R12"
    assert refusal(two, "choose 03-1").rule == "R13"
    assert refusal(two, "go").rule == refusal(two, "stop").rule == "6.1"
    assert refusal(two, "play 05-1", seat=1).rule == "R10"
    assert refusal(two, "stop").legal == ("play 03-3 take 03-1", "play 03-3 take 03-2", "play 05-1")
    waiting = act(GO_STOP, at(("01-3", "12-1"), "01-1 03-1 03-2 04-1", "03-4", turn=9), 0, "play 01-3").state
    assert refusal(waiting, "play 12-1").rule == refusal(waiting, "choose 04-1").rule == "R13"
    assert refusal(waiting, "stop").legal == ("choose 03-1", "choose 03-2")
    went = at(("11-3", "12-1"), "10-1 06-1", "12-3", turn=9, mine="01-2 02-2 03-2", gos=(1, 0), last_go=(8, None))
    assert refusal(went, "stop").rule == "1.4"
    reach = at(("04-3 05-1", "12-1"), "04-1 06-1", "07-1", turn=9, mine="01-2 02-2 03-2 02-1 08-2")
    offered = act(GO_STOP, reach, 0, "play 04-3").state
    assert refusal(offered, "play 05-1").rule == refusal(offered, "choose 06-1").rule == "R40a"
    late = at(("04-3", "12-1"), "04-1 06-1", "07-1", turn=19, mine="01-2 02-2 03-2 02-1 08-2")
    only = act(GO_STOP, late, 0, "play 04-3").state
    assert refusal(only, "go").rule == "6.11" and refusal(only, "go").legal == ("stop",)
    assert refusal(only, "play 12-1").rule == "R40a"
    over = act(GO_STOP, only, 0, "stop").state
    assert refusal(over, "stop").rule == "R10" and refusal(over, "stop").legal == ()


def test_a_refusal_is_told_with_the_names_of_its_cards() -> None:
    two = at(("03-3 05-1", "12-1"), "03-1 03-2 01-1 02-1", "07-1", turn=9)
    told = str(RECORDS.spelled(refusal(two, "play 03-3").message))
    assert "March junk (blossom on the left)" in told and "03-" not in told


@pytest.mark.parametrize(
    "text",
    ["", "Go", "go ", "stop!", "play", "play 1-3", "play 13-1", "play 01-5", "play 01-3 take", "play 01-3  take 01-1",
     "take 01-1", "choose", "choose 1", "play C5", "draw", "pass", "timeout", "leave", "x" * 5000],
)  # fmt: skip
def test_what_is_no_move_is_unreadable(text: str) -> None:  # R53a
    with pytest.raises(UnreadableAction) as caught:
        GO_STOP.parse_action(text)
    assert len(str(caught.value)) < 200


def test_an_action_from_elsewhere_is_a_bug_and_no_refusal() -> None:
    state = dealt(3)
    with pytest.raises(TypeError):
        GO_STOP.apply(state, state.actor, "stop")  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        GO_STOP.view(state, 2)
    with pytest.raises(ValueError):
        read_card("13-1")


@pytest.mark.parametrize(
    ("typed", "text"),
    [("3-2", "play 03-2"), ("03-2 03-3", "play 03-2 take 03-3"), ("play 12-1", "play 12-1"), ("G", "go"), ("s", "stop"),
     ("play 3-2 take 3-3", "play 03-2 take 03-3"), ("choose 8-1", "choose 08-1"), ("nonsense 3", "nonsense 3")],
)  # fmt: skip
def test_short_forms_in_the_terminal(typed: str, text: str) -> None:
    assert RECORDS.read_input(typed) == text


# -- words --------------------------------------------------------------------------------------


def test_every_card_has_its_own_name() -> None:
    assert len({str(name) for name in CARD_NAMES.values()}) == 48 and set(CARD_NAMES) == set(CARD)
    assert str(CARD_NAMES["09-1"]) == "September animal or double junk (sake cup)"
    assert str(CARD_NAMES["12-2"]) == "December animal (swallow)"  # no bird of the set
    assert str(CARD_NAMES["02-1"]) == "February bird (warbler)"


def test_every_event_can_be_told_to_everybody() -> None:
    told: set[tuple[str, str]] = set()
    for number in range(1_200):
        rng = random.Random(number)
        state, events = GO_STOP.setup(options=OPTIONS, seats=2, seed=Scrambled(number))
        every = list(events)
        while state.result is None:
            seat, text = drawn_action(state, rng, ("any", "go")[number % 2], 0.03)
            state, events = act(GO_STOP, state, seat, text)
            every += events
        for event in every:
            told.add((event.name, "" if event.name == "ended" else event.detail))
            for viewer in (None, 0, 1):
                sentence = str(words.telling(event, viewer, ("Ada", "Obi")))
                assert sentence and "%(" not in sentence
                assert bool(re.search(r"\b[Yy]ours?\b|\b[Yy]ou\b", sentence)) <= (viewer == event.seat)
                assert not re.search(r"\b\d\d-\d\b", sentence), "a card is named, not coded"
    names = {name for name, _detail in told}
    assert names == {name for name, _variant in words._TOLD}
    assert {d for n, d in told if n == "junk"} == set(words.JUNK_RULES)
    for cause, rule in words.JUNK_RULES.items():  # the clause for every junk card that moved
        assert f"({rule})" in str(words.telling(Event("junk", 0, ("01-3",), 1, cause), None, ("Ada", "Obi")))


def test_actions_in_words() -> None:
    assert str(words.action_words("play 03-2 take 03-1")).startswith("plays March red poetry ribbon (cherry) and takes")
    assert str(words.action_words("play 05-1")) == "plays May animal (plank bridge)"
    assert str(words.action_words("choose 08-1")) == "takes August bright (full moon) with the stock card"
    assert str(words.action_words("timeout")) == "runs out of time"
    assert [str(words.button_words(GO_STOP.parse_action(t))) for t in ("go", "stop")] == ["Go", "Stop"]
    assert str(words.button_words(GO_STOP.parse_action("play 05-1"))) == "Play May animal (plank bridge)"
    assert "and take" in str(words.button_words(GO_STOP.parse_action("play 03-2 take 03-1")))
    assert str(words.button_words(GO_STOP.parse_action("choose 08-1"))) == "Take August bright (full moon)"
    with pytest.raises(UnreadableAction):
        words.action_words("jump")
    assert {str(words.end_words(reason)) for reason in GO_STOP.end_reasons}


# -- the screen ---------------------------------------------------------------------------------


def test_the_screen_says_what_a_play_would_take_and_what_stop_pays() -> None:
    state = at(("03-3 05-1 06-2", "12-1"), "03-1 03-2 06-1 02-1", "07-1", turn=9, mine="01-1 08-1 11-1 09-1 01-3")
    screen = screen_of(GO_STOP.view(state, 0), ())
    assert [[move.action for move in card.moves] for card in screen.hand] == [
        ["play 03-3 take 03-1", "play 03-3 take 03-2"], ["play 05-1"], ["play 06-2"],
    ]  # fmt: skip
    assert screen.hand[2].meets == ("06-1",) and screen.hand[1].meets == ()
    assert [place.month for place in screen.places] == [2, 3, 6]
    mine = screen.seats[0]
    assert [(str(line.name), line.points) for line in mine.lines] == [("Brights", 3)]
    assert str(mine.stop_pays.payment) == "6 points" and [rule for rule, _why in mine.stop_pays.doubles] == ["6.5"]
    assert [(group.key, group.counted) for group in mine.groups] == [
        ("bright", 3), ("animal", 1), ("ribbon", 0), ("junk", 1),
    ]  # fmt: skip
    assert screen.stop is None and screen.go is None and screen.pending is None
    other = screen_of(GO_STOP.view(state, 1), ())
    assert not any(card.moves for card in other.hand)


def test_the_screen_offers_the_choice_and_the_last_turn_stop() -> None:
    waiting, events = act(GO_STOP, at(("01-3", "12-1"), "01-1 03-1 03-2 04-1", "03-4", turn=9), 0, "play 01-3")
    pending = screen_of(GO_STOP.view(waiting, 0), events).pending
    assert pending is not None and [move.action for move in pending.moves] == ["choose 03-1", "choose 03-2"]
    assert pending.revealed.code == "03-4" and [face.code for face in pending.taken] == ["01-1"]
    seen = screen_of(GO_STOP.view(waiting, None), events)
    assert seen.pending is not None and seen.pending.moves == () and seen.hand == ()
    assert [event.name for event in seen.last_turn] == ["played", "turned_up"] and "03-4" in seen.fresh
    late = at(("04-3", "12-1"), "04-1 06-1", "07-1", turn=19, mine="01-2 02-2 03-2 02-1 08-2")
    only = screen_of(GO_STOP.view(act(GO_STOP, late, 0, "play 04-3").state, 0), ())
    assert only.must_stop and only.stop is not None and only.go is None


def test_the_cup_lies_with_the_junk_when_it_is_read_so() -> None:  # 5.12
    state = at(("05-1", "12-1"), "06-1 07-1", "08-1", turn=17, mine="09-1 01-3 01-4 02-3 02-4 03-3 03-4 04-3 04-4")
    junk = screen_of(GO_STOP.view(state, 0), ()).seats[0].groups[3]
    assert "09-1" in [face.code for face in junk.cards] and junk.counted == 10


def test_the_screen_lays_hands_open_only_at_the_end() -> None:  # R49
    state = at(("03-3", "12-1"), "03-1 02-1", "07-1", turn=9)
    assert screen_of(GO_STOP.view(state, 0), ()).hands_left == ()
    over = screen_of(GO_STOP.view(GO_STOP.leave(state, 1).state, None), ())
    assert [[face.code for face in hand.cards] for hand in over.hands_left] == [["03-3"], ["12-1"]]
    assert over.reason is not None and str(over.reason) == "only one player is left"


def test_progress_says_what_is_missing_and_what_is_blocked() -> None:
    state = at(("03-3", "12-1"), "03-1 04-2", "07-1", turn=9, mine="02-1 04-1")
    state = state._replace(captured=(state.captured[0], CARD["01-2"].bag))
    mine = {line.key: line for line in screen_of(GO_STOP.view(state, 0), ()).seats[0].progress}
    assert [face.code for face in mine["godori"].missing] == ["08-2"]
    assert (mine["godori"].have, mine["godori"].of, mine["godori"].blocked) == (2, 3, False)
    assert mine["red_poetry"].blocked and not mine["blue"].blocked
    assert (mine["animal"].have, mine["animal"].of) == (2, 5)


def test_the_table_in_a_terminal_shows_what_the_seat_may_know() -> None:
    state = dealt(12)
    lines = "\n".join(RECORDS.table_lines(GO_STOP.view(state, 0), ("You", "Other")))
    for card in cards_in(state.hands[1]):
        assert card.code not in lines
    for card in cards_in(state.hands[0] | state.layout):
        assert card.code in lines
    assert isinstance(RECORDS.telling(Event("begins", 0), 0, ("You", "Other")), Message)
