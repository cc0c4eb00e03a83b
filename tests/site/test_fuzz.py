"""A sample of what `python -m tests.site.fuzz` does at length: no fault, and a refusal changes nothing (check 57)."""

from typing import Any

import pytest

from games import log
from games.services import limits

from .everything import furnished
from .fuzz import state, tried
from .test_inert import forms_of

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.mark.parametrize("seed", [2, 3])
def test_no_body_is_answered_with_a_fault_and_what_is_refused_changes_nothing(
    settings: Any, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(limits, "MOVES_A_MINUTE", 10**9)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ACCOUNT_RATE_LIMITS = False
    settings.GUESTS_AN_HOUR = 10**6
    log.forget()
    everything = furnished()
    before = state()
    statuses = tried(400, seed, everything, forms_of(everything))
    assert state() == before
    assert {200, 302, 400, 422} <= set(statuses), statuses  # it comes to more than being refused at the door
