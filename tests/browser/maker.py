"""`python -m tests.browser.maker`: people and games in the database of the site's settings, as tests ask for them.

Reads a wish as JSON a line, and answers each with a line: for browser tests in which it does not matter how a game came
to be.
"""

import json
import os
import sys
from typing import Any


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    import django

    django.setup()
    for line in sys.stdin:
        print(json.dumps(_made(**json.loads(line))), flush=True)


def _made(
    people: list[str], rules: dict[str, Any], moves: int, computers: int, to_act: int | None, like: dict[str, Any]
) -> dict[str, Any]:
    """A running game: its code, the seat to act, and a session for each of the people, in order of their seats.

    `computers` play at the seats behind the only one of the people; `moves`: how many are made before anybody comes;
    `to_act`: the seat that shall be to act then; `like`: preferences of all the people.
    """
    from django.conf import settings
    from django.test import Client

    from games.models import Game
    from games.services import limits, tables
    from tests.games import factories

    limits.MOVES_A_MINUTE = limits.OPEN_TABLES = limits.GAMES_AT_ONCE = 10**9
    persons = [factories.guest(name) if at else factories.member(name) for at, name in enumerate(people)]
    for person in persons:
        for field, value in like.items():
            setattr(person, field, value)
        person.save()
    while True:
        if computers:
            chosen = factories.rules(**{"seats": computers + 1, **rules})
            game = factories.log_of(tables.open_computer_game(persons[0], chosen))
        else:
            game = factories.started(persons, **rules)
        for _move in range(moves):
            if game.state == Game.State.PLAYING:
                game = factories.moved(game)
        if game.state == Game.State.PLAYING and to_act in (None, game.to_act):
            break
    sessions = []
    for person in persons:
        client = Client()
        client.force_login(person)
        sessions.append(client.cookies[settings.SESSION_COOKIE_NAME].value)
    return {"code": game.code, "to_act": game.to_act, "cookie": settings.SESSION_COOKIE_NAME, "sessions": sessions}


if __name__ == "__main__":
    main()
