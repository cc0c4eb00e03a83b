"""Records of Go-Stop: written, read, replayed and verified; what is changed in one is found."""

from __future__ import annotations

import contextlib
import copy
import io
import json
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main
from rules.core import act
from rules.go_stop import GO_STOP, options_for
from rules.record import (
    Entry,
    Fairness,
    Match,
    RecordError,
    SeatLine,
    build,
    read,
    replay,
    to_text,
    verify,
    viewer_record,
)
from rules.registry import newest
from rules.shuffle import Seed
from tests.playthroughs.make import stored

GOLDEN = {path.stem: path for path in stored("go_stop")}
STOP, QUAD, REDEALT = "004-stop", "004-hand-quad", "004-redealt"


def golden(name: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(GOLDEN[name].read_text(encoding="utf-8"))
    return value


def dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def changed(name: str, path: tuple[Any, ...], new: Any) -> dict[str, Any]:
    value = copy.deepcopy(golden(name))
    at: Any = value
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = new
    return value


def refusal(value: Any) -> RecordError:
    with pytest.raises(RecordError) as caught:
        replay(read(dumped(value)))
    return caught.value


def rules(*arguments: object) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([str(argument) for argument in arguments])
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_a_record_is_verified_in_full(name: str) -> None:
    record = read(GOLDEN[name].read_bytes())
    assert all(check.holds for check in verify(record))
    assert to_text(record).encode() == GOLDEN[name].read_bytes()
    assert replay(record).proved


def test_the_form_of_a_record() -> None:
    value = golden(STOP)
    assert (value["game"], value["preset"], value["options"], value["stake"]) == ("go_stop", "004", {}, None)
    assert value["fairness"]["deck"] == "hwatu48"
    assert list(value["deal"]) == ["hands", "layout", "stock"]
    assert [len(hand) for hand in value["deal"]["hands"]] == [10, 10]
    assert len(value["deal"]["layout"]) == 8 and len(value["deal"]["stock"]) == 20
    assert sorted(value["result"]["points"])[0] == 0 and value["result"]["reason"] == "stop"


def test_a_redealt_record_names_the_second_shuffle() -> None:  # R04
    record = read(GOLDEN[REDEALT].read_bytes())
    told = {check.name: check.text for check in verify(record)}
    assert "48 cards" in told["actions"] and "shuffled anew" in told["actions"]


def test_a_deal_that_was_over_at_once_has_no_actions() -> None:  # 2.5
    value = golden(QUAD)
    assert value["actions"] == [] and value["result"]["reason"] == "hand_quad"
    assert sorted(value["result"]["points"]) == [0, 5]


@pytest.mark.parametrize(
    ("name", "path", "new", "where"),
    [
        (STOP, ("options",), {"turn_clock": 60}, "options"),
        (STOP, ("preset",), "001", "preset"),
        (STOP, ("first_seat",), 1, "first_seat"),
        (STOP, ("fairness", "deck"), "whot54", "fairness.deck"),
        (STOP, ("deal", "stock", 0), "01-1", "deal"),
        (STOP, ("deal", "layout", 0), "13-1", "deal.layout[0]"),
        (STOP, ("deal", "layout"), ["01-1"], "deal.layout"),
        (STOP, ("deal", "hands", 0, 0), "C5", "deal.hands[0][0]"),
        (STOP, ("actions", 0, "action"), "play 12-4", "actions[0].action"),
        (STOP, ("actions", 0, "action"), "jump", "actions[0].action"),
        (STOP, ("actions", 0, "seat"), 1, "actions[0].action"),
        (STOP, ("result", "reason"), "nagari", "result.reason"),
        (STOP, ("result", "reason"), "emptied_hand", "result.reason"),
        (STOP, ("result", "points"), [1, 2], "result.points"),
        (STOP, ("result", "ranking"), [[0, 1]], "result.ranking"),
        (STOP, ("state_hash",), "0" * 64, "state_hash"),
        (QUAD, ("result", "points"), [5, 5], "result.points"),
        (REDEALT, ("deal", "stock"), list(reversed(golden(REDEALT)["deal"]["stock"])), "deal"),
    ],
)
def test_what_is_changed_in_a_record_is_found(name: str, path: tuple[Any, ...], new: Any, where: str) -> None:
    assert refusal(changed(name, path, new)).path.startswith(where)


def test_hands_stand_in_canonical_order() -> None:
    hand = golden(STOP)["deal"]["hands"][0]
    assert refusal(changed(STOP, ("deal", "hands", 0), hand[::-1])).path == "deal.hands[0]"


def test_a_record_without_a_seed_replays_from_its_deal() -> None:
    value = golden(REDEALT)
    value["fairness"] = None
    value["state_hash"] = golden(REDEALT)["state_hash"]
    error = refusal(value)  # the redeal before it is in the position, and without the seed nobody can know of it
    assert error.path == "state_hash"
    value = golden(STOP) | {"fairness": None}
    assert not replay(read(dumped(value))).proved
    double = copy.deepcopy(value)
    double["deal"]["stock"][0] = double["deal"]["stock"][1]
    assert "more of" in str(refusal(double))


def test_a_deal_that_cannot_stand_is_no_deal_of_a_record() -> None:  # 2.4
    value = golden(STOP) | {"fairness": None}
    months: dict[str, list[str]] = {}
    cards = [*value["deal"]["hands"][0], *value["deal"]["hands"][1], *value["deal"]["layout"], *value["deal"]["stock"]]
    for card in sorted(cards):
        months.setdefault(card[:2], []).append(card)
    layout = [*months["01"], *months["02"]]
    rest = [card for card in sorted(cards) if card not in layout]
    value["deal"] = {"hands": [rest[:10], rest[10:20]], "layout": layout, "stock": rest[20:]}
    assert refusal(value).path == "fairness.server_seed"


def test_every_deal_of_a_match_draws_who_begins() -> None:  # R02
    seed = bytes(range(32))
    for number in (1, 2, 3):
        game_id = f"match-{number}"
        proof = Fairness.revealed(game_id, seed, ("-", "-"), "hwatu48")
        drawn = Seed.from_parts(seed, game_id, "hwatu48", ["-", "-"]).below("first", 2)
        record = build(
            preset="004", seats=(SeatLine("Ada"), SeatLine("Obi")), game_id=game_id, table="t", fairness=proof,
            log=[Entry(0, "leave", "2026-01-31T12:00:00.000Z")], game="go_stop", match=Match("m", number, 3),
        )  # fmt: skip
        assert record.first_seat == drawn
        value = json.loads(to_text(record))
        assert all(check.holds for check in verify(read(dumped(value))))
        value["first_seat"] = 1 - drawn
        assert refusal(value).path == "first_seat"


def test_a_viewers_record_holds_one_hand_and_numbers() -> None:  # R49
    options = options_for("004", turn_clock=60)
    dealt = GO_STOP.setup(options=options, seats=2, seed=Seed.simulation(4)).state
    log = []
    state = dealt
    for second in range(3):
        text = GO_STOP.legal_actions(state)[0].text
        log.append(Entry(state.actor, text, f"2026-01-31T12:00:0{second}.000Z"))
        state = act(GO_STOP, state, state.actor, text).state
    for viewer in (None, 0, 1):
        record = viewer_record(
            dealt=dealt,
            viewer=viewer,
            preset="004",
            options={"turn_clock": 60},
            seats=(SeatLine("Ada"), SeatLine("Obi")),
            game_id="g",
            table="t",
            commitment="0" * 64,
            first_seat=dealt.setup.first_seat,
            log=log,
            game="go_stop",
        )
        text = to_text(record)
        value = json.loads(text)
        assert value["options"] == {} and value["deal"]["stock"] == 20
        assert [isinstance(hand, list) for hand in value["deal"]["hands"]] == [viewer == 0, viewer == 1]
        played = {entry.action.split()[1] for entry in log}
        for seat in (0, 1):
            if seat != viewer:
                hidden = set(newest("go_stop").deal_of(dealt)["hands"][seat]) - played
                assert not [code for code in hidden if f'"{code}"' in text]
        assert to_text(read(text)) == text


# -- on the command line --------------------------------------------------------------------------


def test_replay_and_verify_on_the_command_line(tmp_path: Path) -> None:
    code, out, _err = rules("verify", GOLDEN[STOP])
    assert code == 0 and "FAILS" not in out and "all 48 cards" in out
    code, out, _err = rules("replay", GOLDEN[STOP], "--steps")
    assert code == 0 and "reason stop" in out and "stopped seat" in out
    wrong = tmp_path / "wrong.json"
    wrong.write_text(dumped(changed(STOP, ("result", "points"), [7, 7])), encoding="utf-8")
    assert rules("replay", wrong)[0] == 1 and rules("verify", wrong)[0] == 1


def test_the_first_step_that_does_not_hold_is_named(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text(dumped(changed(STOP, ("actions", 2, "action"), "go")), encoding="utf-8")
    code, _out, err = rules("replay", wrong)
    assert code == 1 and "step 3" in err


def test_a_whole_deal_in_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = tmp_path / "deal.json"

    class Keys:
        buffer = io.BytesIO(b"?\nplay 99-1\n" + b"1\n" * 60)

    monkeypatch.setattr("sys.stdin", Keys())
    code, out, err = rules("play", "go_stop", "--seed", 5, "--save", saved)
    assert (code, err) == (0, "")
    assert "Go-Stop (004), 2 seats" in out and "not allowed: “play 99-1” is not a move" in out
    assert "your hand:" in out and "points" in out
    assert rules("verify", saved)[0] == 0


def test_a_preset_of_another_game_is_refused_by_name() -> None:
    code, _out, err = rules("play", "go_stop", "--preset", "001")
    assert code == 2 and "Classic (001) is no kind of go_stop" in err
    code, _out, err = rules("play", "go_stop", "--seats", 3)
    assert code == 2 and "two players, not 3" in err
    code, _out, err = rules("play", "go_stop", "--option", "turn_clock=3")
    assert code == 2 and "15 seconds to 14 days" in err


def test_the_rules_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _err = rules("book", "004", "--all")
    assert code == 0 and out.count("\n\n") >= 6 and "6.11" in out
    assert rules("book", "004")[0] == 0
    code, out, _err = rules("bench", "--preset", "004", "--seats", 2, "--games", 20)
    assert code == 0 and json.loads(out)["games"] == 20
