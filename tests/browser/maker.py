"""`python -m tests.browser.maker`: people and games in the database of the site's settings, as tests ask for them.

Reads a wish as JSON a line, and answers each with a line: for browser tests in which it does not matter how a game came
to be.
"""

import json
import os
import sys
from datetime import timedelta
from typing import Any


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    import django

    django.setup()
    for line in sys.stdin:
        wish = json.loads(line)
        if "call_off" in wish:
            answer: Any = _called_off(wish["call_off"])
        else:
            answer = _signed_in(**wish) if "code" in wish else _made(**wish)
        print(json.dumps(answer), flush=True)


def _called_off(code: str) -> str:
    """The game ends as abandoned (W7.5)."""
    from django.db import transaction

    from games import log
    from games.services import entering

    with transaction.atomic():
        game = log.lock(code)
        assert game is not None
        entering.enter(game, None, "abandon", by="house", now=game.database_now)
    return code


def _signed_in(code: str, seat: int | None) -> str:
    """A new session of who sits there; without a seat, the result of the game is taken back instead."""
    if seat is None:
        from games.services import undoing

        return str(undoing.void(code))
    from django.conf import settings
    from django.test import Client

    from games.models import Player

    client, person = Client(), Player.objects.get(game__code=code, seat=seat).user
    assert person is not None
    client.force_login(person)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _made(people: list[str], rules: dict[str, Any], like: dict[str, Any], **wish: Any) -> dict[str, Any]:
    """A running game: its code, the seat to act, and a session for each of the people, in order of their seats.

    `like`: preferences of all the people. Of the wish: `computers` play at the seats behind the only one of them;
    `moves`: how many are made before anybody comes; `offers`: or until this stands in something possible; `to_act`: the
    seat that shall be to act then; `ends_in`: when all do the first that is possible (`first_of`), it is over after at
    least and at most so many moves, and shows what is special in it, with `wild_card` one of the three extra cards
    too; `drawn`: where all go to market, the first place is shared in the end; `heavy`: the fewest points in the
    heaviest hand; `seconds`: left on the clock of the whole game, whose first place nobody would share then; `purse`:
    coins of each, where the rules have some; `whots`: the fewest that the seat to act holds.
    """
    from django.conf import settings
    from django.utils import timezone

    from games.models import Game
    from games.services import limits
    from tests.games import factories
    from tests.games.coins.purses import rich

    limits.MOVES_A_MINUTE = limits.OPEN_TABLES = limits.GAMES_AT_ONCE = 10**9
    while True:
        if "coins" in rules:  # guests play for none
            persons = [rich(name, wish["purse"]) for name in people]
        else:
            persons = [factories.guest(name) if at else factories.member(name) for at, name in enumerate(people)]
        for person in persons:
            for field, value in like.items():
                setattr(person, field, value)
            person.save()
        if wish["computers"]:
            chosen = factories.rules(**{"seats": wish["computers"] + 1, **rules})
            game = factories.log_of(factories.computer_game(persons[0], chosen))
        else:
            game = factories.started(persons, **rules)
        for _move in range(wish["moves"]):
            if game.state == Game.State.PLAYING:
                game = factories.moved(game)
        while wish["offers"] and game.state == Game.State.PLAYING and game.seq < 60:
            if any(wish["offers"] in text for text in factories.legal(game)):
                break
            game = factories.moved(game, first_of(factories.legal(game)))
        if game.state != Game.State.PLAYING or not any(wish["offers"] in text for text in factories.legal(game)):
            continue
        fits = (
            wish["to_act"] in (None, game.to_act)
            and not (wish["seconds"] is not None and _shared_by_time(game))
            and _ends(game, wish["ends_in"], wish["wild_card"])
            and (not wish["drawn"] or _draws(game))
            and _whots(game) >= wish["whots"]
        )
        if fits and _heaviest(game) >= wish["heavy"]:
            break
    if wish["seconds"] is not None:
        ends = timezone.now() + timedelta(seconds=wish["seconds"])
        Game.objects.filter(pk=game.pk).update(game_deadline=ends, due_at=ends)
    sessions = [_signed_in(game.code, seat) for seat in range(len(persons))]
    return {"code": game.code, "to_act": game.to_act, "cookie": settings.SESSION_COOKIE_NAME, "sessions": sessions}


def first_of(legal: list[str]) -> str:
    """The first play by the alphabet, its last card called; where there is none, the market or what is asked."""
    plays = sorted(text.removesuffix(" last") for text in legal if text.startswith("play"))
    if not plays:
        return next((text for text in ("pass", "draw") if text in legal), min(legal))
    return f"{plays[0]} last" if f"{plays[0]} last" in legal else plays[0]


def _heaviest(game: Any) -> int:
    """Points in the heaviest hand just dealt, by the numbers printed on the cards."""
    from games import log

    hands = log.rules_of(game).hands_left(log.load(game))
    return max(sum(int("".join(filter(str.isdigit, code)) or 0) for code in hand) for hand in hands)


def _whots(game: Any) -> int:
    """Whots in the hand of the seat to act; of a game without such cards none."""
    from games import log

    return list(log.rules_of(game).hands_left(log.load(game))[game.to_act]).count("W20")


def _shared_by_time(game: Any) -> bool:
    """Whether the first place is shared when the time of the game is up now."""
    from games import log

    outcome = (engine := log.rules_of(game).game).outcome(engine.time_up(log.load(game)).state)
    return outcome is not None and outcome.drawn


def _draws(game: Any) -> bool:
    """Whether the first place is shared when everybody goes to market until the end."""
    from games import log

    engine, state = log.rules_of(game).game, log.load(game)
    while (seat := engine.to_act(state)) is not None:
        state, _events = engine.apply(state, seat, engine.parse_action("draw"))
    outcome = engine.outcome(state)
    return outcome is not None and outcome.drawn


def _ends(game: Any, moves: list[int] | None, wild_card: bool = False) -> bool:
    """Whether the game ends in as many moves as was wished for, with a draw, a card of effect and, in games that have
    Whots, a call on the way."""
    if moves is None:
        return True
    from games import log

    engine, state, done = log.rules_of(game).game, log.load(game), []
    while (seat := engine.to_act(state)) is not None and len(done) <= moves[1]:
        done.append(first_of([engine.format_action(action) for action in engine.legal_actions(state)]))
        state, _events = engine.apply(state, seat, engine.parse_action(done[-1]))
    plays = [text.split()[1] for text in done if text.startswith("play")]
    special = any(play[1:] in ("1", "2", "5", "8", "14") for play in plays)
    called = any(" call " in text for text in done) or game.options.get("no_whot")
    if wild_card and not any(play.startswith(("D", "REV", "PUNCH")) for play in plays):
        return False
    return moves[0] <= len(done) <= moves[1] and engine.to_act(state) is None and special and called and "draw" in done


if __name__ == "__main__":
    main()
