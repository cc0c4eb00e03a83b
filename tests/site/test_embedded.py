"""The one-process site: its sweeper, its channel layer, and the command that starts it."""

import asyncio
import contextlib
import json
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.core.management import call_command

from accounts import mails
from tests.processes import environment, free_port, manage, site
from whot_site.embedded import CannotListen, Sweeper, check_address
from whot_site.management.commands import play
from whot_site.memory_layer import LoopSafeInMemoryChannelLayer

pytestmark = pytest.mark.once


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def ran() -> list[str]:
    return []


@pytest.fixture
def chores(ran: list[str]) -> Celery:
    """A Celery application of two tasks, one of which always fails."""
    app = Celery("chores", set_as_current=False)

    @app.task(name="works", shared=False)
    def works() -> None:
        ran.append("works")

    @app.task(name="fails", shared=False)
    def fails() -> None:
        ran.append("fails")
        raise RuntimeError("as ever")

    return app


@pytest.mark.django_db  # it closes connections that are too old
def test_the_sweeper_runs_a_task_at_once_and_again_after_its_interval(chores: Celery, ran: list[str]) -> None:
    clock = Clock()
    sweeper = Sweeper(chores, {"a": {"task": "works", "schedule": timedelta(seconds=10)}}, clock)
    sweeper.sweep()
    clock.now += 9.9
    sweeper.sweep()
    assert ran == ["works"]
    clock.now += 0.1
    sweeper.sweep()
    assert ran == ["works", "works"]


@pytest.mark.django_db  # it closes connections that are too old
def test_a_failing_task_is_logged_and_stops_no_other(
    chores: Celery, ran: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    every_second = timedelta(seconds=1)
    schedule = {"bad": {"task": "fails", "schedule": every_second}, "good": {"task": "works", "schedule": every_second}}
    sweeper = Sweeper(chores, schedule, clock)
    sweeper.sweep()
    clock.now += 1
    sweeper.sweep()
    assert ran == ["fails", "works", "fails", "works"]
    assert "The task 'bad' failed" in caplog.text and "as ever" in caplog.text


def test_the_sweeper_thread_ends_when_told(chores: Celery, ran: list[str]) -> None:
    sweeper = Sweeper(chores, {"a": {"task": "works", "schedule": timedelta(seconds=10)}})
    sweeper.start()
    thread = next(thread for thread in threading.enumerate() if thread.name == "sweeper")
    sweeper.stop()
    thread.join(timeout=2)
    assert not thread.is_alive()


@pytest.fixture
def server_loop() -> Iterator[asyncio.AbstractEventLoop]:
    """An event loop that runs in a thread of its own, as the web server's does."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield loop
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def test_a_push_from_another_thread_wakes_the_receiver_at_once(server_loop: asyncio.AbstractEventLoop) -> None:
    layer = LoopSafeInMemoryChannelLayer()

    async def listen() -> tuple[dict[str, object], float]:
        await layer.group_add("game.x", "socket.1")
        listening.set()
        message = await layer.receive("socket.1")
        return message, time.monotonic()

    listening = threading.Event()
    heard = asyncio.run_coroutine_threadsafe(listen(), server_loop)
    assert listening.wait(5)
    time.sleep(0.05)  # let the loop fall asleep: that is the case that went wrong
    sent = time.monotonic()
    asyncio.run(layer.group_send("game.x", {"type": "table", "seq": 42}))
    message, at = heard.result(timeout=5)
    assert message == {"type": "table", "seq": 42}
    assert at - sent < 0.3


def test_a_push_after_the_server_stopped_is_dropped_quietly() -> None:
    layer = LoopSafeInMemoryChannelLayer()
    asyncio.run(layer.group_add("game.x", "socket.1"))  # its loop is closed by now
    asyncio.run(layer.group_send("game.x", {"type": "table", "seq": 42}))


def test_a_new_loop_takes_over_from_a_closed_one() -> None:
    layer = LoopSafeInMemoryChannelLayer()
    asyncio.run(layer.group_add("game.x", "socket.1"))

    async def send_and_receive() -> dict[str, object]:
        await layer.group_add("game.x", "socket.2")
        await layer.group_send("game.x", {"type": "table", "seq": 7})
        return await asyncio.wait_for(layer.receive("socket.2"), 2)

    assert asyncio.run(send_and_receive()) == {"type": "table", "seq": 7}


def test_a_busy_port_is_named_with_a_way_out() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CannotListen, match=rf"port {port}: another program is using it.*PORT={port + 1}"):
            check_address("127.0.0.1", port)


@pytest.mark.parametrize("port", [99_999, 65_536, 0, -1, 10**30])
def test_what_is_no_port_is_named_with_a_way_out(port: int) -> None:
    with pytest.raises(CannotListen, match=rf"^{port} is not a port: it can be 1 to 65535\..*make play PORT="):
        check_address("127.0.0.1", port)


@pytest.mark.parametrize(
    "host", ["", " ", "no.such.host", "256.1.1.1", "127.0.0.1:8000", "::1%nothing", "..", "x" * 300, "a\0b", "é", "-1"]
)
def test_what_is_no_address_is_named_with_a_way_out(host: str) -> None:
    with pytest.raises(CannotListen, match=r"is not an address of this machine.*make play HOST=") as no:
        check_address(host, free_port())
    assert len(str(no.value)) < 300


def test_an_address_of_another_machine_is_told_from_a_busy_port() -> None:
    with pytest.raises(CannotListen, match=r"has no such address\. Choose another address: make play HOST=127"):
        check_address("192.0.2.1", free_port())  # RFC 5737: nobody has it


def test_a_name_of_this_machine_will_do() -> None:
    check_address("localhost", free_port())


def test_the_last_port_has_no_next_one() -> None:
    with socket.socket() as taken:
        with contextlib.suppress(OSError):  # then somebody else has it, which will do
            taken.bind(("127.0.0.1", 65_535))
            taken.listen()
        with pytest.raises(CannotListen, match="PORT=65534"):
            check_address("127.0.0.1", 65_535)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--port", "99999"), "99999 is not a port"),
        (("--port", "-1"), "-1 is not a port"),
        (("--port", "0"), "0 is not a port"),
        (("--port", "many"), "many"),
        (("--port", ""), "port"),
        (("--host", "no.such.host"), "no.such.host"),
        (("--host", ""), "is not an address"),
        (("--host", "192.0.2.1"), "no such address"),
    ],
    ids=lambda part: " ".join(part) if isinstance(part, tuple) else "",
)
def test_play_says_in_a_sentence_what_is_wrong_with_its_address(
    arguments: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    done = manage("play", *arguments, DATA_DIR=str(tmp_path))
    assert done.returncode in (1, 2)
    assert told in done.stderr and "Traceback" not in done.stderr


def test_a_free_port_is_left_free_by_the_check() -> None:
    port = free_port()
    check_address("127.0.0.1", port)
    check_address("127.0.0.1", port)


@pytest.mark.parametrize(
    ("host", "allowed", "link"),
    [
        ("127.0.0.1", ["localhost"], "http://127.0.0.1:{}/friends/"),
        ("::1", ["localhost"], "http://[::1]:{}/friends/"),
        ("0.0.0.0", ["localhost", "127.0.0.1"], "http://localhost:{}/friends/"),
        ("0.0.0.0", [".example.org", "192.168.1.7"], "http://192.168.1.7:{}/friends/"),
        ("0.0.0.0", ["*"], "http://localhost:{}/friends/"),
    ],
)
def test_links_in_mails_lead_where_play_listens(
    host: str, allowed: list[str], link: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SITE_URL, settings.SITE_URL_GIVEN, settings.ALLOWED_HOSTS = settings.LOCAL_URL, False, allowed
    assert links_while_playing(monkeypatch, host, 8765) == [link.format(8765)]


def test_an_address_that_was_given_is_where_links_in_mails_lead(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SITE_URL, settings.SITE_URL_GIVEN = "https://whot.example.org", True
    assert links_while_playing(monkeypatch, "127.0.0.1", 8765) == ["https://whot.example.org/friends/"]


def links_while_playing(monkeypatch: pytest.MonkeyPatch, host: str, port: int) -> list[str]:
    """The address of a page as a mail names it while `manage.py play` serves."""
    links: list[str] = []
    monkeypatch.setattr(play, "check_address", lambda *where: None)
    monkeypatch.setattr(play, "bring_up_to_date", lambda: None)
    monkeypatch.setattr(play.Sweeper, "start", lambda self: None)
    monkeypatch.setattr(play.Sweeper, "stop", lambda self: None)
    monkeypatch.setattr(play, "serve", lambda *where, on_ready: links.append(mails.absolute("/friends/")))
    call_command("play", host=host, port=port)
    return links


def test_play_migrates_serves_refuses_a_second_one_and_ends_at_ctrl_c(tmp_path: Path) -> None:
    variables = {"DATA_DIR": str(tmp_path)}
    with site(variables) as (process, address):
        with urllib.request.urlopen(address, timeout=10) as page:
            assert page.status == 200
        with urllib.request.urlopen(f"{address}healthz", timeout=10) as health:
            told = json.load(health)
            assert (told["status"], told["problems"]) == ("ok", [])
        port = address.rsplit(":", 1)[1].strip("/")
        second = manage("play", "--port", port, **variables)
        assert second.returncode == 1
        assert f"port {port}: another program is using it" in second.stderr
        assert "Traceback" not in second.stderr
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.wait(timeout=10)
        assert time.monotonic() - begin < 2
        assert process.stdout is not None
        assert "Traceback" not in process.stdout.read()


def test_what_reads_security_keys_is_loaded_only_when_something_of_it_is_used() -> None:
    code = (
        "import django; django.setup(); import sys, whot_site.urls;"
        "from allauth.mfa.webauthn.internal import auth; from allauth.mfa.webauthn import forms;"
        "assert not any(name.startswith('fido2.s') for name in sys.modules);"
        "assert auth.begin_authentication.__module__ == auth.__name__ == forms.auth.__name__;"
        "assert 'fido2.server' in sys.modules and forms.auth.complete_authentication is auth.complete_authentication"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(DJANGO_SETTINGS_MODULE="whot_site.settings"),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
