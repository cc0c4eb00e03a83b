"""The deal of a game is opened when it is over, and in no state before (check 31). That no card leaves the site before
its time is tested in tests/leaks."""

from collections.abc import Callable

import pytest
from django.test import Client, TestCase
from django.utils import timezone

from games import errors, selectors
from games.models import Game
from games.services import play

from .factories import member, moved, started
from .pages import browser

pytestmark = pytest.mark.django_db
Certain = Callable[[int], None]


def everything_sent(client: Client, code: str) -> str:
    """All that a viewer can ask for."""
    answers = [client.get(f"/games/{code}/{part}") for part in ("", "panel", "log/")]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    return "".join(answer.content.decode() + str(answer.headers) for answer in answers)


def test_the_deal_is_opened_only_when_the_game_is_over(certain_deals: Certain) -> None:
    people = [member(), member()]
    game = started(people, preset="002")
    seed = selectors.seeds.open_seed(game.code, game.sealed_seed).hex()
    viewers = [browser(people[0]), browser(member()), browser()]
    for viewer in viewers:
        sent = everything_sent(viewer, game.code)
        assert seed not in sent and game.sealed_seed not in sent
        assert game.commitment in sent
    with pytest.raises(errors.NotFound):
        selectors.proof(game.code, people[0])
    with TestCase.captureOnCommitCallbacks(execute=True):
        play.leave(game.code, people[1], timezone.now())
    for viewer in viewers:
        sent = everything_sent(viewer, game.code)
        assert seed in sent and f"game:{game.code}" in sent


def test_no_state_short_of_the_end_opens_the_deal() -> None:
    people = [member(), member()]
    game = moved(started(people, preset="002"))
    for state in Game.State:
        if state in (Game.State.OVER, Game.State.VOID):
            continue
        Game.objects.filter(pk=game.pk).update(state=state)
        for person in (*people, member(), None):
            with pytest.raises(errors.NotFound):
                selectors.proof(game.code, person)


def test_no_page_and_no_record_holds_the_seed_in_a_state_short_of_the_end() -> None:
    people = [member(), member()]
    game = moved(started(people, preset="002"))
    secrets = selectors.seeds.open_seed(game.code, game.sealed_seed).hex(), game.sealed_seed
    parts = ("", "panel", "log/", "review/", "review/0/?eyes=all", "review/steps?eyes=all", "record.json", "result.png")
    for state in set(Game.State) - {Game.State.OVER, Game.State.VOID}:
        Game.objects.filter(pk=game.pk).update(state=state)
        for client in (browser(people[0]), browser(member()), browser()):
            answers = [client.get(f"/games/{game.code}/{part}") for part in parts]
            answers.append(client.get(f"/fairness/?game={game.code}"))
            said = "".join(answer.content.decode("latin-1") + str(answer.headers) for answer in answers)
            assert not any(secret in said for secret in secrets), state
            assert answers[-2].status_code in (404, 500), "no picture of a result"
