"""Replaying, proving and building game records."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.core import act
from rules.record import (
    Entry,
    Fairness,
    Match,
    RecordError,
    SeatLine,
    StepError,
    build,
    read,
    replay,
    to_text,
    verify,
)
from rules.shuffle import Seed
from rules.whot import WHOT, options_for
from rules.whot.cards import CARD
from rules.whot.rulings import points_of
from tests.rules.records import DOC, EXAMPLE, GOLDEN, changed, dumped, golden, refusal

# -- replay ---------------------------------------------------------------------------------------


def test_a_replay_ends_where_the_game_ended():
    # The example: a whot called circle, and the last card is a circle (W4.9, W7.1).
    replayed = replay(read(EXAMPLE))
    assert [step.state.top.code for step in replayed.steps] == ["T4", "T8", "W20", "W20", "C13"]
    assert replayed.outcome.reason == "emptied_hand" and replayed.outcome.ranking == ((0,), (1,))
    assert replayed.outcome.points == (0, 5 + 14 + 14 + 2 * 4)  # W7.3: a star counts double
    assert replayed.proved


def test_the_first_step_that_does_not_hold_is_named():
    value = changed(json.loads(EXAMPLE), ("actions", 3, "action"), "play C12")
    error = refusal(value)
    assert isinstance(error, StepError)
    assert (error.seq, error.entry.seat, error.entry.action, error.rule) == (4, 0, "play C12", "W3.1")
    assert error.path == "actions[3].action"
    assert str(error) == "step 4, seat 0, “play C12”: C12 is not in your hand (W3.1)"


@pytest.mark.parametrize(
    ("path", "new", "rule", "why"),
    [
        (("actions", 0, "seat"), 1, "W3.1", "it is the turn of seat 0"),
        (("actions", 1, "action"), "play W20 last", "W4.9", "needs a called shape"),
        (("actions", 2, "action"), "play X14", "W4.9", "circle must be followed"),
        (("actions", 2, "action"), "pass", "W3.2", "nothing to keep"),
        (("actions", 2, "action"), "PLAY X14", "", "is not a move"),
        (("actions", 2, "action"), "sing", "", "is not a move"),
    ],
)
def test_a_step_against_the_rules_cites_its_clause(path, new, rule, why):
    error = refusal(changed(json.loads(EXAMPLE), path, new))
    assert isinstance(error, StepError) and error.rule == rule and why in str(error)


def test_an_action_after_the_end_does_not_hold():
    value = json.loads(EXAMPLE)
    value["actions"].append({"seq": 5, "seat": 1, "action": "draw", "at": "2026-01-31T12:00:20.000Z"})
    error = refusal(value)
    assert isinstance(error, StepError) and error.seq == 5 and error.rule == "W7.1"


def test_a_log_that_stops_early_does_not_hold():
    value = json.loads(EXAMPLE)
    del value["actions"][-1]
    error = refusal(value)
    assert error.path == "actions" and "the game does not: seat 0 is to act" in str(error)


@pytest.mark.parametrize(
    ("path", "new", "field", "rule"),
    [
        (("fairness", "commitment"), "0" * 64, "fairness.commitment", ""),
        (("fairness", "server_seed"), "0" * 64, "fairness.commitment", ""),
        (("game_id",), "example-0", "fairness.commitment", ""),
        (("fairness", "deck"), "whot49", "fairness.deck", ""),
        (("first_seat",), 1, "first_seat", "W2.5"),
        (("deal", "top"), "T3", "deal.top", "W2.4"),
        (("deal", "market", 46), "C5", "deal.market[46]", "W2.4"),
        (("deal", "hands", 1, 0), "X13", "deal.hands[1][0]", "W2.3"),
        (("deal", "hands", 1), ["X14", "S14"], "deal.hands[1]", "W2.3"),
        (("options", "hand_size"), 4, "deal.hands[0]", "W2.3"),
        (("options", "no_whot"), True, "fairness.deck", ""),
        (("result", "reason"), "blocked", "result.reason", "W7.5"),
        (("result", "ranking"), [[1], [0]], "result.ranking[0][0]", "W7.4"),
        (("result", "ranking"), [[0, 1]], "result.ranking", "W7.4"),
        (("result", "points"), [0, 37], "result.points[1]", "W7.3"),
        (("result", "points"), [None, 41], "result.points[0]", "W7.3"),
        (("result", "hands_left", 1, 0), "C7", "result.hands_left[1][0]", "W7.3"),
        (("state_hash",), "0" * 64, "state_hash", ""),
    ],
)
def test_what_contradicts_the_deal_the_proof_or_the_result_is_named(path, new, field, rule):
    error = refusal(changed(json.loads(EXAMPLE), path, new))
    assert (error.path, error.rule) == (field, rule)


def test_a_changed_contribution_changes_the_deal():
    value = changed(json.loads(EXAMPLE), ("fairness", "client_seeds", 0), "01112233445566778899aabbccddeeff")
    assert refusal(value).path in ("first_seat", "deal.hands[0][0]", "deal.hands[0]", "deal.hands[0][1]")


def test_seats_outside_the_range_of_the_preset_do_not_hold():
    # W2.1: 002 is for two to four.
    value = golden("002-count-market-exhausted")
    value["seats"] += [{"seat": n, "name": f"P{n}", "kind": "person"} for n in (3, 4)]
    value["deal"]["hands"] += [value["deal"]["hands"][0]] * 2
    value["fairness"]["client_seeds"] += ["-", "-"]
    value["result"]["points"] += [0, 0]
    value["result"]["hands_left"] += [[], []]
    value["match"] = {"id": "m", "number": 2, "of": 3}
    error = refusal(value)
    assert error.path == "seats" and "002 is for 2 to 4 players, not 5" in str(error)


def test_a_penalty_for_a_seat_that_left_and_a_time_up_replay_from_the_log():
    for name, word in (("001-last-player-by-leaving", "leave"), ("000-time-up", "time_up")):
        value = golden(name)
        line = next(a for a in value["actions"] if a["action"] == word)
        assert line["by"] == "house" and (line["seat"] is None) == (word == "time_up")
        assert replay(read(dumped(value))).outcome.reason == value["result"]["reason"]


# -- records without a proof ----------------------------------------------------------------------


def unproved(name, how):
    value = golden(name)
    if how == "no fairness":
        value["fairness"] = None
    else:
        value["fairness"] |= {"server_seed": None, "client_seeds": None}
    return value


@pytest.mark.parametrize("how", ["no fairness", "no seed"])
@pytest.mark.parametrize("name", ["001-two-seats", "000W-opening-reverse", "002-count-emptied-hand"])
def test_without_a_seed_the_deal_is_taken_as_given_and_said_to_be_unproved(name, how):
    # 000W: the opening Reverse turns play (W2.4); 002: skipped cards lie under the market (W2.4).
    record = read(dumped(unproved(name, how)))
    replayed = replay(record)
    assert not replayed.proved
    deal = next(check for check in verify(record) if check.name == "deal")
    assert deal.holds is None and "nothing proves the deal" in deal.text
    assert [check.name for check in verify(record)] == ["rules", "deal", "actions", "result", "final position"]


def test_without_a_seed_a_refill_cannot_be_replayed():
    error = refusal(unproved("003-six-seats", "no fairness"))
    assert isinstance(error, StepError) and error.seq == 41
    assert "nothing tells the order of shuffle/1" in str(error)


@pytest.mark.parametrize(
    ("path", "new", "field", "why"),
    [
        (("deal", "market", 0), "T14", "deal", "more of T14 than the pack whot54"),
        (("deal", "hands", 1), [], "deal.hands", "seat 1 has no cards"),
        (("deal", "hands", 1), ["C2"], "deal.hands[1]", "5 cards are dealt to each, not 1"),
    ],
)
def test_without_a_seed_the_cards_must_still_be_the_pack(path, new, field, why):
    error = refusal(changed(unproved("001-two-seats", "no fairness"), path, new))
    assert error.path == field and why in str(error)


def test_without_a_seed_a_missing_card_is_named():
    value = unproved("001-two-seats", "no fairness")
    gone = value["deal"]["market"].pop()
    assert f"{gone} of the pack whot54 is missing" in str(refusal(value))


def test_without_a_seed_the_start_card_must_still_be_allowed():
    # W2.4: under 002 a card with an effect does not start; a 2 here would have been put back.
    value = unproved("002-count-emptied-hand", "no fairness")
    market = value["deal"]["market"]
    two = market.index("T2")
    value["deal"]["top"], market[two] = "T2", value["deal"]["top"]
    error = refusal(value)
    assert error.path.startswith("deal.") and error.rule == "W2.4"


# -- matches --------------------------------------------------------------------------------------


def later_game(sitting_out=(), first_seat=2, seats=4):
    """A short later game of a match; seat 0 or the first that plays stays to the end."""
    proof = Fairness.revealed("knock-2", b"s" * 32, ("-",) * seats, "whot54")
    playing = [seat for seat in range(seats) if seat not in sitting_out]
    log = [Entry(seat, "leave", "2026-01-31T12:00:00.000Z") for seat in playing[1:]]
    return build(
        preset="003",
        seats=[SeatLine(f"P{n}") for n in range(seats)],
        game_id="knock-2",
        table="t",
        fairness=proof,
        log=log,
        match=Match("m-1", 2, 50),
        first_seat=first_seat,
        sitting_out=sitting_out,
    )


def test_a_later_game_begins_where_the_rotation_says_and_not_where_the_seed_draws():
    # W2.5: the start moves one seat a game.
    for first in range(4):
        record = later_game(first_seat=first)
        assert record.first_seat == first
        replay(read(to_text(record)))
        assert "by rotation" in next(c.text for c in verify(record) if c.name == "first seat")


def test_a_seat_that_sits_out_a_knockout_game_has_no_cards_and_no_points():
    # W9.3
    record = later_game(sitting_out=(1,))
    assert record.deal["hands"][1] == [] and len(record.deal["hands"][0]) == 5
    assert record.result.points[1] is None and record.result.hands_left[1] == ()
    assert record.result.ranking == ((0,), (3,), (2,))
    assert to_text(read(to_text(record))) == to_text(record)
    assert replay(read(to_text(record))).position.split("/")[1] == "~"


def test_nobody_sits_out_a_first_game():
    value = json.loads(to_text(later_game(sitting_out=(1,))))
    value["match"]["number"] = 1
    value["first_seat"] = Seed.from_parts(b"s" * 32, "knock-2", "whot54", ["-"] * 4).below("first", 4)
    error = refusal(value)
    assert error.path == "deal.hands" and "sits out only in later games" in str(error)


def test_a_seat_that_sits_out_cannot_begin():
    with pytest.raises(RecordError) as caught:
        later_game(sitting_out=(2,), first_seat=2)
    assert caught.value.path == "first_seat"


# -- any change is caught -------------------------------------------------------------------------


def _leaves(value, path):
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _leaves(item, (*path, key))
    elif isinstance(value, list):
        for n, item in enumerate(value):
            yield from _leaves(item, (*path, n))
    else:
        yield path, value


PROVED = [
    ("fairness", "server_seed"),
    ("fairness", "commitment"),
    ("fairness", "client_seeds"),
    ("fairness", "beacon"),
    ("fairness", "deck"),
    ("deal",),
    ("actions",),
    ("first_seat",),
    ("game_id",),
    ("result",),
    ("state_hash",),
]


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_flipping_any_bit_of_seed_contribution_deal_action_or_result_is_caught(data):
    value = golden(data.draw(st.sampled_from(sorted(GOLDEN))))
    part = data.draw(st.sampled_from(PROVED))
    at = value
    for key in part:
        at = at[key]
    leaves = [(path, leaf) for path, leaf in _leaves(at, part) if leaf is not None]
    path, leaf = data.draw(st.sampled_from(leaves))
    if isinstance(leaf, int):
        new = leaf ^ (1 << data.draw(st.integers(0, 12)))
    else:
        place, bit = data.draw(st.integers(0, len(leaf) - 1)), data.draw(st.integers(0, 6))
        new = leaf[:place] + chr(ord(leaf[place]) ^ 1 << bit) + leaf[place + 1 :]
    with pytest.raises(RecordError):
        replay(read(dumped(changed(value, path, new))))


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_putting_any_other_allowed_action_in_place_of_one_is_caught(data):
    # Also where the cards come out the same: a needless call (W5.1), a miss made good (W8.2).
    name = data.draw(st.sampled_from(sorted(GOLDEN)))
    value = golden(name)
    record = read(dumped(value))
    steps = replay(record).steps
    place = data.draw(st.integers(0, len(value["actions"]) - 1))
    state, line = steps[place].state, value["actions"][place]
    texts = [action.text for action in WHOT.legal_actions(state)]
    texts += [f"{text} last" for text in texts if text.startswith("play") and not text.endswith("last")]
    texts += ["timeout", "timeout excused"]
    other = data.draw(st.sampled_from([text for text in texts if text != line["action"]]))
    changed_line = {"seq": line["seq"], "seat": state.turn, "action": other, "at": line["at"]}
    if other.startswith("timeout"):
        changed_line["by"] = "house"
    with pytest.raises(RecordError):
        replay(read(dumped(changed(value, ("actions", place), changed_line))))


def test_a_needless_call_in_place_of_none_is_caught_though_no_card_differs():
    value = changed(json.loads(EXAMPLE), ("actions", 0, "action"), "play T8 last")
    assert refusal(value).path == "state_hash"


def test_two_equal_looking_swaps_in_the_market_are_caught():
    value = json.loads(EXAMPLE)
    market = value["deal"]["market"]
    market[40], market[41] = market[41], market[40]
    assert refusal(value).path == "deal.market[40]"


# -- verify ---------------------------------------------------------------------------------------


def test_verify_names_every_check_of_a_sound_record():
    checks = list(verify(read(GOLDEN["002-rollover"].read_bytes())))
    assert [check.name for check in checks] == [
        "rules",
        "commitment",
        "key",
        "first seat",
        "deal",
        "actions",
        "result",
        "final position",
    ]
    assert all(check.holds for check in checks)
    assert "shuffled anew from the seed: 35 cards" in checks[5].text


def test_verify_goes_on_after_a_failure_as_far_as_it_can():
    value = changed(golden("002-rollover"), ("fairness", "commitment"), "0" * 64)
    assert [c.name for c in verify(read(dumped(value))) if c.holds is False] == ["commitment"]
    value = changed(golden("002-rollover"), ("deal", "top"), "R4")
    checks = {c.name: c for c in verify(read(dumped(value)))}
    assert checks["deal"].holds is False and checks["commitment"].holds
    assert checks["result"].holds is None and "not looked at" in checks["result"].text
    value = changed(golden("002-rollover"), ("result", "points", 0), 70)
    checks = {c.name: c for c in verify(read(dumped(value)))}
    assert checks["result"].holds is False and checks["final position"].holds


# -- building -------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_game_played_to_its_end_round_trips_through_its_record(data):
    preset, most = data.draw(st.sampled_from([("000", 4), ("000W", 4), ("001", 6), ("002", 4), ("003", 6)]))
    seats = data.draw(st.integers(2, most))
    named = data.draw(
        st.fixed_dictionaries(
            {},
            optional={
                "hold_on": st.sampled_from(["again", "next_only", "off"]),
                "after_draw": st.sampled_from(["pass", "may_play"]),
                "last_card_call": st.sampled_from(["off", "penalty2", "auto"]),
                "score": st.sampled_from(["star_double", "face"]),
                "reverse7": st.booleans(),
                "clock": st.booleans(),
                "max_missed": st.integers(0, 5),
                "hand_size": st.integers(3, 5),
            },
        )
    )
    options = options_for(preset, **named)
    server_seed = data.draw(st.binary(min_size=32, max_size=32))
    proof = Fairness.revealed("g-1", server_seed, ("-",) * seats, options.pack)
    state = WHOT.setup(
        options=options, seats=seats, seed=Seed.from_parts(server_seed, "g-1", options.pack, ["-"] * seats)
    ).state
    choose = Seed.simulation(data.draw(st.integers(0, 2**32)))
    log = []
    while state.end is None:
        label = f"step/{len(log)}"
        kind = choose.below(label + "/kind", 40)
        legal = [action.text for action in WHOT.legal_actions(state)]
        seat, text = state.turn, legal[choose.below(label, len(legal))]
        if kind == 0 and len(log) > 5:
            text = "leave"
        elif kind == 1:
            text = "timeout"
        elif kind == 2 and options.clock and len(log) > 30:
            seat, text = None, "time_up"
        elif len(log) > 400:
            seat, text = None, "abandon"
        state = act(WHOT, state, seat, text).state
        log.append(Entry(seat, text, "2026-06-30T23:59:59.999Z"))
    record = build(
        preset=preset,
        options=named,
        seats=[SeatLine(f"P{n}", "guest") for n in range(seats)],
        game_id="g-1",
        table="t",
        fairness=proof,
        log=log,
    )
    text = to_text(record)
    again = read(text)
    assert to_text(again) == text
    replayed = replay(again)
    assert WHOT.format_position(replayed.state) == WHOT.format_position(state)
    outcome = WHOT.outcome(state)
    assert (record.result.reason, record.result.ranking) == (outcome.reason, outcome.ranking)
    for seat in range(seats):
        held = record.result.hands_left[seat]
        assert sum(points_of(CARD[code], options) for code in held) == record.result.points[seat]  # W7.3


def test_a_game_that_is_not_over_cannot_be_built():
    told = read(EXAMPLE)
    with pytest.raises(RecordError, match="the game does not"):
        build(
            preset="000",
            options={"hand_size": 3, "turn_clock": 60},
            seats=told.seats,
            game_id=told.game_id,
            table="t",
            fairness=told.fairness,
            log=told.actions[:2],
        )


def test_a_game_from_elsewhere_is_built_from_its_deal():
    told = read(EXAMPLE)
    record = build(
        preset="000",
        options={"hand_size": 3, "turn_clock": 60},
        seats=told.seats,
        game_id="elsewhere",
        table="t",
        fairness=None,
        log=told.actions,
        first_seat=0,
        deal=told.deal,
    )
    assert record.result == told.result and not replay(record).proved


# -- what no hash covers --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "new"),
    [
        (("seats", 0, "name"), "Somebody else"),
        (("seats", 1, "level"), "hard"),
        (("seats", 0, "kind"), "guest"),
        (("table",), "Another"),
        (("match",), {"id": "m-1", "number": 1, "of": 3}),
        (("stake",), 500),
        (("preset",), "000W"),
        (("options", "turn_clock"), 15),  # no clock ran out
        (("options", "pick2"), "auto"),  # nobody played a 2
    ],
)
def test_what_no_hash_covers_can_be_changed_as_the_documentation_says(path, new):
    record = read(dumped(changed(json.loads(EXAMPLE), path, new)))
    assert not [check.name for check in verify(record) if not check.holds]
    assert f"`{path[0]}`" in DOC.split("### What no hash covers")[1].split("\n## ")[0]


@pytest.mark.parametrize(
    ("option", "new", "rule"),
    [
        ("hand_size", 4, "W2.2"),
        ("suspension", False, "W4.6"),  # the T8: seat 0 would not play again
        ("score", "face", "W7.3"),  # the R4 left in hand
        ("packs", 2, "W1.6"),
    ],
)
def test_an_option_that_mattered_cannot_be_changed(option, new, rule):
    value = changed(json.loads(EXAMPLE), ("options", option), new)
    assert [check.name for check in verify(read(dumped(value))) if check.holds is False], rule
