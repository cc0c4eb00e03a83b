"""One viewer's record of a running game: no byte of it depends on what the viewer cannot see."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core import act
from rules.record import (
    RecordError,
    read,
    replay,
    to_text,
    verify,
    viewer_record,
)
from rules.record_check import _GivenDeal
from rules.whot import WHOT
from rules.whot.cards import CARD
from tests.rules.records import GOLDEN, RULES, changed, dumped


def running(name, upto):
    """A golden game cut off: the deal as a state, its record and the log so far."""
    record = read(GOLDEN[name].read_bytes())
    return record, record.actions[:upto]


def seen(record, deal, log, viewer):
    """What `viewer` would export had the cards lain as in `deal`; also the state after the log."""
    options = RULES.options(record.preset, record.options)
    seed = _GivenDeal(RULES.order_of(deal, options))
    state = dealt = WHOT.setup(options=options, seats=len(record.seats), seed=seed, first_seat=record.first_seat).state
    for entry in log:
        state = act(WHOT, state, entry.seat, entry.action).state
    made = viewer_record(
        dealt=dealt,
        viewer=viewer,
        preset=record.preset,
        options=record.options,
        seats=record.seats,
        game_id=record.game_id,
        table=record.table,
        commitment=record.fairness.commitment,
        first_seat=record.first_seat,
        log=log,
    )
    return to_text(made), state


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_a_viewers_record_holds_the_own_hand_and_no_other_hidden_card(viewer):
    record, log = running("001-last-player-by-leaving", 8)
    text, _state = seen(record, record.deal, log, viewer)
    value = json.loads(text)
    fairness = record.fairness
    assert value["fairness"]["commitment"] == fairness.commitment
    assert value["fairness"]["server_seed"] is None and value["fairness"]["client_seeds"] is None
    assert fairness.server_seed not in text and not any(s in text for s in fairness.client_seeds if s != "-")
    assert value["result"] is None and value["state_hash"] is None
    hands = [len(hand) for hand in record.deal["hands"]]
    if viewer is not None:
        hands[viewer] = record.deal["hands"][viewer]
    assert value["deal"] == {"hands": hands, "top": record.deal["top"], "market": len(record.deal["market"])}
    public = {record.deal["top"], *(e.action.split()[1] for e in log if e.action.startswith("play"))}
    own = set(record.deal["hands"][viewer]) if viewer is not None else set()
    found = {word for word in re.findall(r"[A-Z0-9]+", text) if word in CARD}
    assert found <= public | own


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_dealing_again_all_that_a_viewer_cannot_see_changes_no_byte_of_its_record(data):
    # Going to market is always allowed in these (W3.3), so every other deal allows the same log.
    name = data.draw(st.sampled_from(["000-two-seats", "000-four-seats", "002-count-emptied-hand"]))
    whole = read(GOLDEN[name].read_bytes())
    record, log = running(name, data.draw(st.integers(0, len(whole.actions) - 1)))
    viewer = data.draw(st.sampled_from([None, *range(len(record.seats))]))
    text, state = seen(record, record.deal, log, viewer)
    # Cards nobody has shown: still in another's hand, or still in the market, and never the viewer's.
    hidden = [card.code for card in state.market_left]
    for seat in range(len(record.seats)):
        if seat != viewer:
            hidden += RULES.hands_left(state)[seat]
    hidden = [code for code in hidden if code != "W20"]  # its copies cannot be told apart
    order = data.draw(st.permutations(hidden))
    swap = dict(zip(hidden, order, strict=True))
    deal = {
        "hands": [
            sorted((swap.get(code, code) for code in hand), key=lambda code: CARD[code].index)
            for hand in record.deal["hands"]
        ],
        "top": record.deal["top"],
        "market": [swap.get(code, code) for code in record.deal["market"]],
    }
    again, other = seen(record, deal, log, viewer)
    assert again == text
    assert viewer is None or other.hands[viewer] == state.hands[viewer]


def test_dealing_again_is_possible_and_really_moves_cards():
    # The test above must not pass for want of deals: one swap by hand, which the log allows.
    record, log = running("003-two-seats", 4)
    text, state = seen(record, record.deal, log, 0)
    market = list(record.deal["market"])
    market[-1], market[-2] = market[-2], market[-1]
    again, other = seen(record, record.deal | {"market": market}, log, 0)
    assert other != state and again == text


def test_a_viewers_record_is_read_back_but_not_replayed():
    record, log = running("001-two-seats", 5)
    text, _state = seen(record, record.deal, log, 1)
    again = read(text)
    assert to_text(again) == text and again.result is None
    with pytest.raises(RecordError, match="one viewer's record of a running game"):
        replay(again)
    assert [check.holds for check in verify(again)] == [False]


def test_no_seed_and_no_hash_can_hide_in_a_running_games_record():
    record, log = running("001-two-seats", 5)
    value = json.loads(seen(record, record.deal, log, 1)[0])
    leak = changed(value, ("fairness", "client_seeds"), ["-", "-"])
    leak = changed(leak, ("fairness", "server_seed"), "0" * 64)
    for bad, field in ((leak, "fairness"), (changed(value, ("state_hash",), "0" * 64), "state_hash")):
        with pytest.raises(RecordError) as caught:
            read(dumped(bad))
        assert caught.value.path == field


def test_a_finished_game_has_no_viewers_record():
    record, _log = running("001-two-seats", 0)
    with pytest.raises(ValueError, match="export its whole record"):
        seen(record, record.deal, record.actions, 0)
