"""The second rules model against the scenario rows, and single clauses."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.model import Model, Refused
from tests.rules.model_cards import SHAPES, Options, canonical_order, pack
from tests.rules.model_deal import setup

SCENARIOS = Path(__file__).parent.parent / "scenarios"

# Section 10, column by column: 000, 000W, 001, 002, 003.
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
    "packs": (1, 2, 1, 1, 1),
    "wild2": (False, True, False, False, False),
    "clock": (True, True, True, False, False),
    "timeout": ("market",) * 5,
    "max_missed": (2,) * 5,
    "hand_size": (5,) * 5,
}


def preset(name: str, **named: Any) -> Options:
    column = ("000", "000W", "001", "002", "003").index(name)
    return {option: values[column] for option, values in TABLE.items()} | named


def model(rules: Options, hands: str, top: str, market: str = "", pile: str = "", **more: Any) -> Model:
    """A position in short: hands are separated by a slash, cards by a space; refills keep the canonical order."""
    split = [hand.split() for hand in hands.split("/")]
    more.setdefault("refill", lambda k, cards: cards)
    return Model(rules, split, top, market.split(), pile=pile.split(), **more)


def act(game: Model, *actions: tuple[int | None, str]) -> dict[str, Any]:
    for seat, text in actions:
        game.act(seat, text)
    return game.position()


def refused_by(game: Model, seat: int | None, text: str) -> str:
    before = game.position()
    with pytest.raises(Refused) as refusal:
        game.act(seat, text)
    assert game.position() == before
    return refusal.value.rule


# The scenario rows


def rows() -> list[dict[str, Any]]:
    lines = [line for name in ("whot.jsonl", "whot_games.jsonl") for line in (SCENARIOS / name).open(encoding="utf-8")]
    return [row for row in map(json.loads, lines) if row["kind"] == "play"]


def row_model(row: dict[str, Any]) -> Model:
    named = {name: value for name, value in row["rules"].items() if name not in ("preset", "end_on_special")}
    rules = preset(row["rules"]["preset"], max_refills=None) | named
    orders = row.get("refill_order", [])
    return Model(
        rules,
        row["hands"],
        row["top"],
        row["market"],
        pile=row.get("pile_below_top", ()),
        turn=row["turn"],
        direction=row["direction"],
        pending=row["pending"],
        missed=row.get("missed"),
        refill=lambda k, cards: list(orders[k - 1]),
    )


def row_text(action: dict[str, Any]) -> str:
    text = str(action["do"])
    if "card" in action:
        text += " " + action["card"]
    if "call" in action:
        text += " call " + SHAPES.get(action["call"], action["call"])
    if action.get("last"):
        text += " last"
    return text


def found_for(game: Model, field: str) -> Any:
    position = game.position()
    if field == "counts":
        return [len(hand) for hand in position["hands"]]
    if field == "market_count":
        return len(position["market"])
    if field == "hands":
        return [sorted(hand) for hand in position["hands"]]
    if field == "drawn":
        return len(position["winners"]) > 1
    if field == "legal":
        return sorted({text.split()[1] for text in game.legal() if text.startswith("play")})
    return position[field]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["id"])
def test_a_scenario_row_comes_out_as_written(row: dict[str, Any]) -> None:
    game = row_model(row)
    expect = dict(row["expect"])
    illegal_at = expect.pop("illegal_at", None)
    for index, action in enumerate(row["actions"]):
        if index == illegal_at:
            refused_by(game, action.get("p"), row_text(action))
        else:
            game.act(action.get("p"), row_text(action))
    for field, wanted in expect.items():
        found = found_for(game, field)
        if field in ("hands", "legal"):
            wanted = [sorted(hand) for hand in wanted] if field == "hands" else sorted(wanted)
        if field == "pending" and wanted:
            found = {key: found.get(key) for key in wanted}
        assert found == wanted, f"{row['id']}: {field}"


# Single clauses that no row holds


def test_the_packs_have_the_cards_of_the_rules() -> None:
    """W1.2, W1.4, W1.5."""
    assert len(pack(preset("001"))) == 54
    assert len(pack(preset("001", no_whot=True))) == 49
    assert len(pack(preset("000W"))) == 132


def test_a_drawn_card_may_be_played_or_kept_when_the_option_says_so() -> None:
    """W3.2."""
    rules = preset("000", after_draw="may_play")
    game = model(rules, "C4 S5 C7/T4 X7", "C10", "C3 T1")
    assert act(game, (0, "draw"))["drawn"] == "C3"
    assert game.legal() == {"play C3", "pass"}
    assert refused_by(game, 0, "play C4") == "W3.2"
    assert refused_by(game, 0, "draw") == "W3.2"
    kept = copy.deepcopy(game)
    assert act(game, (0, "play C3"))["top"] == "C3"
    assert act(kept, (0, "pass"))["turn"] == 1


def test_a_drawn_card_that_does_not_fit_leaves_only_the_pass() -> None:
    """W3.2, ruling: the decision is always the seat's, so that nobody learns whether the card fits."""
    game = model(preset("000", after_draw="may_play"), "S5 C7/T4 X7", "C10", "T3 T1")
    act(game, (0, "draw"))
    assert game.legal() == {"pass"}


def test_no_card_may_be_played_after_a_drawn_penalty_or_a_timeout() -> None:
    """W3.2."""
    rules = preset("000", after_draw="may_play")
    penalty = model(rules, "C2 C4 S5/T4 X7", "C10", "C3 C5 C7")
    assert act(penalty, (0, "play C2"), (1, "draw"))["turn"] == 0
    late = model(rules, "C4 S5/T4 X7", "C10", "C3 C5 C7")
    assert act(late, (0, "timeout"))["turn"] == 1


def test_a_timeout_over_a_drawn_card_passes_and_is_a_miss() -> None:
    """W3.2, W8.2."""
    game = model(preset("000", after_draw="may_play"), "C4 S5/T4 X7", "C10", "C3 C5 C7")
    position = act(game, (0, "draw"), (0, "timeout"))
    assert (position["turn"], position["missed"], position["drawn"]) == (1, [1, 0], None)
    assert len(position["hands"][0]) == 3


def test_an_excused_timeout_is_no_miss() -> None:
    """W8.1."""
    game = model(preset("002"), "C4 S5/T4 X7", "C10", "C3 C5 C7", missed=[1, 0])
    position = act(game, (0, "timeout excused"))
    assert (position["missed"], position["turn"], position["out"]) == ([1, 0], 1, [])


def test_a_timeout_is_refused_without_a_turn_clock() -> None:
    """W8.1."""
    game = model(preset("001", timeout="none", max_missed=0), "C4 S5/T4 X7", "C10", "C3 C5 C7")
    assert refused_by(game, 0, "timeout") == refused_by(game, 0, "timeout excused") == "W8.1"


def test_a_timeout_draws_the_open_penalty() -> None:
    """W8.1."""
    game = model(preset("000"), "C2 C4 S5/T2 X7", "C10", "C3 C5 C7")
    position = act(game, (0, "play C2"), (1, "timeout"))
    assert (len(position["hands"][1]), position["pending"], position["turn"]) == (4, {}, 0)


def test_the_last_seat_left_wins_by_that_reason() -> None:
    """W8.4."""
    game = model(preset("001"), "C4 S5/T4 X7", "C10", "C3 C5")
    position = act(game, (0, "leave"))
    assert (position["reason"], position["winners"], position["out"]) == ("last_player", [1], [0])


def test_a_leaver_who_is_not_to_act_leaves_the_penalty_open() -> None:
    """W8.3."""
    game = model(preset("001"), "C2 C4/T4 X7/S1 S3", "C10", "C3 C5")
    assert act(game, (0, "play C2"), (2, "leave"))["pending"] == {"pick": 2, "kind": 2, "by": 0}


def test_a_punch_draws_nothing_when_the_player_of_the_two_has_left() -> None:
    """W4.12."""
    game = model(preset("000W"), "C2 C4 S3/PUNCH S7 T1/X3 C7", "C10", "C3 C5 X7")
    position = act(game, (0, "play C2"), (0, "leave"), (1, "play PUNCH"))
    assert (position["market"], position["pending"], position["turn"]) == (
        ["C3", "C5", "X7"],
        {"demand": "C"},
        2,
    )


def test_a_discard_all_takes_its_shape_along_in_canonical_order() -> None:
    """W4.10: another Discard All and a Reverse of the shape are cards of the shape too."""
    game = model(preset("000W"), "DC REVC C14 DC C2 S5 T4/T3 X7", "C10", "T3 X7")
    position = act(game, (0, "play DC"))
    assert position["pile"] == ["C10", "C2", "C14", "DC", "REVC"]
    assert (position["top"], position["hands"][0]) == ("DC", ["S5", "T4"])


def test_a_discard_all_that_empties_the_hand_wins() -> None:
    """W4.10."""
    position = act(model(preset("000W"), "DC C2 C14/T3 X7", "C10", "T3"), (0, "play DC"))
    assert (position["reason"], position["winners"]) == ("emptied_hand", [0])


def test_a_needless_last_card_call_is_accepted_and_costs_nothing() -> None:
    """W5.1."""
    for rules in (preset("000"), preset("002"), preset("000", last_card_call="auto")):
        game = model(rules, "C4 S5 S7/T4 X7", "C10", "C3 C5 C7")
        assert len(act(game, (0, "play C4 last"))["hands"][0]) == 2


def test_an_automatic_last_card_call_saves_the_penalty() -> None:
    """W5.2."""
    game = model(preset("000", last_card_call="auto"), "C4 S5/T4 X7", "C10", "C3 C5 C7")
    assert game.legal() == {"play C4", "draw"}
    assert len(act(game, (0, "play C4"))["hands"][0]) == 1


def test_the_last_card_penalty_is_cut_short_like_any_penalty() -> None:
    """W4.14, W6.3."""
    rules = preset("000", penalty_short="cancel_rest")
    game = model(rules, "C4 S5/T4 X7", "C10", "T3", "T11 T13")
    position = act(game, (0, "play C4"))
    assert (position["hands"][0], position["refills"], position["turn"]) == (["S5", "T3"], 0, 1)


def test_each_card_of_a_general_market_is_a_penalty_of_its_own() -> None:
    """W6.3."""
    rules = preset("000", penalty_short="cancel_rest")
    game = model(rules, "C14 S5 S7/T4 X7/X1 X2", "C10", "T3", "T11 T13")
    position = act(game, (0, "play C14"))
    assert (position["hands"][1][-1], position["hands"][2][-1], position["refills"]) == (
        "T3",
        "C10",
        1,
    )


def test_the_game_ends_when_a_refill_too_many_is_needed() -> None:
    """W6.5."""
    game = model(preset("001", max_refills=1), "S5 S7/C4 X7 X2", "C10", "", "T11")
    position = act(game, (0, "draw"), (1, "play C4"), (0, "draw"))
    assert (position["reason"], position["refills"]) == ("market_exhausted", 1)
    assert (position["totals"], position["winners"]) == ([23, 9], [1])


def test_nothing_to_refill_is_looked_at_before_the_limit_of_refills() -> None:
    """W6.4 before W6.5."""
    game = model(preset("001", max_refills=0), "S5 X11/C4 X7", "C10")
    position = act(game, (0, "draw"))
    assert (position["over"], position["turn"]) == (False, 1)


def test_a_seat_that_can_play_must_when_there_is_nothing_to_draw() -> None:
    """W3.3."""
    game = model(preset("000"), "C5 X11/C4 X7", "C10")
    assert game.legal() == {"play C5", "play C5 last"}
    assert refused_by(game, 0, "draw") == "W3.3"


def test_a_round_of_timeouts_with_nothing_to_draw_is_blocked() -> None:
    """W6.4."""
    game = model(preset("000"), "C5 X11/C4 X7", "C10")
    assert act(game, (0, "timeout"))["over"] is False
    assert act(game, (1, "timeout"))["reason"] == "blocked"


def test_a_card_played_breaks_the_round_of_passes() -> None:
    """W6.4."""
    game = model(preset("002", max_missed=0), "C3 C7 X1/C4 C11 X2/C12 C13", "C10")
    act(game, (0, "timeout"), (1, "play C4"), (2, "timeout"), (0, "play C3"))
    assert act(game, (1, "timeout"))["over"] is False
    assert act(game, (2, "timeout"), (0, "timeout"))["reason"] == "blocked"


def test_a_blocked_game_is_noticed_when_its_last_card_is_drawn() -> None:
    """W6.4: seat 1 takes the only card of the pile; after that nobody has a star and nothing can be drawn."""
    game = model(preset("001"), "W20 X11 X1/X4 X7", "C10")
    assert act(game, (0, "play W20 call star"))["over"] is False
    position = act(game, (1, "draw"))
    assert position["hands"][1] == ["X4", "X7", "C10"]
    assert (position["reason"], position["winners"]) == ("blocked", [0])


def test_without_suspension_no_eight_has_an_effect() -> None:
    """Section 4, 003: the 8 is plain; ruling: the star 8 too."""
    game = model(preset("000", suspension=False), "R8 C4 S5/T4 X7/X3 S7", "R7", "C3")
    assert act(game, (0, "play R8"))["turn"] == 1


def test_stacked_twos_go_on_and_a_later_two_starts_again() -> None:
    """W4.2."""
    game = model(preset("000"), "C2 C4 S5/T2 X7 T5 T1/X3 S7 T3", "C10", "C3 C5 C7 C8 C11")
    assert act(game, (0, "play C2"), (1, "play T2"))["pending"] == {"pick": 4, "kind": 2, "by": 1}
    position = act(game, (2, "draw"))
    assert (len(position["hands"][2]), position["turn"]) == (7, 0)
    game.hands[0].append("X2")
    assert act(game, (0, "play X2"))["pending"] == {"pick": 2, "kind": 2, "by": 0}


def test_a_call_belongs_to_a_whot_alone() -> None:
    """W4.9."""
    game = model(preset("000W"), "W20 PUNCH C4 S5/T4 X7", "C10", "C3")
    assert refused_by(game, 0, "play C4 call star") == "W4.9"
    assert refused_by(game, 0, "play PUNCH call star") == "W4.9"
    assert refused_by(game, 0, "play W20") == "W4.9"


def test_a_wild_top_card_without_a_call_takes_anything() -> None:
    """W4.9."""
    game = model(preset("000"), "C4 S5 X1/T4 X7", "W20", "C3")
    assert game.legal() == {"play C4", "play S5", "play X1", "draw"}


@pytest.mark.parametrize("text", ["", "play", "play C05", "play C15", "play  C4", "Play C4", "play C4 ", "draw now"])
@pytest.mark.parametrize("tail", ["", "\n"])
def test_other_words_are_not_actions(text: str, tail: str) -> None:
    """Section 11."""
    game = model(preset("000"), "C4 S5 X1/T4 X7", "C10", "C3")
    assert refused_by(game, 0, text + tail) == "11"


def opened(rules: Options, after_deal: str, seats: int, first_seat: int) -> Model:
    """Deal only X3, so that the start card is looked for in `after_deal`."""
    dealt = ["X3"] * (seats * rules["hand_size"])
    return setup(rules, seats, dealt + after_deal.split(), first_seat)


def test_the_deal_goes_round_card_by_card_and_then_turns_one_up() -> None:
    """W2.3."""
    game = setup(preset("001", hand_size=3), 2, ["C1", "C2", "C3", "C4", "C5", "C7", "T1", "T2", "T3"], 1)
    assert game.position()["hands"] == [["C1", "C3", "C5"], ["C2", "C4", "C7"]]
    assert (game.top, game.market, game.turn) == ("T1", ["T2", "T3"], 1)


def test_skipped_start_cards_go_under_the_market() -> None:
    """W2.4."""
    plain = opened(preset("002"), "C14 W20 R8 C3 T4", 2, 0)
    assert (plain.top, plain.market) == ("C3", ["T4", "C14", "W20", "R8"])
    numbered = opened(preset("001"), "W20 C14 T4", 2, 0)
    assert (numbered.top, numbered.market, numbered.pending) == ("C14", ["T4", "W20"], {})


def test_an_opening_reverse_turns_the_order_of_play() -> None:
    """W2.4, W2.5: with seat 0 drawn the dealer is seat 3 and seat 2 begins."""
    game = opened(preset("000W"), "REVC C3 T4", 4, 0)
    assert (game.turn, game.direction) == (2, -1)
    two = opened(preset("000W"), "REVC C3 T4", 2, 1)
    assert (two.turn, two.direction) == (1, 1)


def test_a_market_without_a_start_card_turns_up_its_first_card_that_is_not_wild() -> None:
    """W2.4, ruling."""
    game = opened(preset("002"), "W20 C14 C2", 2, 0)
    assert (game.top, game.market) == ("C14", ["W20", "C2"])


# Random games


def test_canonical_order_is_the_order_of_the_pack() -> None:
    """W4.10, W6.1."""
    in_order = ["C2", "C10", "T1", "X3", "S14", "R1", "W20", "DC", "DR", "REVC", "PUNCH"]
    assert canonical_order(reversed(in_order)) == in_order
