"""No page holds an address, a session, a password or a seed of somebody else (check 42), whoever looks at it."""

from typing import Any

import pytest

from games.services import limits

from .everything import MEMBER, SECURED, STRANGER, Everything, furnished

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def everything(monkeypatch: pytest.MonkeyPatch) -> Everything:
    monkeypatch.setattr(limits, "MOVES_A_MINUTE", 10**9)
    return furnished()


def secrets_of(viewer: Any) -> set[str]:
    """What of the others no page may hold."""
    from django.contrib.sessions.models import Session

    from accounts.models import User
    from games.models import Deal, Game, Seat

    found: set[str] = set(Session.objects.values_list("session_key", flat=True))
    for person in User.objects.exclude(pk=viewer.pk if viewer else None):
        found |= {person.email, person.email.lower(), person.password}
        found |= set(person.emailaddress_set.values_list("email", flat=True))
    for model in (Deal, Game):
        found |= set(model.objects.values_list("sealed_seed", flat=True))
    waiting = Seat.objects.filter(table__state="assembling").exclude(user=viewer)
    found |= set(waiting.exclude(client_seed="-").values_list("client_seed", flat=True))
    return {secret for secret in found if len(secret) > 5}


@pytest.mark.parametrize("who", [MEMBER, SECURED, STRANGER])
def test_no_page_holds_what_is_somebody_elses(everything: Everything, who: str) -> None:
    from accounts.models import User

    browser = everything.browsers[who]
    pk = browser.session.get("_auth_user_id") if who != STRANGER else None
    viewer = User.objects.get(pk=pk) if pk else None
    hidden = secrets_of(viewer)
    assert any(secret.endswith("@example.org") for secret in hidden)
    own = {browser.session.session_key} if viewer else set()
    if viewer:  # the reading would see one: one's own address stands on one's own page
        assert viewer.email.lower() in browser.get("/accounts/email/", follow=True).content.decode().lower()
    looked, found = 0, []
    # The last two are for who has the link, and about their address; the last signs everybody else out.
    but = {"account_logout", "account_confirm_email", "account_reset_password_from_key"}
    for path in sorted({place.path for place in everything.places if place.name not in but}):
        answer = browser.get(path, follow=True)
        looked += answer.status_code == 200
        page = answer.content.decode()
        found += [(path, secret[:40]) for secret in hidden - own if secret in page]
    assert found == []
    assert looked > 30
