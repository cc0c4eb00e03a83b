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
from typing import Any

from django.conf import settings

from rules import bots
from rules.cli.think import Failed, Request, Thought, send, think
from rules.cli.think import receive as receive_from

logger = logging.getLogger(__name__)

HARD_STOP = 1.0  # seconds on the wall: then the best so far
STARTING = 10.0  # seconds for the process to be ready, once
LATE = 2.0  # seconds: then the process is given up, and what it should have thought of too
PATIENCE = 5.0  # seconds to wait for one's turn


class CannotThink(Exception):
    """No decision came. The text names the kind of fault, never a card."""


def decide(key: str, level: str, view: Any, told: Any, chance: int, seconds: float | None = None) -> Thought:
    """What a player of this game and level does, within `seconds` (else HARD_STOP). Raises CannotThink.

    A decision cut short by the clock is one, and is reported.
    """
    request = Request(key, level, view, told, chance, HARD_STOP if seconds is None else min(seconds, HARD_STOP))
    if level not in bots.SEARCHING:
        return _here(request)
    thought = _thinker.ask(request)
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

    def ask(self, request: Request) -> Thought:
        """Raises CannotThink; then the next question goes to a new process."""
        if not self.turn.acquire(timeout=PATIENCE):
            raise CannotThink("Busy")
        try:
            answer = self._answer(request)
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            self._stop()
            raise CannotThink(type(error).__name__) from None
        finally:
            self.turn.release()
        if isinstance(answer, Failed):
            raise CannotThink(answer.kind)
        return answer

    def _answer(self, request: Request) -> Thought | Failed:
        process = self._running()
        assert process.stdin is not None and process.stdout is not None
        send(process.stdin, request)
        answer: Thought | Failed = self._received(process, LATE)
        return answer

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
        self.owner = os.getpid()
        self._received(self.process, STARTING)
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
