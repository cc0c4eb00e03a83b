"""Whatever ends a person's sessions closes every socket of theirs within five seconds (check 36)."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.core import mail
from django.test import Client

from accounts.models import User
from games.consumers.viewers import SIGNED_OUT
from tests.accounts.conftest import PASSWORD, link_in_mail, with_totp
from whot_site.asgi import application

from .factories import member, opened_by, rules, started

pytestmark = pytest.mark.django_db(transaction=True)
IN_TIME = 5.0
NEW = "another long passphrase"


@pytest.fixture(autouse=True)
def quick(settings: Any, layer_of_this_loop: None) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def person() -> User:
    person = member("Adaeze")
    person.set_password(PASSWORD)
    person.save()
    EmailAddress.objects.create(user=person, email=person.email.lower(), verified=True, primary=True)
    return person


def signed_in(person: User) -> Client:
    client = Client()
    answer = client.post("/accounts/login/", {"login": person.username, "password": PASSWORD})
    assert answer.status_code == 302
    return client


def sign_out(person: User, client: Client) -> None:
    client.post("/accounts/logout/")


def change_the_password(person: User, client: Client) -> None:
    answer = client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert answer.status_code == 302


def reset_the_password(person: User, client: Client) -> None:
    stranger = Client()
    stranger.post("/accounts/password/reset/", {"email": person.email})
    assert mail.outbox
    path = stranger.get(link_in_mail(), follow=True).redirect_chain[-1][0]
    assert stranger.post(path, {"password1": NEW, "password2": NEW}).status_code == 302


def ban_by_staff(person: User, client: Client) -> None:
    boss = with_totp(member("Boss"))
    boss.is_staff = boss.is_superuser = True
    boss.set_password(PASSWORD)
    boss.save()
    theirs = Client()
    theirs.force_login(boss)
    assert theirs.post("/accounts/reauthenticate/", {"password": PASSWORD}).status_code == 302  # check 51
    shut = {"is_superuser": "", "is_staff": "", "reason": "spam"}
    answer = theirs.post(f"/control/accounts/user/{person.pk}/change/", shut)
    assert answer.status_code == 302 and not User.objects.get(pk=person.pk).is_active


def close_the_account(person: User, client: Client) -> None:
    assert client.post("/settings/close/", {"password": PASSWORD}).status_code == 302


ENDS = [sign_out, change_the_password, reset_the_password, ban_by_staff, close_the_account]


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
def test_every_socket_of_the_person_is_closed_and_nobody_elses(
    person: User, end: Callable[[User, Client], None]
) -> None:
    other = member("Bola")
    game, table = started([person, other]), opened_by(person, rules(seats=4))
    here, elsewhere, theirs = signed_in(person), signed_in(person), Client()
    theirs.force_login(other)

    async def opened(client: Client, path: str) -> WebsocketCommunicator:
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        headers = [(b"origin", b"http://localhost"), (b"cookie", cookies.encode())]
        socket = WebsocketCommunicator(application, path, headers=headers)
        entered, _ = await socket.connect(timeout=IN_TIME)
        assert entered
        await socket.receive_from(timeout=IN_TIME)
        return socket

    async def close_code(socket: WebsocketCommunicator, until: float) -> int:
        while True:
            said = await socket.receive_output(timeout=max(0.1, until - time.monotonic()))
            if said["type"] == "websocket.close":
                return int(said["code"])
            assert "You were signed out" in said["text"] or said["text"].startswith("{"), "no table any more"

    async def scene() -> None:
        paths = [f"/ws/games/{game.code}/", "/ws/muster/", f"/ws/tables/{table.code}/"]
        mine = [await opened(client, path) for client in (here, elsewhere) for path in paths]
        others = await opened(theirs, "/ws/muster/")
        await sync_to_async(end)(person, here)
        until = time.monotonic() + IN_TIME
        assert [await close_code(socket, until) for socket in mine] == [SIGNED_OUT] * 6
        with pytest.raises(asyncio.TimeoutError):
            await close_code(others, time.monotonic() + 0.3)

    run(scene)


def run(scene: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(scene())  # type: ignore[arg-type]
