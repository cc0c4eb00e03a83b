"""`play`: a person against computer players in the terminal."""

from __future__ import annotations

import argparse
import hashlib
import os
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, Final

from rules import bots, registry, shuffle
from rules.cli.common import (
    FINE,
    CommandError,
    book_of,
    named,
    option,
    preset,
    preset_names,
    reason,
    refused,
    whole,
)
from rules.core import HOUSE_WORDS, BadOptions, Event, RulesError, Seat, Step, act
from rules.record import Entry, Fairness, SeatLine, build, to_text
from rules.shuffle import NO_CONTRIBUTION, Seed

DEFAULT_PRESET: Final = "001"
QUIT: Final = ("q", "quit", "exit")
LONGEST_THOUGHT: Final = 1.0  # seconds; then the best so far


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "play",
        help="play against the computer in the terminal",
        description="Play a game against computer players. Type a move (of Whot “play C5”, or "
        "just “C5”, “W20 star”, “C5 last”, “draw”, “pass”; of Go-Stop “play 03-2 take 03-3”, or just “3-2 3-3”, "
        "“choose 08-1”, “go”, “stop”), its number in the list that “?” shows, or “q” to stop.",
        epilog="Exit codes: 0 done, 2 bad usage or a record that cannot be saved.",
    )
    parser.add_argument(
        "game", nargs="?", choices=tuple(registry.GAMES), metavar="GAME",
        help=f"{', '.join(registry.GAMES)}; default that of the preset",
    )  # fmt: skip
    parser.add_argument(
        "--preset", type=preset, metavar="PRESET",
        help=f"{', '.join(preset_names().values())}; default {DEFAULT_PRESET}, or the first one of GAME",
    )  # fmt: skip
    parser.add_argument(
        "--option", action="append", type=option, default=[], metavar="NAME=VALUE",
        help="a house rule in place of the preset's; repeatable",
    )  # fmt: skip
    parser.add_argument("--seats", type=whole(2, 6), default=2, metavar="N", help="default 2")
    parser.add_argument("--seat", type=whole(0, 5), default=0, metavar="N", help="where you sit; default 0")
    levels = dict.fromkeys(level for players in bots.PLAYERS.values() for level in players)
    parser.add_argument(
        "--level", choices=tuple(levels), metavar="LEVEL",
        help=f"how well the others play: {', '.join(levels)}; default the usual one",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=whole(0, 2**63), metavar="N",
        help="the same seed gives the same deal and the same opponents",
    )  # fmt: skip
    parser.add_argument("--save", metavar="FILE", help="write the finished game as a record to a new file")
    parser.add_argument("--force", action="store_true", help="let --save write over a file that is there")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    if chosen.seat >= chosen.seats:
        raise CommandError(f"there is no seat {chosen.seat} at a table of {chosen.seats}")
    if chosen.preset is None:
        chosen.preset = DEFAULT_PRESET if chosen.game in (None, "whot") else registry.newest(chosen.game).presets[0]
    rules = registry.with_preset(chosen.preset)
    assert rules is not None
    if chosen.game not in (None, rules.game.key):
        raise CommandError(f"{preset_names()[chosen.preset]} is no kind of {chosen.game}")
    if chosen.save is not None:
        _check_writable(chosen.save, chosen.force)
    try:
        table = Table(rules, chosen)
    except BadOptions as error:
        raise refused(chosen.preset, error) from None
    if table.play() and chosen.save is not None:
        table.save(chosen.save, chosen.force)
    return FINE


def _check_writable(name: str, force: bool) -> None:
    """Better to know before the game than after it. Leaves everything as it was; raises CommandError."""
    if "\0" not in name and os.path.exists(name) and not os.path.isfile(name):
        raise CommandError(f"{name!r} cannot be written: it is not a file")
    there = os.path.lexists(name)
    with _opened(name, "a" if force else "x"):
        pass
    if not there:
        os.unlink(name)


@contextmanager
def _opened(name: str, mode: str) -> Iterator[IO[str]]:
    """The file to write to. Raises CommandError where it cannot be written, or may not."""
    try:
        with open(name, mode, encoding="utf-8", newline="\n") as file:
            yield file
    except FileExistsError:
        raise CommandError(f"{name!r} is there already; --force writes over it") from None
    except (OSError, ValueError) as error:
        raise CommandError(f"{name!r} cannot be written: {reason(error)}") from None


class Table:
    """One game in the terminal. Raises BadOptions when it cannot be dealt."""

    def __init__(self, rules: registry.RecordedGame, chosen: argparse.Namespace) -> None:
        self.rules = rules
        self.preset: str = chosen.preset
        self.named = named(chosen.preset, chosen.option)
        self.options = rules.options(self.preset, self.named)
        self.me: Seat = chosen.seat
        self.seats: int = chosen.seats
        self.level = _level(rules.game.key, chosen.level)
        self.names = [f"Computer {seat}" for seat in range(self.seats)]
        self.names[self.me] = "You"
        if chosen.seed is None:
            server_seed = secrets.token_bytes(shuffle.SEED_BYTES)
        else:
            server_seed = hashlib.sha256(b"play|%d" % chosen.seed).digest()
        self.game_id = f"play-{hashlib.sha256(server_seed).hexdigest()[:12]}"
        nobody = (NO_CONTRIBUTION,) * self.seats
        self.proof = Fairness.revealed(self.game_id, server_seed, nobody, rules.deck(self.options))
        self.seed = Seed.from_parts(server_seed, self.game_id, self.proof.deck, nobody)
        self.step: Step[Any] = rules.game.setup(options=self.options, seats=self.seats, seed=self.seed)
        self.told: list[list[Event]] = [[] for _seat in range(self.seats)]
        self.log: list[Entry] = []

    def play(self) -> bool:
        """Plays to the end; False when the person stopped before it."""
        game = self.rules.game
        print(f"{preset_names()[self.preset]}, {self.seats} seats; “?” shows your moves and the rules card")
        self._tell(self.step.events)
        while (seat := game.to_act(self.step.state)) is not None:
            if seat == self.me:
                text = self._ask()
                if text is None:
                    print("\nstopped; the game is not finished and not saved")
                    return False
            else:
                text = self._thought_of(seat)
            try:
                self.step = act(game, self.step.state, seat, text)
            except RulesError as error:
                print(f"not allowed: {error}")
                continue
            self.log.append(Entry(seat, text, _now()))
            self._tell(self.step.events)
        self._tell_result()
        return True

    def save(self, name: str, force: bool) -> None:
        """Writes the finished game as a record; over a file that is there only by `force`. Raises CommandError."""
        people = [
            SeatLine("You") if seat == self.me else SeatLine(self.names[seat], "bot", self.level)
            for seat in range(self.seats)
        ]
        record = build(
            preset=self.preset, options=self.named, seats=people, game_id=self.game_id,
            table="terminal", fairness=self.proof, log=self.log, game=self.rules.game.key,
        )  # fmt: skip
        with _opened(name, "w" if force else "x") as file:
            file.write(to_text(record))
        print(f"saved as {name}")

    def _thought_of(self, seat: Seat) -> str:
        """The text of what a computer player does, from what its seat sees."""
        game = self.rules.game
        chance = bots.Chance(bots.chance_of(self.seed, seat, len(self.log)))
        enough = time.monotonic() + LONGEST_THOUGHT
        think = bots.player(game.key, self.level)
        view = game.view(self.step.state, seat)
        return game.format_action(think(view, self.told[seat], chance, lambda: time.monotonic() > enough).action)

    def _ask(self) -> str | None:
        """The text of an action; None when the person stops."""
        game = self.rules.game
        print()
        for line in self.rules.table_lines(game.view(self.step.state, self.me), self.names):
            print(f"  {line}")
        legal = _fullest_first([game.format_action(action) for action in game.legal_actions(self.step.state)])
        while True:
            print("> ", end="", flush=True)
            try:
                line = sys.stdin.buffer.readline(4096).decode("utf-8", "replace") if sys.stdin else ""
            except OSError as error:
                raise CommandError(f"your moves cannot be read: {reason(error)}") from None
            typed = line.strip()
            if not line or typed.lower() in QUIT:
                return None
            if typed == "?":
                self._help(legal)
            elif typed.isascii() and typed.isdigit():
                if len(typed) < 4 and 1 <= int(typed) <= len(legal):
                    return legal[int(typed) - 1]
                print(f"there are moves 1 to {len(legal)}; “?” shows them")
            elif typed in HOUSE_WORDS:
                print(f"“{typed}” is a word of the house; “q” stops the game")
            elif typed:
                return self.rules.read_input(typed)

    def _help(self, legal: list[str]) -> None:
        for number, text in enumerate(legal, 1):
            print(f"  {number:2} {text}")
        print()
        book = book_of(self.preset)
        without_meaning = {rule.name for rule in book.house_rules() if rule.of_clocks}
        for line in book.card(self.options, self.seats):
            if line.option not in without_meaning:
                print(f"  {'*' if line.differs else ' '} {line.message} ({line.rule})")
        print("    No clock runs in the terminal.")

    def _tell(self, events: tuple[Event, ...]) -> None:
        for seat, told in enumerate(self.told):
            told += self.rules.game.tell(events, seat)
        for event in self.rules.game.tell(events, self.me):
            print(self.rules.telling(event, self.me, self.names))

    def _tell_result(self) -> None:
        outcome = self.rules.game.outcome(self.step.state)
        assert outcome is not None
        print()
        place = 1
        for group in outcome.ranking:
            for seat in group:
                print(f"  {place}. {self.names[seat]}, {outcome.points[seat]} points")
            place += len(group)


def _level(key: str, named: str | None) -> str:
    """The level to play at. Raises CommandError where the game has not the one named."""
    if named is None:
        return bots.usual_level(key)
    known = tuple(bots.PLAYERS.get(key, ()))
    if named not in known:
        raise CommandError(f"there is no {named!r} player of this game; there is {', '.join(known)}")
    return named


def _fullest_first(texts: list[str]) -> list[str]:
    """The moves in their order, except that one which says more ("last") stands before the same without it."""
    listed: list[str] = []
    for text in texts:
        shorter = [place for place, other in enumerate(listed) if text.startswith(f"{other} ")]
        listed.insert(min(shorter, default=len(listed)), text)
    return listed


def _now() -> str:
    milliseconds = time.time_ns() // 1_000_000
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(milliseconds // 1000))
    return f"{stamp}.{milliseconds % 1000:03d}Z"
