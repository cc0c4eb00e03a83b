"""Sockets as they arrive over the wire: readers that do not read, and bytes that are no frames (checks 57, 58, 62)."""

import contextlib
import random
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.processes import free_port, started

from .flooding import FRAME, FRAMES

pytestmark = pytest.mark.once
HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


class Served:
    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port

    def opened(self, path: str, buffer: int = 0) -> socket.socket:
        """A connection on which the handshake has been made."""
        found = socket.socket()
        if buffer:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        found.settimeout(30)
        found.connect(("127.0.0.1", self.port))
        found.sendall(HANDSHAKE.format(path=path).encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += found.recv(1)
        assert b" 101 " in answer
        return found

    def most_memory(self) -> int:
        """kB that the server has used at most."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    port = free_port()
    command = [sys.executable, "-m", "tests.site.flooding", str(port)]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with started(command, 120, text=True, **pipes) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        yield Served(process, port)


def taken(reader: socket.socket) -> int:
    """Reads to the end of the connection, or until all frames are there; how many bytes came."""
    count, most = 0, len(FRAME) * FRAMES
    try:
        while count < most and (more := reader.recv(1 << 20)):
            count += len(more)
    except ConnectionResetError:
        pass
    return count


def test_a_reader_that_does_not_read_is_dropped_and_nothing_is_kept_for_it(served: Served) -> None:
    quick = served.opened("/flood")
    assert taken(quick) >= len(FRAME) * FRAMES, "who reads gets everything"
    quick.close()
    before = served.most_memory()
    lazy = served.opened("/flood", buffer=4096)
    one = served.opened("/one")
    assert len(one.recv(1 << 16)) > 0, "the others are served meanwhile"
    waiting = served.opened("/flood")  # as long as this one takes, the other was sent as much
    assert taken(waiting) >= len(FRAME) * FRAMES
    assert taken(lazy) < len(FRAME) * FRAMES, "it was dropped"
    assert served.most_memory() - before < 10_000, "kB; kept for it would have been 40,000"
    for each in (lazy, one, waiting):
        each.close()


def frame(kind: int, data: bytes, *, last: bool = True, mask: bool = True, length: int | None = None) -> bytes:
    size = len(data) if length is None else length
    head = bytes([kind | (0x80 if last else 0)])
    marked = 0x80 if mask else 0
    if size < 126:
        head += bytes([marked | size])
    elif size < 1 << 16:
        head += bytes([marked | 126]) + struct.pack("!H", size)
    else:
        head += bytes([marked | 127]) + struct.pack("!Q", size)
    return head + (b"\0\0\0\0" if mask else b"") + data


def ends(connection: socket.socket) -> bool:
    """Whether the server ends the connection."""
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "sent",
    [
        frame(TEXT, b"x", length=1 << 40),
        frame(BINARY, b"", length=70_000),
        frame(TEXT, b"x" * 65_000, last=False) + frame(0, b"x" * 65_000),
        frame(TEXT, b"\xff\xfe"),
        frame(TEXT, b"x", mask=False),
        frame(5, b"x"),
        frame(0, b"x"),
        frame(PING, b"x" * 200),
        frame(0x40 | TEXT, b"x"),
        b"GET / HTTP/1.1\r\n\r\n",
    ],
    ids=["a length of a terabyte", "more than 64 KiB", "more than 64 KiB in parts", "no UTF-8", "not masked",
         "an unknown kind", "a part of nothing", "a long ping", "a reserved bit", "no frame"],
)  # fmt: skip
def test_what_is_no_frame_for_us_ends_its_own_socket_alone(served: Served, sent: bytes) -> None:
    good, bad = served.opened("/one"), served.opened("/one")
    bad.sendall(sent)
    assert ends(bad)
    good.sendall(frame(TEXT, b"{}") + frame(PING, b"?") + frame(CLOSE, struct.pack("!H", 1000)))
    assert ends(good)
    bad.close()
    good.close()


def test_any_bytes_at_all_harm_nobody_else(served: Served) -> None:
    chance = random.Random(57)
    before = served.most_memory()
    for _connection in range(40):
        bad = served.opened("/one")
        parts = [
            chance.choice([
                chance.randbytes(chance.randint(1, 300)),
                frame(chance.randrange(16), chance.randbytes(chance.randint(0, 300)), last=chance.random() < 0.7),
                frame(TEXT, b"[" * chance.randint(1, 60_000)),
            ])
            for _part in range(chance.randint(1, 12))
        ]  # fmt: skip
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            bad.sendall(b"".join(parts))
        bad.close()
    assert len(served.opened("/one").recv(1 << 16)) > 0
    assert served.most_memory() - before < 10_000
