"""Databases of earlier releases with live games, and what an upgrade must do with them (check 23).

    python -m tests.releases.live_games make FILE     live games in the database of the environment, and its backup
    python -m tests.releases.live_games go-on         every live game takes its next legal move; prints how many did

With each release run `make` on SQLite and, beside `python -m tests.servers`, on PostgreSQL (add `--pg-dump`), with
SECRET_KEY=of-the-releases, and commit both files, packed with gzip where that is worth it. A file is never made again:
it holds what that release wrote.
"""

import argparse
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")

import django

django.setup()

from django.core.management import call_command

from games.models import Game, Table
from games.services import play
from tests.games.factories import computer_game, key, legal, member, opened, rules, started, to_act

PRESETS = {"000": 3, "000W": 4, "001": 6, "002": 2, "003": 2}


def make(file: str, pg_dump: str) -> None:
    """A live game of each preset some moves on, one against the computer, a finished one, a table that waits."""
    call_command("migrate", verbosity=0)
    for preset, seats in PRESETS.items():
        _some_moves(started([member() for _ in range(seats)], preset=preset, turn_clock=14 * 24 * 3600))
    people = [member(), member()]
    play.leave(started(people, preset="001").code, people[0])
    host = member()
    table = computer_game(host, rules("001", 2, bot_level="easy"))
    _some_moves(Game.objects.get(table=table))
    opened(preset="001", seats=4)
    call_command("backup", file, pg_dump=pg_dump)


def _some_moves(game: Game) -> None:
    """Eight, or as many as there are before a computer player's turn."""
    for _ in range(8):
        if game.state != Game.State.PLAYING or game.players.get(seat=game.to_act).user_id is None:
            return
        game = play.act(game.code, to_act(game), legal(game)[-1], game.seq, key())


def go_on() -> int:
    """How many live games took a move: of a person by the door of people, of a computer player by the sweep's."""
    from games.services import computers

    moved = 0
    for game in Game.objects.filter(state=Game.State.PLAYING):
        before = game.seq
        if game.players.get(seat=game.to_act).user_id is None:
            computers.move_due([(game.code, game.seq)], lambda _code, service, *given: service(*given))
        else:
            play.act(game.code, to_act(game), legal(game)[0], game.seq, key())
        game.refresh_from_db()
        assert game.seq > before, game.code
        moved += 1
    assert Table.objects.filter(state=Table.State.ASSEMBLING).exists()
    return moved


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("make", "go-on"))
    parser.add_argument("file", nargs="?")
    parser.add_argument("--pg-dump", default="pg_dump")
    chosen = parser.parse_args()
    if chosen.what == "make":
        make(chosen.file, chosen.pg_dump)
    else:
        print(go_on())
    sys.exit(0)
