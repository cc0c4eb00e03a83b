"""`think`: computer players in a process of their own, for a site that must not be kept waiting by them.

It reads requests from standard input and writes answers to standard output until the input ends: with whoever started
it, it ends too. Both are pickled, each behind its length in four bytes; they come from the site's own process and from
nobody else. What a player is given is all that a request holds.
"""

from __future__ import annotations

import argparse
import os
import pickle
import sys
import time
from collections.abc import Sequence
from typing import IO, Any, Final, NamedTuple

from rules import bots
from rules.cli.common import FINE
from rules.core import Event, Message

NICE: Final = 10
"""How far it stands back for the processes that answer people."""

READY: Final = "ready"
"""What is sent first, once everything is loaded."""


class Request(NamedTuple):
    """A decision to make. `seconds`: after so many the best so far is the answer; `chance` makes the Chance."""

    key: str
    level: str
    view: Any
    told: Sequence[Event]
    chance: int
    seconds: float


class Thought(NamedTuple):
    """The action, and how it was found. `milliseconds` by the clock on the wall."""

    action: Any
    playouts: int
    stopped: bool
    reason: Message | None
    milliseconds: float


class Failed(NamedTuple):
    """The kind of the error; its text might name cards."""

    kind: str


def think(request: Request) -> Thought:
    """Thinks here and now. Raises whatever goes wrong in the player."""
    began = time.monotonic()
    enough = began + request.seconds
    decision = bots.player(request.key, request.level)(
        request.view, request.told, bots.Chance(request.chance), lambda: time.monotonic() > enough
    )
    milliseconds = 1000 * (time.monotonic() - began)
    return Thought(decision.action, decision.playouts, decision.stopped, decision.reason, milliseconds)


def add(commands: Any) -> None:
    parser = commands.add_parser(
        "think",
        help="decide for computer players, asked by the site",
        description="Serves a site: reads requests from standard input and answers on standard output.",
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    os.nice(NICE)
    send(sys.stdout.buffer, READY)
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return FINE


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answers requests, one after the other, until there are no more."""
    while (request := receive(requests)) is not None:
        answer: Thought | Failed
        try:
            answer = think(request)
        except Exception as error:  # whoever asked does the default action, and goes on
            answer = Failed(type(error).__name__)
        send(answers, answer)


def send(stream: IO[bytes], value: Any) -> None:
    data = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    stream.write(len(data).to_bytes(4, "big") + data)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """The next value; None at the end of the stream."""
    length = stream.read(4)
    if len(length) < 4:
        return None
    data = stream.read(int.from_bytes(length, "big"))
    return pickle.loads(data)  # from the process that started this one, over its own pipe
