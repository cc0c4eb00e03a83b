"""What stands in an address where a code, a name or a token belongs: anything at all, and never a failure of ours."""

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from accounts.models import User

from .test_headers import SAMPLES, named_patterns, sample_of

pytestmark = pytest.mark.django_db

ODD = ["%00", "a%00b", "%0a", "%7f", "x" * 300, "9" * 300, "%C3%A9", "%25", "..", "%2e%2e", "%FF", "%F0%9F%83%8F"]
# What is asked for by anybody, and found or not: the answers of people who may not look count as an answer too.
CALM = {404, 405, 302, 403}


def with_text_parameters() -> list[tuple[str, str]]:
    """Name and parameter of every address of ours with a parameter that is text."""
    found = []
    for name, pattern in named_patterns(get_resolver()):
        if name.startswith("admin:"):
            continue
        found += [(name, parameter) for parameter in pattern.pattern.converters if parameter != "notice"]
    return found


def address(name: str, parameter: str, odd: str) -> str:
    pattern = dict(named_patterns(get_resolver()))[name]
    values = {other: sample_of(name, other) for other in pattern.pattern.converters}
    good = reverse(name, kwargs=values)
    assert good.count(values[parameter]) == 1, "where in the address is the parameter?"
    return good.replace(values[parameter], odd)


@pytest.fixture
def member() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("somebody-real", password="x"))
    return client


@pytest.mark.parametrize(("name", "parameter"), with_text_parameters(), ids=lambda part: part)
def test_an_odd_parameter_is_an_address_that_is_not_there(
    client: Client, member: Client, name: str, parameter: str
) -> None:
    told = TOLD if name in TOLD_BY_THEIR_PAGE else set()
    for odd in ODD:
        asked = address(name, parameter, odd)
        for who in (client, member):
            shown, sent = who.get(asked), who.post(asked)
            assert shown.status_code in {404, 405} | told, (asked, shown)
            assert sent.status_code in CALM | told, (asked, sent)


TOLD = {200, 403, 429}
# A link from a mail that works no more says so on a page of its own; it never looks up what it was given.
TOLD_BY_THEIR_PAGE = {"account_reset_password_from_key", "account_confirm_email", "unsubscribe"}


@pytest.mark.parametrize("number", ["0", "9" * 18, "9" * 19, "9" * 300])
def test_no_number_of_a_notice_is_too_great(member: Client, number: str) -> None:
    assert member.post(f"/notices/{number}/seen/").status_code == 404


def test_staff_are_not_answered_with_a_failure_either(client: Client) -> None:
    client.force_login(User.objects.create_superuser("of-the-house", password="x"))
    for name, pattern in named_patterns(get_resolver()):
        if not name.startswith("admin:"):
            continue
        parameters = list(pattern.pattern.converters)
        for odd in ODD if parameters else []:
            asked = reverse(name, kwargs={other: SAMPLES[other] for other in parameters})
            for parameter in parameters:
                end = f"/{SAMPLES[parameter]}/"
                assert client.get(asked.replace(end, f"/{odd}/")).status_code < 500, (asked, odd)


def test_every_name_that_a_person_can_have_leads_to_a_profile(client: Client) -> None:
    for name in ("Jo.Bo-x_1", "美玲", "Ọlúwaṣeun", "~0123456789abcdef", "a" * 30):
        person = User.objects.create_user(name, password="x")
        assert client.get(reverse("profile", kwargs={"username": person.username})).status_code == 200, name
