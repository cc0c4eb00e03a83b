"""The stored games still replay to the same bytes, and cover what they should."""

import json

import pytest

from rules.registry import newest
from rules.whot import WHOT
from tests.playthroughs.make import differences, stored
from tests.rules.records import GOLDEN, golden

pytestmark = pytest.mark.once  # no database is asked


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_a_stored_game_replays_to_the_same_bytes_and_the_same_telling(name):
    assert differences(GOLDEN[name]) == []


def test_the_stored_games_cover_presets_and_end_reasons():
    told = [golden(name) for name in GOLDEN]
    assert len(told) >= 20
    assert {value["rules_version"] for value in told} == {1}
    assert {value["preset"] for value in told} == {"000", "000W", "001", "002", "003"}
    assert {value["options"]["market_empty"] for value in told if value["preset"] == "002"} == {"count", "reshuffle"}
    assert {value["result"]["reason"] for value in told} == set(WHOT.end_reasons)
    exhausted = [v for v in told if v["result"]["reason"] == "market_exhausted"]
    assert {v["options"]["market_empty"] for v in exhausted} == {"count", "reshuffle"}
    last = [v for v in told if v["result"]["reason"] == "last_player"]
    words = {a["action"] for v in last for a in v["actions"] if "by" in a}
    assert words == {"leave", "timeout"}
    assert {len(value["seats"]) for value in told} == {2, 3, 4, 5, 6}
    assert {path.stem for path in (GOLDEN["000-time-up"].parent).glob("*.txt")} == set(GOLDEN)


def test_every_rules_version_has_its_stored_games():
    versions = {path.parent.name for path in GOLDEN.values()}
    assert f"v{newest('whot').game.version}" in versions


GO_STOP = {path.stem: path for path in stored("go_stop")}


@pytest.mark.parametrize("name", sorted(GO_STOP))
def test_a_stored_deal_of_go_stop_replays_to_the_same_bytes_and_the_same_telling(name):
    assert differences(GO_STOP[name]) == []


def test_the_stored_deals_of_go_stop_cover_its_end_reasons_and_events():
    told = [json.loads(path.read_text(encoding="utf-8")) for path in GO_STOP.values()]
    rules = newest("go_stop").game
    assert {value["result"]["reason"] for value in told} == set(rules.end_reasons)
    assert {value["preset"] for value in told} == {"004"} and all(value["options"] == {} for value in told)
    texts = "".join(path.with_suffix(".txt").read_text(encoding="utf-8") for path in GO_STOP.values())
    for event in ("redealt", "trio", "quad", "ppuk", "ttadak", "chok", "sseul", "own_pile", "chose", "went", "stopped",
                  "(chok)", "(ttadak)", "(sseul)", "(pile)", "(own_pile)", "(last_turn)", "timed_out"):  # fmt: skip
        assert event in texts, event
    words = {action["action"] for value in told for action in value["actions"] if "by" in action}
    assert words == {"timeout", "timeout excused", "leave", "abandon"}
    (folder,) = {path.parent for path in GO_STOP.values()}
    assert folder.name == f"go_stop-v{rules.version}"
    assert {path.stem for path in folder.glob("*.txt")} == set(GO_STOP)
