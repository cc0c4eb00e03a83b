"""`arena`: how strong the computer players are, and how long they think."""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules import bots, registry
from rules.bots.arena import DealPlayed, Pairing, Strength, Thought, play_deal, strength
from rules.bots.contract import Player
from rules.cli.common import FAILED, FINE, CommandError, preset, reason, whole

YARDSTICK: Final = "ref-greedy"
YARDSTICK_FROM: Final = "tests.rules.ref_greedy:ref_greedy"
DEALS: Final = {2: 1000, 4: 400}  # 2,000 games at two seats, 1,600 at four
TIMED: Final = "CPython"  # what another Python played counts, its times do not
BEGIN, END = "<!-- arena: begin -->", "<!-- arena: end -->"

MEASURED = ("001", "003", "002")
FOR_THE_RECORD = ("000", "000W")


class Bar(NamedTuple):
    """What a level must reach, in per cent of first places."""

    least: float | None = None
    most: float | None = None

    def holds(self, percent: float) -> bool:
        return (self.least is None or percent >= self.least) and (self.most is None or percent <= self.most)

    def __str__(self) -> str:
        if self.least is not None and self.most is not None:
            return f"{self.least:g} to {self.most:g}"
        return f"at least {self.least:g}" if self.least is not None else ""


def _bars(values: str) -> list[Bar]:
    """One a preset of MEASURED: `55 51 72` or `35-43 40-48 22-31`; a single one is for all."""
    bars = [Bar(*(float(end) for end in value.split("-"))) for value in values.split()]
    return bars * len(MEASURED) if len(bars) == 1 else bars


BARS: dict[Pairing, Bar] = {}
for _seats, _challenger, _rival, _values in (
    (2, "hard", YARDSTICK, "60-70 58-70 65"),
    (4, "hard", YARDSTICK, "28-40 28-40 30-40"),
    (2, "normal", YARDSTICK, "47"),
    (4, "normal", YARDSTICK, ""),
    (2, "normal", "random", "64 57 87"),
    (4, "normal", "random", "41 34 62"),
    (2, "easy", YARDSTICK, "35-43 40-48 22-31"),
    (4, "easy", YARDSTICK, "12-19 15-23 9-16"),
    (2, "easy", "random", "55 51 72"),
    (2, "random", YARDSTICK, ""),
    (4, "random", YARDSTICK, ""),
):
    for _preset, _bar in zip(MEASURED, _bars(_values) or [Bar()] * len(MEASURED), strict=True):
        BARS[Pairing(_preset, _seats, _challenger, _rival)] = _bar
for _preset in FOR_THE_RECORD:
    for _seats in DEALS:
        for _challenger, _rival in (("hard", "normal"), ("normal", "easy"), ("easy", "random")):
            BARS[Pairing(_preset, _seats, _challenger, _rival)] = Bar()


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "arena",
        help="measure the computer players",
        description="Plays the pairings of the table in docs/bots.md, each deal once from every seat, and keeps the "
        "result of every deal in a file, from which it goes on when it is called again. Then the table can be written.",
        epilog="Exit codes: 0 done and every bar measured holds, 1 a bar does not hold, 2 bad usage.",
    )
    parser.add_argument(
        "--results",
        action="append",
        metavar="FILE",
        help="default arena.jsonl; repeatable: the first is written to, the others are only counted in",
    )
    parser.add_argument(
        "--part", type=part, default=(0, 1), metavar="K/N", help="only every N-th deal, from the K-th of them: 1/2, 2/2"
    )
    parser.add_argument("--preset", action="append", type=preset, metavar="PRESET", help="only these; repeatable")
    parser.add_argument("--seats", action="append", type=whole(2, 6), metavar="N", help="only these; repeatable")
    parser.add_argument("--challenger", action="append", metavar="PLAYER", help="only these; repeatable")
    parser.add_argument(
        "--deals", type=whole(0, 10**6), metavar="N", help="default 1000 at two seats, 400 at four; 0: play none"
    )
    parser.add_argument("--seed", type=whole(0, 2**32), default=1, metavar="N", help="default 1")
    parser.add_argument(
        "--yardstick",
        default=YARDSTICK_FROM,
        metavar="MODULE:NAME",
        help=f"where {YARDSTICK} is; default {YARDSTICK_FROM}",
    )
    parser.add_argument("--document", metavar="FILE", help="write the table into this file, between its two marks")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    players = all_players(chosen.yardstick)
    results = Results(chosen.results or ["arena.jsonl"], chosen.seed)
    first, step = chosen.part
    for pairing in BARS:
        wanted = (chosen.preset, pairing.preset), (chosen.seats, pairing.seats), (chosen.challenger, pairing.challenger)
        if any(only and value not in only for only, value in wanted):
            continue
        for deal in range(first, DEALS[pairing.seats] if chosen.deals is None else chosen.deals, step):
            if deal not in results.of(pairing):
                results.add(pairing, play_deal(pairing, players, deal, chosen.seed, _processor_ms))
        print(line(pairing, results), flush=True)
    if chosen.document is not None:
        write_table(chosen.document, results, chosen.seed)
    played = [pairing for pairing in BARS if results.of(pairing)]
    return FINE if all(BARS[pairing].holds(measured(pairing, results).percent) for pairing in played) else FAILED


def part(text: str) -> tuple[int, int]:
    """The first deal and the step of a part like "2/3". Raises ArgumentTypeError."""
    number, _slash, parts = text.partition("/")
    if number.isdecimal() and parts.isdecimal() and 1 <= int(number) <= int(parts):
        return int(number) - 1, int(parts)
    raise argparse.ArgumentTypeError(f"{text!r} is no part like 1/2 or 2/2")


def all_players(yardstick: str = YARDSTICK_FROM) -> dict[str, Player]:
    """Every player by name. Raises CommandError."""
    module, colon, name = yardstick.partition(":")
    try:
        found: Player = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError):
        raise CommandError(f"{yardstick!r} is no MODULE:NAME of a player here; start it in the repository") from None
    return {**bots.PLAYERS["whot"], YARDSTICK: found}


class Results:
    """The deals played so far, in files of one JSON object a line; the first file is the one written to."""

    def __init__(self, names: Sequence[str], seed: int) -> None:
        self.path, self.seed = Path(names[0]), seed
        self.found: dict[Pairing, dict[int, DealPlayed]] = {}
        for name in names:
            self._read_file(name)

    def _read_file(self, name: str) -> None:
        path = Path(name)
        try:
            for row in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
                self._read(json.loads(row))
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise CommandError(f"{name!r} cannot be read as results: {reason(error)}") from None

    def _read(self, row: Mapping[str, Any]) -> None:
        if (row["seed"], row["players"]) == (self.seed, bots.VERSION):
            timed = row.get("python", TIMED) == TIMED
            thoughts = tuple(Thought(*thought) for thought in row["thoughts"]) if timed else ()
            self._keep(Pairing(*row["pairing"]), DealPlayed(row["deal"], row["share"], row["moves"], thoughts))

    def _keep(self, pairing: Pairing, played: DealPlayed) -> None:
        self.found.setdefault(pairing, {})[played.deal] = played

    def of(self, pairing: Pairing) -> Mapping[int, DealPlayed]:
        return self.found.get(pairing, {})

    def add(self, pairing: Pairing, played: DealPlayed) -> None:
        self._keep(pairing, played)
        thoughts = [[round(thought.milliseconds, 2), thought.playouts] for thought in played.thoughts]
        row = {
            "pairing": pairing, "seed": self.seed, "players": bots.VERSION, "deal": played.deal,
            "share": played.share, "moves": played.moves, "thoughts": thoughts,
            "python": platform.python_implementation(),
        }  # fmt: skip
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, separators=(",", ":")) + "\n")


# -- the table -----------------------------------------------------------------------------------------------


def measured(pairing: Pairing, results: Results) -> Strength:
    return strength(pairing, [played.share for played in results.of(pairing).values()])


def line(pairing: Pairing, results: Results) -> str:
    """The pairing's row for the terminal."""
    if not results.of(pairing):
        return f"{pairing}: nothing played"
    found, bar = measured(pairing, results), BARS[pairing]
    verdict = f"; bar {bar}: {'holds' if bar.holds(found.percent) else 'FAILS'}" if str(bar) else ""
    return f"{pairing}: {found.percent:.1f} ±{found.within:.1f} %, {found.games} games{verdict}"


def write_table(name: str, results: Results, seed: int) -> None:
    """Puts the tables between the marks of a document. Raises CommandError."""
    path = Path(name)
    try:
        before, mark, rest = path.read_text(encoding="utf-8").partition(BEGIN)
        _old, end, after = rest.partition(END)
        if not mark or not end:
            raise CommandError(f"{name!r} has no place for the table: {BEGIN} and {END} are missing")
        text = "\n".join([BEGIN, *_strength_table(results), "", *_time_table(results), "", *_said(results, seed), END])
        path.write_text(before + text + after, encoding="utf-8", newline="\n")
    except OSError as error:
        raise CommandError(f"{name!r} cannot be written: {reason(error)}") from None


def _strength_table(results: Results) -> Iterator[str]:
    yield "| rules | seats | player | against | first places, % | games | bar |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for pairing, bar in BARS.items():
        if results.of(pairing):
            found = measured(pairing, results)
            rivals = pairing.rival if pairing.seats == 2 else f"{pairing.seats - 1} × {pairing.rival}"
            verdict = "holds" if bar.holds(found.percent) else "**fails**"
            if found.deals < DEALS[pairing.seats]:
                verdict = "too few games to say"
            holds = f"{bar}: {verdict}" if str(bar) else ""
            yield (
                f"| {pairing.preset} | {pairing.seats} | {pairing.challenger} | {rivals} "
                f"| {found.percent:.1f} ±{found.within:.1f} | {found.games} | {holds} |"
            )


def _time_table(results: Results) -> Iterator[str]:
    yield "| player | rules | seats | decisions | p50, ms | p95, ms | longest, ms | playouts, mean | playouts, most |"
    yield "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for challenger in ("hard", "normal", "easy"):
        places = {(p.preset, p.seats) for p in BARS if p.challenger == challenger and results.of(p)}
        for rules, seats in sorted(places, key=lambda place: (place[1], place[0])):
            thoughts = [
                thought
                for pairing in BARS
                if (pairing.preset, pairing.seats, pairing.challenger) == (rules, seats, challenger)
                for played in results.of(pairing).values()
                for thought in played.thoughts
            ]
            times = sorted(thought.milliseconds for thought in thoughts)
            if not times:
                continue
            played = [thought.playouts for thought in thoughts]
            middle, late = times[len(times) // 2], times[int(len(times) * 0.95)]
            yield (
                f"| {challenger} | {rules} | {seats} | {len(times)} | {middle:.2f} | {late:.2f} | {times[-1]:.1f} "
                f"| {sum(played) / len(played):.0f} | {max(played)} |"
            )


def _said(results: Results, seed: int) -> Iterator[str]:
    versions = f"rules version {registry.newest('whot').game.version}"
    games = sum(measured(pairing, results).games for pairing in BARS if results.of(pairing))
    yield f"Seed {seed}, {games} games, {versions}, players version {bots.VERSION},"
    yield f"{platform.python_implementation()} {platform.python_version()}, one core. Times are of the processor, over"
    yield f"decisions with more than one legal move, of {TIMED} alone; every Python makes the same moves. Nothing was"
    yield "cut short by a clock."


def _processor_ms() -> float:
    return 1000 * time.process_time()
