"""The ten military ranks of the Whot Road in words, and what each unlocks (E2.3): a title, and a card back or a cloth.

The drawings are `static/ranks.svg` (`r0` to `r9`), `static/cards/backs.svg` (`b1` to `b9`) and the classes `cloth-n` of
`static/css/cloths.css`, all by the number of the rank.
"""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..coins.wares import WARES

RANKS: tuple[Promise, ...] = (
    _("Recruit"),
    _("Private"),
    _("Corporal"),
    _("Sergeant"),
    _("Lieutenant"),
    _("Captain"),
    _("Major"),
    _("Colonel"),
    _("Brigadier"),
    _("General"),
)

WORN = ("back", "cloth", "title")


class Reward(NamedTuple):
    """`kind` is one of WORN; `rank` unlocks it, or, from `wares.FIRST_NUMBER` on, is only its number."""

    kind: str
    rank: int
    name: Promise


_BACKS = {
    1: _("Cowries"),
    3: _("Kola nuts"),
    5: _("Talking drums"),
    7: _("Bronze coils"),
    9: _("Rising sun"),
}
_CLOTHS = {
    0: _("Indigo cloth"),
    2: _("Red earth cloth"),
    4: _("Striped loom cloth"),
    6: _("Night market cloth"),
    8: _("Purple court cloth"),
}
TITLES = {
    0: _("Fresh hand"),
    1: _("Market runner"),
    2: _("Shape caller"),
    3: _("Pick Two dealer"),
    4: _("Quiet counter"),
    5: _("Whot keeper"),
    6: _("Street champion"),
    7: _("Last card, always"),
    8: _("Market closer"),
    9: _("Grand Whot"),
}
REWARDS: dict[str, dict[int, Reward]] = {
    kind: {rank: Reward(kind, rank, name) for rank, name in names.items()}
    for kind, names in zip(WORN, (_BACKS, _CLOTHS, TITLES), strict=True)
}

BOUGHT = {kind: {w.number: Reward(kind, w.number, w.name) for w in WARES if w.kind == kind} for kind in WORN}


def reward(kind: str, rank: int | None) -> Reward | None:
    """The reward of a rank, or what was bought with coins (its number is behind those of the ranks)."""
    return None if rank is None else REWARDS.get(kind, {}).get(rank) or BOUGHT.get(kind, {}).get(rank)


def unlocked_by(rank: int) -> list[Reward]:
    """What this rank unlocks, the title last."""
    return [found for kind in WORN if (found := reward(kind, rank)) is not None]
