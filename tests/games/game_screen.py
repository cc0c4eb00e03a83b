"""The game screen over HTTP: how tests of it post and read."""

from typing import Any

from django.test import Client, TestCase

from accounts.models import User
from games import log
from games.models import Game

from .factories import key, to_act

HTMX = {"HX-Request": "true"}


def post(client: Client, game: Game, action: str, *, seq: int | None = None, **more: Any) -> Any:
    headers = more.pop("headers", {})
    fields = {"action": action, "seen_seq": game.seq if seq is None else seq, "key": more.pop("key", key()), **more}
    with TestCase.captureOnCommitCallbacks(execute=True):
        return client.post(f"/games/{game.code}/actions/", fields, headers=headers)


def page(client: Client, game: Game) -> str:
    return client.get(f"/games/{game.code}/").content.decode()


def sides(game: Game, people: list[User]) -> tuple[User, User]:
    """Who is to act, and somebody who is not."""
    mover = to_act(game)
    return mover, next(person for person in people if person != mover)


def hand_of(game: Game, person: User) -> list[str]:
    seat = game.players.get(user=person).seat
    return list(log.rules_of(game).hands_left(log.load(game))[seat])
