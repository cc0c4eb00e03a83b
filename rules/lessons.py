"""The first deals that explain themselves, by the key of their game."""

from __future__ import annotations

from collections.abc import Mapping

from rules.go_stop.lesson import LESSON as GO_STOP
from rules.lesson import Lesson
from rules.whot.lesson import LESSON as WHOT

LESSONS: Mapping[str, Lesson] = {"whot": WHOT, "go_stop": GO_STOP}
