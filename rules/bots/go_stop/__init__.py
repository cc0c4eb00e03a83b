"""Computer players of Go-Stop, version 1 of its rules. They play for points, since points are what is paid."""

from __future__ import annotations

from collections.abc import Mapping

from rules.bots.by_chance import any_move
from rules.bots.contract import Player
from rules.bots.go_stop.hard import hard
from rules.bots.go_stop.simple import easy, normal

LEVELS: Mapping[str, Player] = {"random": any_move, "easy": easy, "normal": normal, "hard": hard}
