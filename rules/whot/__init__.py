"""Whot, the Nigerian card game, in every variant of the rule book (docs/rules/whot.md)."""

from rules.whot.game import WHOT, Whot
from rules.whot.options import PRESETS, Options, options_for

__all__ = ["PRESETS", "WHOT", "Options", "Whot", "options_for"]
