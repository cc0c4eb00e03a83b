"""`python -m tests.browser.stored_games`: finished games of six in the database of the site's settings, for a browser.

Prints as JSON their codes and the session cookie of somebody who sat in them.
"""

import json
import os
import random

LEAST = 45  # steps of a game that one looks through


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.test import Client

    from games.models import Game
    from games.services import limits, play
    from tests.games import factories

    limits.MOVES_A_MINUTE = 10**9
    people = [factories.member(name) for name in ("Adaeze", "Bola", "Chidi", "Dayo", "Efe", "Funmilayo-Ogunbanjo")]
    chance, codes = random.Random(6), {}
    for name, rules in (
        ("six", {"preset": "003", "last_card_call": "penalty2", "pick2": "stack", "start": "full"}),
        ("private", {"preset": "003", "onlookers": False, "start": "full"}),
    ):
        while name not in codes:
            game = factories.started(people, **rules)
            while game.state == Game.State.PLAYING:
                text = chance.choice(factories.legal(game))
                game = play.act(game.code, factories.to_act(game), text, game.seq, factories.key())
            if game.seq >= LEAST:
                codes[name] = game.code
    game = factories.started(people[:4], preset="001", games=5, start="full")
    while game.number < 4:
        text = chance.choice(factories.legal(game))
        game = play.act(game.code, factories.to_act(game), text, game.seq, factories.key())
        game = factories.log_of(game.table)
    codes["match"] = game.table.games.get(number=1).code
    running = factories.started(people, preset="003", start="full")
    for _ in range(7):
        running = play.act(
            running.code, factories.to_act(running), factories.legal(running)[0], running.seq, factories.key()
        )
    codes["running"] = running.code
    client, name = Client(), settings.SESSION_COOKIE_NAME
    client.force_login(people[0])
    print(json.dumps({"games": codes, "cookie": {"name": name, "value": client.cookies[name].value}}))


if __name__ == "__main__":
    main()
