"""Go-Stop for two with hwatu, by the rules of docs/rules/go_stop.md."""

from rules.go_stop.game import GO_STOP, GoStop
from rules.go_stop.options import Options, options_for

__all__ = ["GO_STOP", "GoStop", "Options", "options_for"]
