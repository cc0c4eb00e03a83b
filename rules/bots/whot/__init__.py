"""Computer players of Whot, version 1 of its rules."""

from __future__ import annotations

from collections.abc import Mapping

from rules.bots.contract import Player
from rules.bots.whot.hard import hard
from rules.bots.whot.simple import by_chance, easy, normal

LEVELS: Mapping[str, Player] = {"random": by_chance, "easy": easy, "normal": normal, "hard": hard}
