"""What people type, are mailed and carry in cookies is in no line of the log, whatever LOG_LEVEL is (check 75).

Cards and seeds are looked for in the logs of whole games, in tests/leaks/test_outlets.py.
"""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from tests.games.factories import member

from .outlets import logs

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PASSWORD, WRONG, NEW = "kettle-lantern-orbit-93", "walnut-harbour-violin-17", "saffron-mirror-tundra-58"


def secrets_of(browser: Client) -> set[str]:
    return {morsel.value for morsel in browser.cookies.values() if len(morsel.value) > 15}


def mailed() -> set[str]:
    """Lines of all mails, and what is secret in their links."""
    text = "\n".join(str(message.body) for message in mail.outbox)
    links = re.findall(r"https?://\S+", text)
    tokens = {part for link in links for part in link.split("/") if len(part) > 20}
    return {line.strip() for line in text.splitlines() if len(line.strip()) > 30} | tokens


def test_no_password_no_session_and_no_mail_is_in_the_log(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    person = member("Adaeze")
    person.set_password(PASSWORD)
    person.save()
    person.emailaddress_set.create(email=person.email.lower(), verified=True, primary=True)
    browser = Client()
    with logs(as_written=True) as lines:
        for password, status in ((WRONG, 200), (PASSWORD, 302)):
            answer = browser.post("/accounts/login/", {"login": person.username, "password": password})
            assert answer.status_code == status
        secrets = secrets_of(browser)
        new, stranger = Client(), Client()
        new.post("/accounts/signup/", {"username": "newcomer", "email": "new@example.org", "password1": NEW})
        stranger.post("/accounts/password/reset/", {"email": person.email.lower()})
        link = next(link for message in mail.outbox for link in re.findall(r"https?://\S+/reset/key/\S+", message.body))
        path = "/" + link.split("/", 3)[3]
        page = stranger.get(path, follow=True)
        assert page.status_code == 200
        stranger.post(page.redirect_chain[-1][0], {"password1": NEW + "x", "password2": NEW + "x"})
        assert stranger.get(f"{path}nowhere/").status_code == 404  # whose address the log tells
        secrets |= secrets_of(new) | secrets_of(stranger)
    told = "\n".join(lines)
    assert told and len(mail.outbox) >= 2 and len(secrets) >= 3
    found = {secret for secret in {PASSWORD, WRONG, NEW, *secrets, *mailed()} if secret in told}
    assert found == set()
