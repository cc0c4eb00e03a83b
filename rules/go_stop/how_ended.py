"""How a deal of Go-Stop ended, in sentences: who called Stop, who held or made what, who left (section 6)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core import Event, Seat
from rules.core import gettext_noop as _
from rules.go_stop import words
from rules.go_stop.names import points_words
from rules.go_stop.screen import face
from rules.phrases import HowEnded, Told, went_out

_STOPPED = Told(_("You called Stop and were paid %(points)s."), _("%(name)s called Stop and was paid %(points)s."))
_THIRD_PPUK = Told(_("You made a third Ppuk."), _("%(name)s made a third Ppuk."))
_BY = {"stop": "stopped", "hand_quad": "quad", "three_ppuk": "ppuk"}
"""The event that ended the deal, by the reason that is stored."""


def how_ended(told: Sequence[Event], viewer: Seat | None, names: Sequence[str]) -> HowEnded:
    """For `viewer` (None: an onlooker); `told` is all that happened in a deal that is over."""
    gone = went_out(told, viewer, names)
    end = next(event for event in reversed(told) if event.name == "ended")
    if end.detail not in _BY:
        why = words.telling(end, viewer, names)
        return HowEnded((*gone, why) if end.detail == "last_player" else (why, *gone))
    last = next(event for event in reversed(told) if event.name == _BY[end.detail])
    own, values = last.seat == viewer, {"name": names[last.seat or 0], "points": points_words(last.count)}
    if end.detail == "stop":
        return HowEnded((_STOPPED.to(own, values),))
    said = _THIRD_PPUK.to(own, values) if end.detail == "three_ppuk" else words.telling(last, viewer, names)
    return HowEnded((said,), tuple(face(code) for code in last.cards))
