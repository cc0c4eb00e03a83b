"""The sockets of muster and table: they say that something changed, never what, and end with their session."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts import sessions
from accounts.models import User
from games import selectors
from games.consumers.viewers import NOT_FOR_YOU, SIGNED_OUT
from games.models import Table
from games.services import invitations, tables
from whot_site.asgi import application

from .factories import member, opened_by, rules, seated
from .pages import browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("layer_of_this_loop")]
IN_TIME = 3.0


def socket_of(client: Client, path: str, origin: str = "http://localhost") -> WebsocketCommunicator:
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    return WebsocketCommunicator(
        application, path, headers=[(b"origin", origin.encode()), (b"cookie", cookies.encode())]
    )


async def opened(client: Client, path: str) -> WebsocketCommunicator:
    """A socket that has had its first word: look for what you missed."""
    socket = socket_of(client, path)
    entered, _ = await socket.connect(timeout=IN_TIME)
    assert entered
    assert json.loads(await socket.receive_from(timeout=IN_TIME)) == {}
    return socket


async def page_of(person: User | None = None) -> Client:
    """A browser of this person, or of somebody new."""
    return await sync_to_async(lambda: browser(person or member()))()


async def told(socket: WebsocketCommunicator) -> Any:
    return json.loads(await socket.receive_from(timeout=IN_TIME))


def run(scene: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(scene())  # type: ignore[arg-type]


@pytest.fixture
def host() -> User:
    return member("Adaeze")


@pytest.fixture
def table(host: User) -> Table:
    return opened_by(host, rules(seats=3))


def test_a_table_tells_everybody_who_looks_at_it_only_its_number(host: User, table: Table) -> None:
    async def scene() -> None:
        path = f"/ws/tables/{table.code}/"
        sockets = [await opened(client, path) for client in (await page_of(host), await page_of(), Client())]
        other = await sync_to_async(member)()
        now = await sync_to_async(seated)(table, other)
        for socket in sockets:
            assert await told(socket) == {"seq": now.seq}
            await socket.disconnect()

    run(scene)


def test_my_muster_is_told_of_my_tables(host: User, table: Table) -> None:
    async def scene() -> None:
        socket = await opened(await page_of(host), "/ws/muster/")
        await sync_to_async(seated)(table, await sync_to_async(member)())
        assert await told(socket) == {}
        await socket.disconnect()

    run(scene)


def test_everybodys_muster_is_told_of_a_new_open_table(host: User) -> None:
    async def scene() -> None:
        socket = await opened(await page_of(), "/ws/muster/")
        await sync_to_async(opened_by)(host, rules())
        assert await told(socket) == {}
        await socket.disconnect()

    run(scene)


def test_a_stranger_has_no_muster() -> None:
    async def scene() -> None:
        entered, _ = await socket_of(Client(), "/ws/muster/").connect(timeout=IN_TIME)
        assert not entered

    run(scene)


@pytest.mark.parametrize("origin", ["null", "https://evil.example"])
def test_a_page_from_elsewhere_gets_no_socket(host: User, table: Table, origin: str) -> None:  # check 40
    async def scene() -> None:
        for path in ("/ws/muster/", f"/ws/tables/{table.code}/"):
            entered, _ = await socket_of(await page_of(host), path, origin).connect(timeout=IN_TIME)
            assert not entered

    run(scene)


def test_what_a_browser_sends_changes_nothing(host: User, table: Table) -> None:
    async def scene() -> None:
        socket = await opened(await page_of(host), f"/ws/tables/{table.code}/")
        for frame in ('{"leave": 1}', "x" * 5000, "{"):
            await socket.send_to(text_data=frame)
        await socket.send_to(bytes_data=b"\x00\xff")
        assert await socket.receive_nothing(0.2)
        await socket.disconnect()

    run(scene)
    table.refresh_from_db()
    assert (table.seq, table.seated) == (2, 1)  # opened, and contributed to by its host


@pytest.mark.parametrize("path", ["/ws/muster/", "/ws/tables/{code}/"])
def test_the_sockets_of_a_person_close_when_all_sessions_end(host: User, table: Table, path: str) -> None:  # check 36
    async def scene() -> None:
        mine, another = await page_of(host), await page_of()
        address = path.format(code=table.code)
        socket, others = await opened(mine, address), await opened(another, address)
        await sync_to_async(sessions.end_all)(host)
        assert (await socket.receive_output(timeout=IN_TIME)) == {"type": "websocket.close", "code": SIGNED_OUT}
        assert await others.receive_nothing(0.2)
        await others.disconnect()

    run(scene)


# -- who may be told (the check is made anew at every push) ---------------------------------------------------


async def refused(client: Client, path: str) -> bool:
    entered, _ = await socket_of(client, path).connect(timeout=IN_TIME)
    return not entered


async def closed(socket: WebsocketCommunicator) -> int:
    """The code a socket is closed with."""
    said = await socket.receive_output(timeout=IN_TIME)
    assert said["type"] == "websocket.close", said
    return int(said["code"])


def test_who_may_not_know_of_a_table_has_no_socket_of_it(host: User) -> None:
    table = opened_by(host, rules(seats=3, join="link", onlookers=False))
    other = member()
    token = selectors.present_token(table)

    async def scene() -> None:
        strangers = [Client(), await page_of(), await page_of(other)]
        for client in strangers:
            assert await refused(client, f"/ws/tables/{table.code}/")
            assert await refused(client, f"/ws/t/{'0' * 64}/")
        for client, path in [(await page_of(host), f"/ws/tables/{table.code}/"), (Client(), f"/ws/t/{token}/")]:
            socket = await opened(client, path)
            await sync_to_async(tables.changed)(await sync_to_async(Table.objects.get)(pk=table.pk))
            assert "seq" in await told(socket)
            await socket.disconnect()
        await sync_to_async(tables.join)(table.code, other, seen_agreement=1, token=token)
        assert not await refused(strangers[2], f"/ws/tables/{table.code}/"), "who sits there may know of it"

    run(scene)


def test_a_revoked_link_ends_the_sockets_that_came_by_it(host: User) -> None:
    table = opened_by(host, rules(seats=3, join="link"))
    token = selectors.present_token(table)

    async def scene() -> None:
        socket = await opened(Client(), f"/ws/t/{token}/")
        await sync_to_async(invitations.revoke_invite)(table.code, host)
        assert await closed(socket) == NOT_FOR_YOU

    run(scene)


def test_a_table_that_becomes_private_is_told_to_strangers_no_more(host: User, table: Table) -> None:
    async def scene() -> None:
        own, strange = (
            await opened(await page_of(host), f"/ws/tables/{table.code}/"),
            await opened(await page_of(), f"/ws/tables/{table.code}/"),
        )
        await sync_to_async(tables.change_rules)(table.code, host, rules(seats=3, join="friends"), table.seq)
        assert await closed(strange) == NOT_FOR_YOU
        assert "seq" in await told(own)
        await own.disconnect()

    run(scene)


@pytest.mark.parametrize("path", ["/ws/muster/", "/ws/tables/{code}/"])
def test_a_session_that_ended_without_a_word_is_told_nothing_more(host: User, table: Table, path: str) -> None:
    async def scene() -> None:  # check 40
        socket = await opened(await page_of(host), path.format(code=table.code))
        await sync_to_async(lambda: User.objects.filter(pk=host.pk).update(sessions_ended=5))()
        await sync_to_async(tables.changed)(await sync_to_async(Table.objects.get)(pk=table.pk), host.pk)
        assert await closed(socket) == SIGNED_OUT

    run(scene)
