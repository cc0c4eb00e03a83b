"""The socket of a game: who gets what, when, and when it is closed."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts import services, sessions
from accounts.models import User
from games import log, push
from games.consumers.viewers import NOT_FOR_YOU, SIGNED_OUT
from games.models import Game
from games.services import pausing, play, rematch, reminding
from whot_site.asgi import application

from .factories import key, legal, member, played_out, started, to_act
from .pages import browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("layer_of_this_loop")]
IN_TIME = 3.0


def socket_of(client: Client, game: Game, language: str = "en") -> WebsocketCommunicator:
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [(b"origin", b"http://localhost"), (b"cookie", cookies.encode()), (b"accept-language", language.encode())]
    return WebsocketCommunicator(application, f"/ws/games/{game.code}/", headers=headers)


async def opened(client: Client, game: Game, language: str = "en") -> tuple[WebsocketCommunicator, str]:
    """A socket, and the snapshot it begins with."""
    socket = socket_of(client, game, language)
    entered, _ = await socket.connect(timeout=IN_TIME)
    assert entered
    return socket, await socket.receive_from(timeout=IN_TIME)


def seq_in(fragment: str) -> int:
    found = re.search(r'id="panel"[^>]* data-seq="(\d+)"', fragment)
    assert found, fragment[:200]
    return int(found[1])


def run(scene: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(scene())  # type: ignore[arg-type]


def move(game: Game, text: str) -> Game:
    return play.act(game.code, to_act(game), text, game.seq, key())


def hand_in(fragment: str) -> list[str]:
    return re.findall(r'id="[cw]-(\w+)-\d"', fragment)


@pytest.fixture
def people() -> list[User]:
    return [member("Adaeze"), member("Bola")]


@pytest.fixture
def game(people: list[User]) -> Game:
    return started(people, preset="002")


def test_two_players_and_an_onlooker_each_get_their_own_table(game: Game, people: list[User]) -> None:
    hands = [list(hand) for hand in log.rules_of(game).hands_left(log.load(game))]
    clients = [browser(people[0]), browser(people[1]), browser()]

    async def scene() -> None:
        both = [await opened(client, game) for client in clients]
        assert [hand_in(fragment) for _socket, fragment in both] == [*hands, []]
        await sync_to_async(move)(game, "draw")
        told = [await socket.receive_from(timeout=IN_TIME) for socket, _first in both]
        assert [seq_in(fragment) for fragment in told] == [1, 1, 1]
        mover = 0 if len(hand_in(told[0])) == 6 else 1
        assert [len(hand_in(fragment)) for fragment in told] == ([6, 5, 0] if mover == 0 else [5, 6, 0])
        for socket, _first in both:
            await socket.disconnect()

    run(scene)


def test_a_question_for_a_pause_reaches_the_others_though_nothing_was_played(people: list[User]) -> None:
    game, asked, other = started(people, preset="002", turn_clock=60), browser(people[1]), people[0]

    async def scene() -> None:
        socket, _first = await opened(asked, game)
        await sync_to_async(pausing.pause)(game.code, other, "ask", 0)
        assert "Adaeze asks for a pause." in await socket.receive_from(timeout=IN_TIME)
        await sync_to_async(pausing.pause)(game.code, people[1], "agree", 1)
        assert 'id="paused"' in await socket.receive_from(timeout=IN_TIME)
        await socket.disconnect()

    run(scene)


def test_the_warning_that_time_runs_out_comes_to_who_is_to_act_and_nobody_else(people: list[User]) -> None:
    game = started(people, preset="002", turn_clock=86_400)
    late = to_act(game)
    gone = timedelta(hours=20)
    moments = ("turn_since", "deadline", "due_at", "remind_at")
    Game.objects.filter(pk=game.pk).update(**{name: getattr(game, name) - gone for name in moments})

    clients = [browser(person) for person in people]

    async def scene() -> None:
        sockets = [(await opened(client, game))[0] for client in clients]
        await sync_to_async(reminding.note)(game.code)
        told = [await socket.receive_from(timeout=IN_TIME) for socket in sockets]
        assert ["Four fifths of your time" in fragment for fragment in told] == [person == late for person in people]
        for socket in sockets:
            await socket.disconnect()

    run(scene)


def test_what_happened_before_a_socket_opened_is_in_its_snapshot(game: Game, people: list[User]) -> None:
    client = browser(people[0])
    moved = move(game, "draw")

    async def scene() -> None:
        socket, first = await opened(client, moved)
        assert seq_in(first) == 1
        await socket.disconnect()

    run(scene)


def test_the_table_that_a_post_was_answered_with_goes_to_sockets_of_the_same_session_alone(
    game: Game, people: list[User]
) -> None:
    mover, other = to_act(game), next(person for person in people if person != to_act(game))
    phone, laptop, theirs = browser(mover), browser(mover), browser(other)
    fields = {"action": "draw", "seen_seq": 0, "key": key()}

    async def scene() -> None:
        sockets = [
            (await opened(client, game, language))[0]
            for client, language in ((phone, "en"), (phone, "ms"), (laptop, "en"), (theirs, "en"), (browser(), "en"))
        ]
        # Without a language of its own: an account keeps the first that a browser asks for.
        answer = await sync_to_async(phone.post)(f"/games/{game.code}/actions/", fields, headers={"HX-Request": "true"})
        told = [await socket.receive_from(timeout=IN_TIME) for socket in sockets]
        assert [seq_in(fragment) for fragment in told] == [1] * 5
        assert [len(hand_in(fragment)) for fragment in told] == [6, 6, 6, 5, 0]
        answered = answer.content.decode()
        assert [fragment in answered for fragment in told] == [True, False, False, False, False]
        assert 'aria-label="Table"' not in told[1]  # drawn for itself, in its own language
        for socket in sockets:
            assert await socket.receive_nothing(timeout=0.2)
            await socket.disconnect()

    run(scene)


def test_a_table_drawn_for_another_session_or_an_older_place_is_not_sent(game: Game, people: list[User]) -> None:
    client = browser(people[0])
    reader = push.reader_of(client.session.session_key, "en", "UTC")
    foreign = push.reader_of(browser(people[0]).session.session_key, "en", "UTC")

    async def scene() -> None:
        socket, _first = await opened(client, game)
        for who, place in ((foreign, (7, "playing")), (reader, (0, "playing"))):
            await sync_to_async(push.drawn)(game.code, people[0].pk, who, place, "not for this one")
        assert await socket.receive_nothing(timeout=0.3)
        await sync_to_async(push.drawn)(game.code, people[1].pk, reader, (7, "playing"), "in another's group")
        assert await socket.receive_nothing(timeout=0.3)
        await sync_to_async(push.drawn)(game.code, people[0].pk, reader, (7, "playing"), "for this one")
        assert await socket.receive_from(timeout=IN_TIME) == "for this one"
        await socket.disconnect()

    run(scene)


def test_a_late_or_double_push_is_not_sent_again(game: Game, people: list[User]) -> None:
    client = browser(people[0])

    async def scene() -> None:
        socket, _first = await opened(client, game)
        await sync_to_async(move)(game, "draw")
        assert seq_in(await socket.receive_from(timeout=IN_TIME)) == 1
        layer = channel_layers["default"]
        for old in (1, 0, 1):
            for kind in ("changed", "moved"):
                await layer.group_send(f"game.{game.code}", {"type": kind, "seq": old})
        assert await socket.receive_nothing(timeout=0.3)
        await socket.disconnect()

    run(scene)


def test_a_closed_table_has_no_socket_for_strangers(people: list[User]) -> None:
    game = started(people, preset="002", onlookers=False)
    clients = [browser(), browser(member())]

    async def scene() -> None:
        for client in clients:
            socket = socket_of(client, game)
            await socket.connect(timeout=IN_TIME)
            closed = await socket.receive_output(timeout=IN_TIME)
            assert closed["type"] == "websocket.close" and closed["code"] == NOT_FOR_YOU

    run(scene)


def test_a_session_that_ended_gets_no_more_cards(game: Game, people: list[User]) -> None:
    """Cases B15; checks 36, 40."""
    client = browser(people[0])

    async def scene() -> None:
        socket, _first = await opened(client, game)
        await sync_to_async(client.logout)()
        await sync_to_async(move)(game, "draw")
        told = await socket.receive_from(timeout=IN_TIME)
        assert "You were signed out" in told and hand_in(told) == []
        closed = await socket.receive_output(timeout=IN_TIME)
        assert closed["type"] == "websocket.close" and closed["code"] == SIGNED_OUT

    run(scene)


def test_when_all_sessions_of_a_person_end_their_sockets_close_at_once(game: Game, people: list[User]) -> None:
    """Check 36: nobody has to move for it."""
    clients = [browser(people[0]), browser(people[1])]

    async def scene() -> None:
        mine, _first = await opened(clients[0], game)
        other, _first = await opened(clients[1], game)
        await sync_to_async(sessions.end_all)(people[0])
        assert "You were signed out" in await mine.receive_from(timeout=IN_TIME)
        assert (await mine.receive_output(timeout=IN_TIME))["type"] == "websocket.close"
        assert await other.receive_nothing(timeout=0.3)
        await other.disconnect()

    run(scene)


def test_nothing_that_is_sent_to_the_socket_changes_anything(game: Game, people: list[User]) -> None:
    client = browser(to_act(game))
    action = legal(game)[0]

    async def scene() -> None:
        socket, _first = await opened(client, game)
        for text in (f'{{"action": "{action}", "seen_seq": 0}}', " ", "x" * 10_000):
            await socket.send_to(text_data=text)
        assert await socket.receive_nothing(timeout=0.3)
        await socket.disconnect()

    run(scene)
    assert Game.objects.get(pk=game.pk).seq == 0


def test_the_table_is_pushed_in_the_language_of_the_browser(game: Game, people: list[User]) -> None:
    client = browser(people[0])

    async def scene() -> None:
        english, in_english = await opened(client, game, "en-GB")
        malay, in_malay = await opened(client, game, "ms")
        assert 'aria-label="Table"' in in_english
        assert 'aria-label="Table"' not in in_malay
        await english.disconnect()
        await malay.disconnect()

    run(scene)


@pytest.mark.usefixtures("unlimited_moves")
def test_a_result_that_is_open_learns_of_a_rematch_at_once(people: list[User]) -> None:
    game = played_out(started(people, preset="002", pick2="stack"))
    stranger = member()

    async def scene() -> None:
        mine, theirs, looking_on = [
            (await opened(await sync_to_async(browser)(person), game))[0] for person in (*people, stranger)
        ]
        await sync_to_async(rematch.play_again)(game.code, people[0])
        assert "Your rematch waits" in await mine.receive_from(timeout=IN_TIME)
        assert "Adaeze wants a rematch: JOIN" in await theirs.receive_from(timeout=IN_TIME)
        assert await looking_on.receive_nothing(timeout=0.3) or "rematch" not in await looking_on.receive_from()
        table = await sync_to_async(rematch.play_again)(game.code, people[1])
        assert table.seated == 2
        assert "Your rematch waits" in await theirs.receive_from(timeout=IN_TIME)
        for socket in (mine, theirs, looking_on):
            await socket.disconnect()

    run(scene)


def test_a_name_that_changes_is_pushed_to_the_others(game: Game, people: list[User]) -> None:
    async def scene() -> None:
        theirs, before = await opened(await sync_to_async(browser)(people[1]), game)
        assert "Adaeze" in before
        await sync_to_async(services.rename)(people[0], username=people[0].username, display_name="Newname")
        after = await theirs.receive_from(timeout=IN_TIME)
        assert "Newname" in after and "Adaeze" not in after
        await theirs.disconnect()

    run(scene)
