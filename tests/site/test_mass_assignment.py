"""Fields that no form has change nothing, whichever address they are posted to (check 43)."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse

from accounts.models import Block, Friendship, TakenName, User
from games.models import Game, Player, Seat, Table
from games.services import limits
from tests.games.pages import named_urls

from .everything import MEMBER, Everything, furnished
from .test_headers import sample_of
from .test_inert import forms_of

pytestmark = pytest.mark.django_db

# What one would like to be, by the names that models and forms have for it.
WISHES = {
    "is_staff": "1", "is_superuser": "1", "is_active": "0", "is_guest": "0", "closed_at": "", "pk": "1", "id": "1",
    "user": "1", "user_id": "1", "person": "1", "host": "1", "host_id": "1", "viewer": "1", "seat": "0", "number": "0",
    "kind": "bot", "level": "hard", "coins": "1000000", "rating": "3000", "points": "0", "place": "1", "tally": "-99",
    "state": "finished", "seated": "0", "agreement": "99", "seq": "99", "invite_hash": "0" * 64, "code": "aaaaaaaaaa",
    "groups": "1", "user_permissions": "1", "sessions_ended": "0", "usual_rules": "{}", "outcome": "{}", "by": "staff",
    "sealed_seed": "x", "server_seed": "0" * 64, "verified": "1", "primary": "1", "end_reason": "emptied_hand",
    "winner": "1", "date_joined": "2001-01-01", "last_login": "2001-01-01", "came_by": "0" * 64,
}  # fmt: skip


@pytest.fixture
def everything(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Everything:
    settings.ACCOUNT_RATE_LIMITS = False
    monkeypatch.setattr(limits, "MOVES_A_MINUTE", 10**6)
    cache.clear()
    return furnished()


def rows() -> dict[str, list[dict[str, Any]]]:
    """Everything that a wish could change, row by row; what any request may touch is left out."""
    kept: dict[str, list[dict[str, Any]]] = {}
    for model in (User, Friendship, Block, TakenName, Table, Seat, Game, Player):
        columns = [field.attname for field in model._meta.concrete_fields if field.attname != "last_login"]
        kept[model.__name__] = [
            {name: value for name, value in row.items() if name not in ("agreed_rules", "options")}
            for row in model.objects.order_by("pk").values(*columns)
        ]
    return kept


LARGEST_WISHED = 1  # of the numbers of rows in WISHES
# What comes out by chance, or with the time.
DRAWN = {"id", "pk", "code", "invite_hash", "created_at", "joined_at", "expires_at", "accepted_at", "freed_at", "at",
         "date_joined", "username", "password", "started_at", "key", "position", "turn_since", "deadline", "due_at",
         "game_deadline", "bot_at", "remind_at", "sealed_seed", "commitment", "client_seeds", "left_at", "ended_at",
         "first_seat", "to_act", "display_name", "name"}  # fmt: skip


def is_new(one: Any, other: Any) -> bool:
    """Whether both are numbers of rows that the posts made: a database counts on when a row is taken back."""
    return isinstance(one, int) and isinstance(other, int) and min(one, other) > LARGEST_WISHED and abs(one - other) < 9


def differences(one: dict[str, list[dict[str, Any]]], other: dict[str, list[dict[str, Any]]]) -> list[str]:
    found = []
    for model in one:
        if len(one[model]) != len(other[model]):
            found.append(f"{model}: {len(one[model])} rows or {len(other[model])}")
        for ours, theirs in zip(one[model], other[model], strict=False):
            found += [f"{model}.{name}: {ours[name]!r} or {theirs[name]!r}" for name in ours
                      if name not in DRAWN and ours[name] != theirs[name]
                      and not (name.endswith("_id") and is_new(ours[name], theirs[name]))]  # fmt: skip
    return found


def effect(everything: Everything, who: str, address: str, fields: dict[str, str]) -> tuple[int, Any]:
    """The status of a post, and the rows after it; all of it undone."""
    cache.clear()
    session = {name: morsel.value for name, morsel in everything.browsers[who].cookies.items()}
    with transaction.atomic():
        answer = everything.browsers[who].post(address, fields)
        after = rows()
        transaction.set_rollback(True)
    for name, value in session.items():
        everything.browsers[who].cookies[name] = value
    return answer.status_code, after


def test_wishes_beside_the_fields_of_any_form_change_nothing(everything: Everything) -> None:
    wrong = {}
    forms = forms_of(everything)
    for address, (who, fields) in forms.items():
        wishes = {name: value for name, value in WISHES.items() if name not in fields}
        status, without = effect(everything, who, address, fields)
        wished, with_them = effect(everything, who, address, {**wishes, **fields})
        if wished != status or (found := differences(without, with_them)):
            wrong[address] = (status, wished, found if wished == status else None)
    assert wrong == {}
    assert len(forms) > 25


def test_wishes_alone_posted_to_any_address_change_nothing(everything: Everything) -> None:
    before = rows()
    changing = {"account_logout", "game_again", "computer"}  # these need no field at all
    for name, parameters in named_urls():
        if name in changing:
            continue
        address = reverse(name, kwargs={parameter: sample_of(name, parameter) for parameter in parameters})
        status, after = effect(everything, MEMBER, address, WISHES)
        assert status < 500, name
        assert differences(before, after) == [], name
