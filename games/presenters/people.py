"""Those who play, as a page names them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse

from accounts.models import User

from ..models import Player
from ..models import Seat as SeatRow


class Named(NamedTuple):
    """Somebody in a list of names; `profile` as in ResultLine."""

    name: str
    profile: str


def names_of(players: Sequence[Player]) -> list[str]:
    """The players' names by seat, as the reader sees them; those who closed their account have none any more."""
    return [player.shown_name for player in players]


def profiles(people: Iterable[Player | SeatRow], viewer: User | None) -> dict[int, str]:
    """Addresses of the profiles of these people by the number of the person, in one query.

    Members alone have one to link to: no guest, no computer player, no closed account, and not the viewer's own.
    """
    ids = {person.user_id for person in people if person.user_id is not None} - {viewer.pk if viewer else None}
    members = User.objects.filter(pk__in=ids, is_guest=False, is_active=True, closed_at=None)
    return {pk: reverse("profile", args=[username]) for pk, username in members.values_list("pk", "username")}


def named(players: Sequence[Player], addresses: Mapping[int, str]) -> list[Named]:
    """The players by seat, with the addresses of `profiles`."""
    return [
        Named(name, addresses.get(player.user_id or 0, ""))
        for name, player in zip(names_of(players), players, strict=True)
    ]
