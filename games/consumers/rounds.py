"""Drawing for sockets: all those of this process that look at the same game are drawn in one round.

A round takes as many statements as one viewer would need, and each viewer still gets a table of their own, after their
session and their right to look were asked for anew. What comes in during a round waits for the next one. Rounds run in
threads of their own: the one thread that Channels shares among all sockets would make each wait for every other.
"""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import NamedTuple

from channels.db import DatabaseSyncToAsync
from django.template.loader import render_to_string
from django.utils import timezone, translation

from .. import errors, presenters, selectors
from ..log import BrokenLog
from ..models import Game
from ..selectors import GameSeen
from .viewers import Viewer, ask_again

BEYOND = 1 << 31
"""A place behind every log: after it nothing is sent any more."""

THREADS = 2
threads = ThreadPoolExecutor(THREADS, thread_name_prefix="rounds")
_Waiting = list[tuple[Viewer, "asyncio.Future[Drawn | None]"]]
_waiting: dict[tuple[asyncio.AbstractEventLoop, str], _Waiting] = {}
_running: dict[tuple[asyncio.AbstractEventLoop, str], "asyncio.Task[None]"] = {}


class Drawn(NamedTuple):
    """A table as one viewer may see it. `place`: in the log, with the state of the game; None: their session ended."""

    place: tuple[int, str] | None
    fragment: str


async def table_for(code: str, viewer: Viewer) -> Drawn | None:
    """The table of a game for one socket, drawn after this call; None: nothing here is for this viewer."""
    loop = asyncio.get_running_loop()
    key = (loop, code)
    mine: asyncio.Future[Drawn | None] = loop.create_future()
    _waiting.setdefault(key, []).append((viewer, mine))
    if key not in _running:
        _running[key] = loop.create_task(_rounds(key))
    return await mine


async def _rounds(key: tuple[asyncio.AbstractEventLoop, str]) -> None:
    """One round after the other, as long as somebody waits."""
    try:
        await asyncio.sleep(0)  # the others that were told in the same moment join
        while waiting := _waiting.pop(key, None):
            await _round(key[1], waiting)
    finally:
        del _running[key]


async def _round(code: str, waiting: _Waiting) -> None:
    try:
        drawn = await DatabaseSyncToAsync(draw, thread_sensitive=False, executor=threads)(
            code, [viewer for viewer, _future in waiting], timezone.now()
        )
    except BaseException as error:
        for _viewer, future in waiting:
            if not future.done():
                future.set_exception(error if isinstance(error, Exception) else asyncio.CancelledError())
        if not isinstance(error, Exception):
            raise
        return
    for (_viewer, future), table in zip(waiting, drawn, strict=True):
        if not future.done():  # its socket has gone meanwhile
            future.set_result(table)


def draw(code: str, viewers: Sequence[Viewer], now: datetime) -> list[Drawn | None]:
    """The table for each of these viewers, in order. Database."""
    ask_again(viewers)
    found = selectors.game_with_players(code)
    shared: dict[tuple[str, str], Drawn] = {}
    return [_drawn(code, found, viewer, now, shared) for viewer in viewers]


def _drawn(
    code: str,
    found: selectors.GameWithPlayers | None,
    viewer: Viewer,
    now: datetime,
    shared: dict[tuple[str, str], Drawn],
) -> Drawn | None:
    with viewer.reading():
        if viewer.is_signed_out():
            return Drawn(None, render_to_string("games/_signed_out.html", {"code": code}))
        try:
            seen = selectors.seen_by(found, viewer.user)
        except errors.Refused:
            return None
        if seen.seat is not None or seen.game.state != Game.State.PLAYING:
            return _table(seen, viewer, now)
        # Whoever looks on at a running game in this language and time zone sees the same.
        reader = (translation.get_language() or "", timezone.get_current_timezone_name())
        if reader not in shared:
            shared[reader] = _table(seen, viewer, now)
        return shared[reader]


def _table(seen: GameSeen, viewer: Viewer, now: datetime) -> Drawn:
    try:
        if seen.game.state == Game.State.FROZEN:
            raise BrokenLog(seen.game.code, "it is frozen")
        return Drawn(presenters.place_of(seen), presenters.panel(seen, viewer.user, now))
    except BrokenLog:
        return Drawn((BEYOND, "frozen"), render_to_string("games/_stopped.html", {"code": seen.game.code}))
