"""Words in a template: sentences of `rules`, `{{ card.name|said }}`, and times, `{{ game.ended_at|moment }}`."""

from collections.abc import Sequence
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext

from rules.core import Message
from rules.registry import newest

from .. import narration
from ..models import Player
from ..translating import translated

register = template.Library()


@register.filter
def said(message: Message) -> str:
    """The message in the reader's language; escaped like any other text."""
    return translated(message)


@register.filter
def points_told(points: int, rules_key: str) -> str:
    """Somebody's points in a game, in words that stand beside “You won”: in Whot who wins has none left."""
    if newest(rules_key).counts_hands:
        return ngettext("%(points)s point left in hand", "%(points)s points left in hand", points) % {"points": points}
    return ngettext("%(points)s point", "%(points)s points", points) % {"points": points}


@register.filter
def points_of(player: Player) -> str:
    """The points of somebody in a past game as `points_told` says them; nothing where there are none to speak of: who
    sat out, or won with nothing left. Of who left or missed too many turns that is said: such a place is the last,
    whatever the hand was (W8.3)."""
    if player.points is None or (player.result == Player.Result.WON and not player.points):
        return ""
    told = points_told(player.points, player.game.rules_key)
    return gettext("%(points)s · out") % {"points": told} if player.out else told


@register.filter
def thousands(count: int) -> str:
    """A whole number with its thousands set apart: 1,120."""
    return f"{count:,}"


@register.filter
def gained(count: int) -> str:
    """What came or went, with its sign: +1,120, −3, or 0."""
    return f"+{count:,}" if count > 0 else f"−{-count:,}" if count else "0"


@register.filter
def moment(at: datetime) -> str:
    """The time in the reader's zone, which is named; with the date unless it is today there."""
    return narration.moment(at, timezone.now())


@register.filter
def dated(at: datetime) -> str:
    """The time in the reader's zone, which is named, with its date."""
    return narration.dated(at)


@register.filter
def until(begins: datetime, ends: datetime) -> str:
    """From one moment to another, `{{ round.opens_at|until:round.ends_at }}`, without the zone: name it beside."""
    return narration.period(begins, ends)


@register.simple_tag
def zone_here() -> str:
    """What the reader's time zone is called."""
    return narration.zone()


@register.filter
def cells(numbers: Sequence[int | None]) -> SafeString:
    """A row of a table of numbers; a dash where there is none. A tag for each would take ten times as long."""
    return mark_safe("".join("<td>–</td>" if number is None else f"<td>{number:d}</td>" for number in numbers))
