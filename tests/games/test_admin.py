"""What staff see of games: nothing they could use in one that runs (check 30)."""

from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import reverse

from games import seeds
from games.models import Game, LogEntry
from games.services import play

from .factories import member, moved, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    person = member("Staff")
    person.is_staff = person.is_superuser = True
    person.save()
    TOTP.activate(person, generate_totp_secret())
    client = Client()
    client.force_login(person)
    return client


def page(client: Client, game: Game) -> str:
    answer = client.get(reverse("admin:games_game_change", args=[game.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_of_a_running_game_staff_see_no_seed_no_contribution_and_no_action_and_looking_is_logged(
    staff: Client, caplog: pytest.LogCaptureFixture
) -> None:
    game = moved(started([member(), member()], preset="002"), "draw")
    Game.objects.filter(pk=game.pk).update(client_seeds=["ab" * 16, "-"])
    text = page(staff, game)
    assert game.sealed_seed not in text and "ab" * 16 not in text and "Hidden until the game is over" in text
    assert seeds.open_seed(game.code, game.sealed_seed).hex() not in text
    assert f"running game {game.code}" in caplog.text


def test_of_a_game_that_is_over_staff_see_the_result(staff: Client, caplog: pytest.LogCaptureFixture) -> None:
    people = [member(), member()]
    game = play.leave(started(people, preset="002").code, people[0])
    text = page(staff, game)
    assert "last_player" in text and game.sealed_seed not in text
    assert "running game" not in caplog.text


@pytest.mark.parametrize("model", ["table", "game", "player", "seat", "chainentry", "invitation", "notice"])
def test_staff_look_and_change_nothing(staff: Client, model: str) -> None:
    started([member(), member()])
    assert staff.get(reverse(f"admin:games_{model}_changelist")).status_code == 200
    assert staff.get(reverse(f"admin:games_{model}_add")).status_code == 403


def test_neither_log_entries_nor_sealed_deals_are_in_the_admin() -> None:
    from django.contrib import admin

    from games.models import Deal

    registered: dict[Any, Any] = dict(admin.site._registry)
    assert LogEntry not in registered and Deal not in registered and Game in registered
