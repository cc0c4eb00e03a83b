"""A game that the rules can't go on with is stopped and told of at once, and no card gets into the log (case A19)."""

import logging
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from accounts.models import User
from games import log
from games.models import Game, LogEntry, Notice
from games.services import play
from rules.whot import game as whot
from rules.whot.cards import CARDS
from tests.games.planted import TOKENS, planted
from whot_site.logs import Line

from .factories import key, legal, member, started, to_act
from .pages import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return [member(), member()]


def broken(*args: Any, **named: Any) -> Any:
    """The rules with a fault in them, whose text names a card."""
    raise KeyError(CARDS[7].code)


def posted(client: Client, game: Game) -> Any:
    fields = {"action": legal(game)[0], "seen_seq": game.seq, "key": key()}
    return client.post(f"/games/{game.code}/actions/", fields)


def test_a_fault_of_the_rules_stops_the_game_and_tells_everybody_at_once(
    people: list[User], monkeypatch: pytest.MonkeyPatch, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ADMINS = [("", "watch@example.org")]
    game, other = started(people, preset="002"), started(people, preset="002")
    client = browser(to_act(game))
    with monkeypatch.context() as patch:
        patch.setattr(whot.Whot, "apply", broken)
        answer = posted(client, game)
    assert answer.status_code == 500 and "stopped" in answer.content.decode()
    game.refresh_from_db()
    assert game.state == Game.State.FROZEN and game.seq == 0 == LogEntry.objects.filter(game=game).count()
    assert Notice.objects.filter(kind="game_frozen", game=game).count() == 2
    assert [message.to for message in mail.outbox] == [["watch@example.org"]]
    assert game.code in mail.outbox[0].subject and game.code in caplog.text
    assert play.act(other.code, to_act(other), legal(other)[0], 0, key()).seq == 1


def test_a_timeout_that_the_rules_can_not_make_stops_the_game_too(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(people, preset="002", turn_clock=15)
    assert game.due_at is not None
    monkeypatch.setattr(whot.Whot, "timeout", broken)
    assert play.end_overdue(game.code, game.due_at.replace(year=game.due_at.year + 1)) is False
    assert Game.objects.get(pk=game.pk).state == Game.State.FROZEN


def test_where_nobody_is_named_no_mail_is_written(people: list[User], settings: Any) -> None:
    settings.ADMINS = []
    log.freeze(started(people).code)
    assert mail.outbox == []


def test_a_mail_that_can_not_be_sent_keeps_no_game_from_being_stopped(people: list[User], settings: Any) -> None:
    settings.ADMINS = [("", "watch@example.org")]
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    game = started(people)
    log.freeze(game.code)
    assert Game.objects.get(pk=game.pk).state == Game.State.FROZEN


def test_the_stopped_game_is_still_there_and_says_so(people: list[User]) -> None:
    game = started(people)
    log.freeze(game.code)
    answer = browser(people[0]).get(f"/games/{game.code}/")
    assert answer.status_code == 500 and "stopped" in answer.content.decode()


@pytest.mark.parametrize("where", ["view", "outcome", "apply"])
def test_a_fault_in_the_rules_names_no_card_in_the_log(
    people: list[User], where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check 75: kind and place of the fault are told, not its text."""
    lines: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    handler = Kept()
    handler.setFormatter(Line())
    with planted():
        game = started(people, preset="002")
        client = browser(to_act(game), raise_request_exception=False)
        monkeypatch.setattr(whot.Whot, where, failing_in_the_rules)
        logging.getLogger().addHandler(handler)
        try:
            fields = {"action": "draw", "seen_seq": 0, "key": key()}
            answers = [client.get(f"/games/{game.code}/"), client.post(f"/games/{game.code}/actions/", fields)]
        finally:
            logging.getLogger().removeHandler(handler)
    told = "\n".join(lines)
    failed = [answer.content.decode() for answer in answers if answer.status_code == 500]
    assert failed and "KeyError" in told
    assert not any(token in told + "".join(failed) for token in TOKENS)


def failing_in_the_rules(*args: Any, **named: Any) -> Any:
    from rules.whot.cards import CARD

    compiled = compile("def fails(table, key): return table[key + '?']", whot.__file__, "exec")
    space: dict[str, Any] = {}
    exec(compiled, space)  # noqa: S102  (a fault whose place is in the rules)
    return space["fails"](CARD, CARDS[7].code)
