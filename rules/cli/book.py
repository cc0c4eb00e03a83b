"""`book`: the rules card of a game, or all its rules, for any preset and house rules."""

from __future__ import annotations

import argparse
from typing import Any

from rules.book import Line
from rules.cli.common import FINE, book_of, named, option, preset, preset_names, refused, whole
from rules.core import BadOptions


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "book",
        help="print the rules of a game",
        description="Prints what a player must know before sitting down, or with --all every rule of the game. "
        "A line marked * differs from the preset.",
        epilog="Exit codes: 0 done, 2 house rules that cannot be played or bad usage.",
    )
    parser.add_argument("preset", type=preset, metavar="PRESET", help=", ".join(preset_names().values()))
    parser.add_argument(
        "--option", action="append", type=option, default=[], metavar="NAME=VALUE",
        help="a house rule in place of the preset's; repeatable",
    )  # fmt: skip
    parser.add_argument("--seats", type=whole(2, 6), metavar="N", help="how many play; default any number")
    parser.add_argument("--all", action="store_true", help="every rule, in order of play")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    book = book_of(chosen.preset)
    try:
        options = book.options(chosen.preset, named(chosen.preset, chosen.option), chosen.seats)
    except BadOptions as error:
        raise refused(chosen.preset, error) from None
    print(f"{preset_names()[chosen.preset]}\n")
    if not chosen.all:
        _print(book.card(options, chosen.seats))
        return FINE
    for section in book.page(options, chosen.seats):
        print(f"{section.title}")
        _print(section.lines)
        print()
    return FINE


def _print(lines: list[Line] | tuple[Line, ...]) -> None:
    for line in lines:
        print(f"{'*' if line.differs else ' '} {line.rule:<6} {line.message}")
