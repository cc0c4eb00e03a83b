"""The Whot Road as its page draws it: ten stops, and what the road is worth walking for."""

from collections.abc import Set
from typing import NamedTuple

from django.utils.functional import Promise

from rules import road

from ..coin_terms import number
from ..coins.wares import WARES
from .models import Career
from .rewards import RANKS, Reward, unlocked_by
from .selectors import OnRoad

REACHED, HERE, AHEAD = "reached", "here", "ahead"


class Stop(NamedTuple):
    """A military rank on the Road. `walked`: hundredths of the stretch to the next stop that lie behind."""

    rank: int
    name: Promise
    at: int  # feat points from which it is held
    state: str  # one of the three above; empty for a visitor
    missing: int  # feat points until it
    walked: int
    unlocks: list[Reward]
    unlocked: bool  # its rewards, which stay when the rank is lost


def stops(me: OnRoad | None) -> list[Stop]:
    """All ten, from Recruit to General; `me` None: for somebody who is not signed in."""
    return [_stop(rank, me) for rank in range(road.MILITARY_RANKS)]


def _stop(rank: int, me: OnRoad | None) -> Stop:
    at = road.feat_threshold(rank)
    if me is None:
        return Stop(rank, RANKS[rank], at, "", 0, 0, unlocked_by(rank), False)
    state = HERE if rank == me.rank else REACHED if rank < me.rank else AHEAD
    walked = {HERE: me.walked, REACHED: 100, AHEAD: 0}[state]
    return Stop(
        rank, RANKS[rank], at, state, max(0, at - me.feat), walked, unlocked_by(rank), rank <= me.best_rank
    )  # fmt: skip


class Worth(NamedTuple):
    """What a Wild game of one multiplier brings the first, and costs the third and fourth, at one rank (E2.1, E2.2)."""

    multiplier: int
    win: int
    loss: int


def worth(rank: int) -> list[Worth]:
    return [
        Worth(multiplier, road.feat_change(0, multiplier, rank), -road.feat_change(3, multiplier, rank))
        for multiplier in road.MULTIPLIERS
    ]


class Choice(NamedTuple):
    """A reward on the page where rewards are put on: a rank's, or one that is bought for `price` (else empty)."""

    reward: Reward
    unlocked: bool
    worn: bool
    rank_name: Promise | str
    price: str = ""


def choices(career: Career, kind: str, bought: Set[str]) -> list[Choice]:
    """All rewards of one kind in the order of the Road, and what coins buy behind them."""
    on_the_road = [
        Choice(reward, reward.rank <= career.best_rank, getattr(career, kind) == reward.rank, RANKS[reward.rank])
        for rank in range(road.MILITARY_RANKS)
        for reward in unlocked_by(rank)
        if reward.kind == kind
    ]
    in_the_shop = [
        Choice(Reward(kind, w.number, w.name), w.key in bought, getattr(career, kind) == w.number, "", number(w.price))
        for w in WARES
        if w.kind == kind
    ]
    return on_the_road + in_the_shop
