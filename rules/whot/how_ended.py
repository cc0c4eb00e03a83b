"""How a game of Whot ended, in sentences: who played the last card and which it was, who left (W7.5, W8)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core import Event, Seat, say
from rules.core import gettext_noop as _
from rules.phrases import HowEnded, Told, listed, went_out
from rules.whot import words
from rules.whot.screen import face

_LAST_CARD = Told(_("You played your last card: %(card)s."), _("%(name)s played the last card of the hand: %(card)s."))
_WITH_IT = _("With it went: %(cards)s.")


def how_ended(told: Sequence[Event], viewer: Seat | None, names: Sequence[str]) -> HowEnded:
    """For `viewer` (None: an onlooker); `told` is all that happened in a game that is over."""
    gone = went_out(told, viewer, names)
    end = next(event for event in reversed(told) if event.name == "ended")
    if end.detail == "emptied_hand":  # W7.1
        at = max(number for number, event in enumerate(told) if event.name == "played")
        last, thrown = told[at], [code for event in told[at:] if event.name == "discarded" for code in event.cards]
        values = {"name": names[last.seat or 0], "card": words.card_name(last.cards[0])}
        lines = [_LAST_CARD.to(last.seat == viewer, values)]
        if thrown:  # W4.10: a Discard All that empties the hand wins
            lines.append(say(_WITH_IT, cards=listed(words.card_name(code) for code in thrown)))
        return HowEnded((*lines, *gone), (face(last.cards[0]),))
    why = words.telling(end, viewer, names)
    return HowEnded((*gone, why) if end.detail == "last_player" else (why, *gone))
