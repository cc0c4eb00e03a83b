"""The arena: what it counts, and that the players still play the games whose result docs/bots.md tells."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rules import bots
from rules.bots.arena import Pairing, play_deal, strength
from rules.bots.contract import Chance, Decision, Stop, never
from rules.cli.arena import BARS, Bar, Results, all_players
from rules.core import Event
from tests.rules.arena_sample import SAMPLE

KEPT = json.loads(SAMPLE.read_text())


@pytest.mark.parametrize("row", KEPT["deals"], ids=lambda row: f"{'-'.join(map(str, row['pairing']))}-{row['deal']}")
def test_the_players_move_as_they_did_when_they_were_measured(row: dict[str, Any]) -> None:
    """Where this fails on purpose: raise `rules.bots.VERSION`, measure again, and write docs/bots.md anew."""
    played = play_deal(Pairing(*row["pairing"]), all_players(), row["deal"], KEPT["seed"])
    assert (played.share, played.moves) == (row["share"], row["moves"])


def test_the_sample_is_of_these_players_and_of_every_pairing() -> None:
    assert KEPT["players"] == bots.VERSION
    assert {Pairing(*row["pairing"]) for row in KEPT["deals"]} == {*BARS}


def test_every_deal_is_played_once_from_every_seat() -> None:
    seats = []

    def watching(view: Any, told: Sequence[Event], chance: Chance, stop: Stop = never) -> Decision:
        if not any(event.name == "played" and event.seat == view.seat for event in told):
            seats.append((view.seat, view.first_seat, view.seats))
        return Decision(view.legal[0])

    players = {**all_players(), "watching": watching}
    play_deal(Pairing("001", 4, "watching", "random"), players, 3)
    assert list(dict.fromkeys(seat for seat, _first, _seats in seats)) == [0, 1, 2, 3]
    assert len({first for _seat, first, _seats in seats}) == 1  # the same deal


def test_the_same_player_on_both_sides_wins_its_fair_part_of_every_deal() -> None:
    for deal in range(20):
        assert play_deal(Pairing("001", 2, "normal", "normal"), all_players(), deal).share == 0.5
        assert play_deal(Pairing("002", 4, "normal", "normal"), all_players(), deal).share == 0.25


def test_the_interval_is_over_deals() -> None:
    found = strength(Pairing("001", 2, "hard", "random"), [1.0, 0.5, 0.5, 0.0])
    assert (found.percent, found.deals, found.games) == (50.0, 4, 8)
    assert found.within == pytest.approx(1.96 * 100 * (1 / 6) ** 0.5 / 2)  # variance of the shares: 1/6


def test_a_bar_has_a_lower_and_perhaps_an_upper_end() -> None:
    assert Bar(35, 43).holds(35) and Bar(35, 43).holds(43) and not Bar(35, 43).holds(43.1)
    assert Bar(47).holds(99) and not Bar(47).holds(46.9) and Bar().holds(0)


def test_deals_played_by_another_python_count_and_their_times_do_not(tmp_path: Path) -> None:
    pairing, name = Pairing("001", 2, "hard", "random"), tmp_path / "results.jsonl"
    row = {"pairing": pairing, "seed": 1, "players": bots.VERSION, "share": 0.5, "moves": "00", "thoughts": [[3.0, 9]]}
    rows = [{**row, "deal": 0}, {**row, "deal": 1, "python": "CPython"}, {**row, "deal": 2, "python": "PyPy"}]
    name.write_text("".join(json.dumps(one) + "\n" for one in rows))
    found = Results([str(name)], seed=1).of(pairing)
    assert [(deal, len(played.thoughts)) for deal, played in found.items()] == [(0, 1), (1, 1), (2, 0)]
