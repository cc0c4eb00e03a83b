"""Golden games: whole recorded games, and each as a telling to be read against the rules.

    python -m tests.playthroughs.make          check every stored game against these rules
    python -m tests.playthroughs.make new      play and write the games of CAST that are not there

Those of Whot lie in `v1`, of another game in `go_stop-v1`: its key and rules version.

A stored game is never edited, replaced or removed: its log must replay for ever by its own rules
version. New rules get a new version, a new folder and new games. Read a new telling, step by step,
against docs/rules/ before it is committed.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rules.cli.replay import ending, told
from rules.core import Seat, act
from rules.record import Entry, Fairness, Record, SeatLine, build, read, replay, to_text
from rules.registry import GAMES, newest, with_preset
from rules.shuffle import Seed

HERE = Path(__file__).parent
START = 9 * 3600  # of the day, in seconds: the first action; one every seven seconds
LONGEST = 400  # actions of a game that a person can read
TRIES = 20_000


class Part(NamedTuple):
    """A game to be played. `habits` by seat, see `_decide`; `house` by seq: word and seat.

    The first deal (counted up from 1) whose game ends by `reason`, with every event of `shows` in it,
    in `length` actions and with `closing` (a pattern) as its last two actions, is taken.
    """

    name: str
    preset: str
    habits: tuple[str, ...]
    reason: str
    options: dict[str, Any] = {}
    house: dict[int, tuple[str, Seat | None]] = {}
    shows: tuple[str, ...] = ()
    length: tuple[int, int] = (8, 60)
    closing: str = ".*"


EAGER, RANDOM, HOARD, ABSENT = "eager", "random", "hoard", "absent"
GOES, STOPS = "go", "stop"  # of Go-Stop: the answer where one is asked

CAST = (
    Part("000-two-seats", "000", (EAGER,) * 2, "emptied_hand", shows=("no_last_card", "last_card")),
    Part("000-four-seats", "000", (EAGER,) * 4, "emptied_hand", shows=("drew owed", "misses_turn")),
    Part("000-time-up", "000", (EAGER,) * 3, "time_up", house={31: ("time_up", None)}),
    Part("000-time-up-under-a-pick", "000", (EAGER,) * 4, "time_up", house={22: ("time_up", None)},
         options={"score": "face", "last_card_call": "auto", "star8_skips": 1},
         closing="play .[25], time_up"),
    Part("000-no-refills", "000", (RANDOM, HOARD, RANDOM), "market_exhausted",
         {"max_refills": 0, "hand_size": 7, "after_draw": "may_play"}, length=(20, 90)),
    Part("000-refilled-once", "000", (RANDOM, HOARD), "market_exhausted", {"max_refills": 1},
         shows=("refilled",), length=(40, 140)),
    Part("000-abandoned", "000", (EAGER,) * 3, "abandoned", {"no_whot": True},
         house={12: ("leave", 1), 19: ("abandon", None)}),
    Part("000W-two-seats", "000W", (EAGER,) * 2, "emptied_hand", shows=("drew punch",)),
    Part("000W-four-seats", "000W", (EAGER,) * 4, "emptied_hand",
         shows=("discarded", "reversed", "drew owed")),
    Part("000W-opening-reverse", "000W", (EAGER,) * 3, "emptied_hand", shows=("begins right",)),
    Part("001-two-seats", "001", (EAGER,) * 2, "emptied_hand", shows=("cancelled defence",)),
    Part("001-six-seats-two-packs", "001", (EAGER,) * 6, "emptied_hand", {"packs": 2},
         shows=("drew owed", "drew general")),
    Part("001-last-player-by-leaving", "001", (EAGER,) * 4, "last_player",
         house={9: ("leave", 2), 16: ("leave", 0), 25: ("leave", 3)}),
    Part("001-refills-needed-too-often", "001", (RANDOM,) * 5, "market_exhausted",
         {"max_refills": 1, "draw_when_able": True}, shows=("refilled",), length=(60, 200)),
    Part("002-count-emptied-hand", "002", (EAGER,) * 4, "emptied_hand",
         shows=("drew auto", "drew general", "put_back")),
    Part("002-count-market-exhausted", "002", (RANDOM, HOARD, RANDOM), "market_exhausted",
         length=(25, 80)),
    Part("002-count-by-a-timeout", "002", (HOARD, ABSENT), "market_exhausted",
         {"max_missed": 0, "hold_on": "next_only"}, length=(30, 60), closing="draw, timeout"),
    Part("002-rollover", "002", (RANDOM,) * 3, "emptied_hand", {"market_empty": "reshuffle"},
         shows=("refilled", "drew auto"), length=(40, 140)),
    Part("002-rollover-no-pick-three", "002", (HOARD, RANDOM, RANDOM, HOARD), "market_exhausted",
         {"market_empty": "reshuffle", "pick3": "off", "no_whot": True, "max_refills": 2},
         shows=("refilled",), length=(40, 160)),
    Part("002-last-player-by-misses", "002", (EAGER, ABSENT, ABSENT), "last_player",
         shows=("eliminated missed",)),
    Part("003-two-seats", "003", (EAGER,) * 2, "emptied_hand", shows=("drew general",)),
    Part("003-six-seats", "003", (EAGER,) * 6, "emptied_hand", shows=("reversed", "drew auto")),
    Part("003-misses-made-good", "003", (EAGER,) * 4, "emptied_hand", {"excused_misses": 1},
         house={5: ("timeout", None), 14: ("timeout excused", None), 17: ("timeout", None)}),
    Part("003-blocked", "003", (HOARD, RANDOM, HOARD, RANDOM), "blocked",
         {"draw_when_able": True, "max_refills": None, "after_draw": "may_play"},
         house={1000: ("leave", 0), 1001: ("leave", 2)}, length=(40, 160)),
    Part("004-stop", "004", (STOPS,) * 2, "stop", shows=("chok", "ppuk", "junk own_pile"), length=(14, 24)),
    Part("004-stop-after-go", "004", (GOES,) * 2, "stop", shows=("went", "sseul", "junk pile"), length=(18, 30),
         closing="play .*, stop"),
    Part("004-choices", "004", (STOPS,) * 2, "stop", shows=("chose", "ttadak", "trio"), length=(12, 26)),
    Part("004-hand-quad", "004", (STOPS,) * 2, "hand_quad", shows=("quad",), length=(0, 0)),
    Part("004-redealt", "004", (STOPS,) * 2, "stop", shows=("redealt layout_quad",), length=(10, 30)),
    Part("004-three-ppuk", "004", (RANDOM,) * 2, "three_ppuk", shows=("ppuk",), length=(8, 30)),
    Part("004-nagari", "004", (GOES,) * 2, "nagari", shows=("went",), length=(20, 40)),
    Part("004-left", "004", (STOPS,) * 2, "last_player", house={6: ("leave", 1)}, length=(6, 6)),
    Part("004-missed-out", "004", (STOPS, ABSENT), "last_player", shows=("eliminated missed",), length=(3, 8)),
    Part("004-misses-made-good", "004", (STOPS,) * 2, "stop", length=(14, 26),
         house={4: ("timeout", None), 8: ("timeout excused", None), 10: ("timeout", None)}),
    Part("004-abandoned", "004", (GOES,) * 2, "abandoned", house={9: ("abandon", None)}, length=(9, 9)),
)  # fmt: skip


# -- playing --------------------------------------------------------------------------------------


def _decide(rules: Any, state: Any, seat: Seat, habit: str, pick: Any) -> str:
    """Eager: a card if one fits. Hoard: the market if it may. Absent: no decision at all. Go, Stop: that answer."""
    legal = [rules.game.format_action(action) for action in rules.game.legal_actions(state)]
    if habit == ABSENT:
        return "timeout"
    if habit == EAGER:
        legal = [text for text in legal if text.startswith("play")] or legal
    if habit == HOARD:
        legal = [text for text in legal if text in ("draw", "pass")] or legal
    if habit in legal:
        return habit
    return str(legal[pick(len(legal))])


def _time(seq: int) -> str:
    second = START + 7 * seq
    return f"2026-01-31T{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000Z"


def golden_id(part: Part, number: int) -> str:
    return f"golden-{part.name}-{number}"


def _proof(part: Part, game_id: str) -> tuple[str, Fairness]:
    """Game id and fairness data of a part's deal; contributions are as if from browsers."""
    rules = with_preset(part.preset)
    assert rules is not None
    seeds = [hashlib.sha256(f"{game_id}|seat|{n}".encode()).hexdigest() for n, _ in enumerate(part.habits)]
    given = tuple("-" if n == 1 else seed[:32] for n, seed in enumerate(seeds))
    deck = rules.deck(rules.options(part.preset, part.options))
    server_seed = hashlib.sha256(f"{game_id}|server".encode()).digest()
    return game_id, Fairness.revealed(game_id, server_seed, given, deck)


def play_part(part: Part, game_id: str) -> tuple[Record, set[str]] | None:
    """The part played from the deal of this game, and its events; None when it does not fit."""
    rules = with_preset(part.preset)
    assert rules is not None
    game_id, proof = _proof(part, game_id)
    seed = Seed.from_parts(bytes.fromhex(proof.server_seed or ""), game_id, proof.deck, proof.client_seeds or ())
    choice = Seed.from_parts(hashlib.sha256(game_id.encode()).digest(), game_id, "choices", ())
    options = rules.options(part.preset, part.options)
    step = rules.game.setup(options=options, seats=len(part.habits), seed=seed)
    seen = {*_names(step.events)}
    log: list[Entry] = []
    house = dict(part.house)
    while (seat := rules.game.to_act(step.state)) is not None:
        seq = len(log) + 1
        if seq > LONGEST:
            return None
        if seq in house:
            text, whose = house.pop(seq)
            whose = seat if text.startswith("timeout") else whose
        elif part.reason == "blocked" and house and _used_up(rules, step.state):
            text, whose = house.pop(min(house))
        else:
            label = f"bot/{seat}/{seq}"
            text = _decide(rules, step.state, seat, part.habits[seat], lambda n, at=label: choice.below(at, n))
            whose = seat
        try:
            step = act(rules.game, step.state, whose, text)
        except ValueError:
            return None
        log.append(Entry(whose, text, _time(seq)))
        seen.update(_names(step.events))
    if rules.game.outcome(step.state).reason != part.reason:  # type: ignore[union-attr]
        return None
    people = [
        SeatLine(name, "bot", "easy") if n == 1 else SeatLine(name, "guest" if n == 3 else "person")
        for n, name in enumerate(("Adaeze", "Bot Bọ́lá", "Chidi", "Zoë", "Ọlá", "Femi")[: len(part.habits)])
    ]
    record = build(
        preset=part.preset, options=part.options, seats=people, game_id=game_id, table="golden",
        fairness=proof, log=log, game=rules.game.key,
    )  # fmt: skip
    return record, seen


def _used_up(rules: Any, state: Any) -> bool:
    view = rules.game.view(state, None)
    return bool(view.market_count == 0 and not view.pile)


def _names(events: Any) -> Iterator[str]:
    for event in events:
        yield event.name
        detail = event.detail or ("right" if event.name == "begins" and event.count < 0 else "")
        if detail:
            yield f"{event.name} {detail}"


def find(part: Part, named: Callable[[Part, int], str] = golden_id) -> Record:
    """The first deal that fits the part, its game `named`. Raises LookupError after many tries."""
    for number in range(1, TRIES):
        played = play_part(part, named(part, number))
        if played is None:
            continue
        record, seen = played
        least, most = part.length
        if re.fullmatch(part.closing, ", ".join(entry.action for entry in record.actions[-2:])) is None:
            continue
        if least <= len(record.actions) <= most and seen.issuperset(part.shows):
            return record
    raise LookupError(f"no deal of {part.name} fits")


# -- files ----------------------------------------------------------------------------------------


def telling(record: Record) -> str:
    """The whole game as text: the house rules, every step, the end."""
    rules = record.rules
    usual = rules.recorded(rules.options(record.preset, {}))
    changed = [f"{name}={record.options[name]}" for name in usual if record.options[name] != usual[name]]
    replayed = replay(record)
    lines = [
        f"{record.game_id}: rules version {record.rules_version}, preset {record.preset}, "
        f"{len(record.seats)} seats, first seat {record.first_seat}",
        f"house rules: {', '.join(changed) or 'as the preset'}",
        "",
        *told(record, replayed),
        "",
        *ending(record, replayed),
    ]
    return "\n".join(lines) + "\n"


def rebuilt(record: Record) -> Record:
    """The same game made anew from its setup and its log alone."""
    return build(
        preset=record.preset, options=record.options, seats=record.seats, game_id=record.game_id,
        table=record.table, fairness=record.fairness, log=record.actions, match=record.match,
        coins=record.coins, rules_version=record.rules_version, game=record.game,
    )  # fmt: skip


def folder(key: str) -> str:
    """Where the games of the newest rules of a game lie."""
    version = f"v{newest(key).game.version}"
    return version if key == "whot" else f"{key}-{version}"


def stored(key: str = "whot") -> list[Path]:
    """The stored games of every rules version of a game."""
    return sorted(HERE.glob(f"{'' if key == 'whot' else key + '-'}v*/*.json"))


def all_stored() -> list[Path]:
    return [path for key in GAMES for path in stored(key)]


def differences(path: Path) -> list[str]:
    """What about a stored game is no longer as it was committed."""
    data = path.read_bytes()
    record = read(data)
    found = []
    if to_text(rebuilt(record)).encode() != data:
        found.append(f"{path.name}: replaying its log gives another record")
    if telling(record) != path.with_suffix(".txt").read_text(encoding="utf-8"):
        found.append(f"{path.with_suffix('.txt').name}: the game is told otherwise now")
    return found


def main(arguments: list[str]) -> int:
    if arguments == ["new"]:
        for part in CAST:
            rules = with_preset(part.preset)
            assert rules is not None
            path = HERE / folder(rules.game.key) / f"{part.name}.json"
            if path.exists():
                continue
            record = find(part)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(to_text(record).encode())
            path.with_suffix(".txt").write_text(telling(record), encoding="utf-8")
            print(f"{path.name}: {len(record.actions)} actions, {record.game_id}")
        return 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    found = [line for path in all_stored() for line in differences(path)]
    for line in found:
        print(line)
    print(f"{len(all_stored())} stored games, {len(found)} differences")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
