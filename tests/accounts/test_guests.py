"""Guests: a name is enough; an account later loses nothing (case K02)."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client

from accounts import limits, merging, names, services
from accounts.models import Block, User

from .conftest import PASSWORD, SECRET, guest, member, sign_in, sign_up, signed_in, with_totp

pytestmark = pytest.mark.django_db


@pytest.fixture
def moved() -> Iterator[list[tuple[int, int]]]:
    """A registered mover that writes down what it was told, as the one of the games will be."""
    calls: list[tuple[int, int]] = []

    def mover(a: User, b: User) -> None:
        b.usual_rules = a.usual_rules | b.usual_rules
        b.save(update_fields=["usual_rules"])
        calls.append((a.pk, b.pk))

    merging.register(mover)
    yield calls
    merging.movers.remove(mover)


def test_a_name_makes_a_guest_and_signs_the_browser_in(request_of: Callable[..., Any]) -> None:
    request = request_of()
    with services.guest_for(request, "  Aunty   Bisi ") as person:
        pass
    assert (person.display_name, person.is_guest, person.can_stake) == ("Aunty Bisi", True, False)
    assert person.username.startswith("~") and not person.has_usable_password()
    assert request.session["_auth_user_id"] == str(person.pk)


def test_somebody_who_is_here_already_stays_who_they_are(request_of: Callable[..., Any]) -> None:
    there = guest()
    with services.guest_for(request_of(there), "Another") as person:
        assert person == there
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["A.", "admin", "Ade\u202e", "<script>", "Chinеdu"])
def test_a_guests_name_is_checked_like_any_name(request_of: Callable[..., Any], name: str) -> None:
    member("Chinedu")
    with pytest.raises(names.NameRefused), services.guest_for(request_of(), name):
        pass
    assert User.objects.count() == 1


def test_a_guest_whose_errand_failed_is_left_nowhere(request_of: Callable[..., Any]) -> None:
    request = request_of()
    with pytest.raises(RuntimeError), services.guest_for(request, "Late"):
        raise RuntimeError("somebody else was quicker")
    assert not User.objects.exists()
    assert "_auth_user_id" not in request.session


def test_one_form_sent_twice_makes_one_guest(request_of: Callable[..., Any]) -> None:  # case B13
    people = []
    for secret in ("the form of one browser", "the form of one browser", "another browser"):
        request = request_of()
        request.META["CSRF_COOKIE"] = secret
        with services.guest_for(request, "Bisi") as person:
            people.append(person.pk)
        assert request.session["_auth_user_id"] == str(person.pk)
    assert people[0] == people[1] != people[2]


def test_a_browser_that_was_a_guest_before_is_not_taken_for_the_member_it_became(
    request_of: Callable[..., Any],
) -> None:
    request = request_of()
    request.META["CSRF_COOKIE"] = "the form of one browser"
    with services.guest_for(request, "Bisi") as person:
        pass
    merging.merge(person, member())
    again = request_of()
    again.META["CSRF_COOKIE"] = "the form of one browser"
    with services.guest_for(again, "Bisi") as other:
        assert other.pk != person.pk


def test_the_31st_guest_from_one_address_in_an_hour_has_to_wait(request_of: Callable[..., Any]) -> None:
    for number in range(30):
        with services.guest_for(request_of(), f"Cousin {number}"):
            pass
    with pytest.raises(limits.TooMany) as refusal, services.guest_for(request_of(), "Cousin 31"):
        pass
    assert 0 < refusal.value.retry_after <= 3601


def test_signing_up_upgrades_the_same_row() -> None:
    person = guest("Bisi")
    person.usual_rules = {"pick_two": True}
    person.save()
    client = signed_in(person)
    page = client.get("/accounts/signup/").content.decode()
    assert "You play as Bisi" in page
    assert sign_up(client, "Bisi").status_code == 302
    same = User.objects.get()
    assert same.pk == person.pk and same.date_joined == person.date_joined
    assert (same.username, same.is_guest, same.usual_rules) == ("Bisi", False, {"pick_two": True})
    assert client.session["_auth_user_id"] == str(person.pk)
    assert sign_in(Client(), "Bisi").status_code == 302


def test_the_name_a_guest_sat_with_stays_the_one_that_others_see() -> None:
    person = guest("Auntie Ngozi")
    assert sign_up(signed_in(person), "ngozi").status_code == 302
    same = User.objects.get(pk=person.pk)
    assert (same.username, same.display_name, same.shown_name) == ("ngozi", "Auntie Ngozi", "Auntie Ngozi")
    with pytest.raises(names.NameRefused):
        names.refuse_if_taken("auntie ngozi")


@pytest.mark.parametrize("called", ["Guest 1234", "Tetamu 1234", "A", "Chinedu", "chinedu", "Sally Support", ""])
def test_a_guests_name_that_a_member_may_not_have_gives_way_to_the_username(called: str) -> None:
    """Made up by the site, too short, a member's, reserved."""
    member("Chinedu")
    person = guest(called)
    assert sign_up(signed_in(person), "ngozi").status_code == 302
    assert User.objects.get(pk=person.pk).shown_name == "ngozi"


def test_a_guest_who_signs_up_twice_at_once_is_upgraded_once() -> None:
    person = guest("Bisi")
    first, second = signed_in(person), signed_in(person)
    sign_up(first, "Bisi")
    sign_up(second, "Bisola")
    assert User.objects.get(pk=person.pk).username == "Bisi"


def test_signing_in_to_an_account_merges_the_guest_into_it(moved: list[tuple[int, int]]) -> None:
    person, account = guest("Bisi"), member("Chinedu")
    person.usual_rules = {"pick_two": True}
    person.save()
    client = signed_in(person)
    assert sign_in(client, "Chinedu").status_code == 302
    assert moved == [(person.pk, account.pk)]
    assert User.objects.get(pk=account.pk).usual_rules == {"pick_two": True}
    assert client.session["_auth_user_id"] == str(account.pk)
    left = User.objects.get(pk=person.pk)
    assert left.closed_at is not None and left.shown_name == "Former player" and left.display_name == ""


def test_the_merge_waits_for_the_second_step(moved: list[tuple[int, int]]) -> None:
    person, account = guest("Bisi"), with_totp(member("Chinedu"))
    client = signed_in(person)
    answer = sign_in(client, "Chinedu")
    assert answer["Location"].startswith("/accounts/2fa/authenticate/") and moved == []
    code = TOTP(account.authenticator_set.get()).validate_code  # the secret is known; make its code
    assert code
    from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time

    counter = next(iter(yield_hotp_counters_from_time()))
    client.post("/accounts/2fa/authenticate/", {"code": format_hotp_value(hotp_value(SECRET, counter))})
    assert moved == [(person.pk, account.pk)]


def test_a_merge_that_fails_leaves_everything_as_it_was() -> None:
    person, account = guest("Bisi"), member("Chinedu")

    def failing(a: User, b: User) -> None:
        b.usual_rules = {"half": "done"}
        b.save()
        raise RuntimeError("a mover failed")

    merging.register(failing)
    try:
        client = signed_in(person, raise_request_exception=False)
        assert sign_in(client, "Chinedu").status_code == 500
    finally:
        merging.movers.remove(failing)
    assert User.objects.get(pk=account.pk).usual_rules == {}
    assert User.objects.get(pk=person.pk).closed_at is None
    assert client.get("/settings/").status_code == 200
    assert client.session["_auth_user_id"] == str(person.pk)


def test_merging_twice_moves_once(moved: list[tuple[int, int]]) -> None:
    person, account = guest(), member()
    merging.merge(person, account)
    merging.merge(person, account)
    assert len(moved) == 1


def test_a_member_is_never_merged_away(moved: list[tuple[int, int]]) -> None:
    one, other = member(), member()
    merging.merge(one, other)
    assert moved == [] and User.objects.get(pk=one.pk).closed_at is None


def test_a_wrong_password_leaves_the_guest_a_guest(moved: list[tuple[int, int]]) -> None:
    person = guest()
    member("Chinedu")
    client = signed_in(person)
    assert sign_in(client, "Chinedu", "wrong").status_code == 200
    assert client.session["_auth_user_id"] == str(person.pk) and moved == []


def test_who_blocked_the_guest_has_blocked_the_member() -> None:
    person, account, annoyed = guest(), member(), member()
    services.block(annoyed, person)
    merging.merge(person, account)
    assert Block.objects.filter(blocker=annoyed, blocked=account).exists()


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/email/", "/accounts/password/change/", "/accounts/password/set/", "/accounts/2fa/",
        "/accounts/2fa/totp/activate/", "/accounts/2fa/codes/generate/", "/accounts/reauthenticate/", "/friends/",
    ],
)  # fmt: skip
def test_a_guest_has_nothing_to_manage_yet(path: str) -> None:
    answer = signed_in(guest()).get(path)
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/signup/")


def test_a_guest_can_not_get_an_address_or_a_password_by_posting() -> None:
    person = guest()
    client = signed_in(person)
    client.post("/accounts/email/", {"email": "x@example.org", "action_add": ""})
    client.post("/accounts/password/set/", {"password1": PASSWORD, "password2": PASSWORD})
    assert not User.objects.get().has_usable_password() and not User.objects.get().emailaddress_set.exists()


def test_a_guest_can_not_be_signed_in_to_by_name() -> None:
    person = guest("Bisi")
    assert sign_in(Client(), person.username, "").status_code == 200
    assert sign_in(Client(), person.username, person.password).status_code == 200
