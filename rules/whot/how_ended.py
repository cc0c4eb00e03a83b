"""How a game of Whot ended, in sentences: who played the last card and which it was, who left (W7.5, W8)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core import Event, Seat
from rules.core import gettext_noop as _
from rules.phrases import HowEnded, Told, went_out
from rules.whot import words
from rules.whot.screen import face

_LAST_CARD = Told(_("You played your last card: %(card)s."), _("%(name)s played the last card of the hand: %(card)s."))


def how_ended(told: Sequence[Event], viewer: Seat | None, names: Sequence[str]) -> HowEnded:
    """For `viewer` (None: an onlooker); `told` is all that happened in a game that is over."""
    gone = went_out(told, viewer, names)
    end = next(event for event in reversed(told) if event.name == "ended")
    if end.detail == "emptied_hand":  # W7.1
        last = next(event for event in reversed(told) if event.name == "played")
        values = {"name": names[last.seat or 0], "card": words.card_name(last.cards[0])}
        return HowEnded((_LAST_CARD.to(last.seat == viewer, values), *gone), (face(last.cards[0]),))
    why = words.telling(end, viewer, names)
    return HowEnded((*gone, why) if end.detail == "last_player" else (why, *gone))
