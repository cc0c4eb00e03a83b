"""Where computer players think: in a process of their own, so that no page waits for them.

Each process of the site that needs one starts `python -m rules think` when it is first asked something hard, and speaks
with it over its pipes. It ends with the process that started it, however that ends. Whatever takes no time at all is
thought here.
"""

import atexit
import logging
import os
import select
import subprocess
import sys
import threading
import time
from typing import Any

from django.conf import settings

from rules import bots
from rules.cli.think import Failed, Request, Thought, send, think
from rules.cli.think import receive as receive_from

logger = logging.getLogger(__name__)

HARD_STOP = 1.0  # seconds on the wall: then the best so far
STARTING = 10.0  # seconds for the process to be ready; then another is started
LATE = 1.0  # seconds more than were given: then the process is given up, and what it should have thought of too
PATIENCE = 1.0  # seconds to wait for one's turn, and for the process to be ready


class CannotThink(Exception):
    """No decision came. The text names the kind of fault, never a card."""


class TooSlow(CannotThink):
    """No decision came in time: nothing is wrong with the player, and a simpler one may be asked."""


def decide(key: str, level: str, view: Any, told: Any, chance: int, seconds: float | None = None) -> Thought:
    """What a player of this game and level does, within `seconds`. Raises CannotThink; TooSlow where that, LATE and
    twice PATIENCE are over. Without `seconds` there is time: HARD_STOP, and as long as it takes the process to start.

    A decision cut short by the clock is one, and is reported.
    """
    request = Request(key, level, view, told, chance, HARD_STOP if seconds is None else min(seconds, HARD_STOP))
    if level not in bots.SEARCHING:
        return _here(request)
    thought = _thinker.ask(request, STARTING if seconds is None else PATIENCE)
    if thought.stopped:
        logger.warning(
            "A %s player was stopped after %d ms and %d playouts", level, thought.milliseconds, thought.playouts
        )
    return thought


def _here(request: Request) -> Thought:
    try:
        return think(request)
    except Exception as error:  # whatever goes wrong in a player, the people go on
        raise CannotThink(type(error).__name__) from None


class Thinker:
    """The other process, and whose turn it is to ask it."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None
        self.owner = 0
        self.starting: float | None = None  # since when, by time.monotonic(); None: it is ready

    def ask(self, request: Request, patience: float) -> Thought:
        """`patience`: seconds to wait for one's turn, and for the process to be ready. Raises CannotThink; then the
        next question goes to a new process, unless this one was only not ready yet."""
        if not self.turn.acquire(timeout=patience):
            raise TooSlow("Busy")
        try:
            answer = self._answer(request, patience)
        except TimeoutError:
            self._stop()
            raise TooSlow("TimeoutError") from None
        except (OSError, EOFError, ValueError) as error:
            self._stop()
            raise CannotThink(type(error).__name__) from None
        finally:
            self.turn.release()
        if isinstance(answer, Failed):
            raise CannotThink(answer.kind)
        return answer

    def _answer(self, request: Request, patience: float) -> Thought | Failed:
        process = self._running()
        self._wait_until_ready(process, patience)
        assert process.stdin is not None
        send(process.stdin, request)
        answer: Thought | Failed = self._received(process, request.seconds + LATE)
        return answer

    def _wait_until_ready(self, process: subprocess.Popen[bytes], patience: float) -> None:
        """Raises TooSlow while it may yet become so, TimeoutError when it had time enough."""
        if self.starting is None:
            return
        try:
            self._received(process, patience)
        except TimeoutError:
            if time.monotonic() < self.starting + STARTING:
                raise TooSlow("Starting") from None
            raise
        self.starting = None

    def _received(self, process: subprocess.Popen[bytes], seconds: float) -> Any:
        assert process.stdout is not None
        ready, _writable, _failed = select.select([process.stdout], [], [], seconds)
        if not ready:
            raise TimeoutError
        received = receive_from(process.stdout)
        if received is None:
            raise EOFError
        return received

    def _running(self) -> subprocess.Popen[bytes]:
        if self.process is not None and self.owner == os.getpid() and self.process.poll() is None:
            return self.process
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rules", "think"],
            cwd=settings.BASE_DIR,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the site, and the site ends this
        )
        self.owner, self.starting = os.getpid(), time.monotonic()
        logger.info("Computer players think in process %d", self.process.pid)
        return self.process

    def _stop(self) -> None:
        process, self.process = self.process, None
        if process is not None and self.owner == os.getpid():
            process.kill()
            process.wait()

    def close(self) -> None:
        with self.turn:
            self._stop()


_thinker = Thinker()
atexit.register(_thinker.close)
