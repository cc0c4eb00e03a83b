"""Friends by name and the invite link."""

import html
import re
import secrets
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from games import selectors
from games.errors import Forbidden, NotFound, TooMany
from games.models import Invitation, Table
from games.services import expiring, invitations, tables

from .coins.purses import rich
from .factories import friends, guest, member, opened, opened_by, rules, seated
from .pages import browser

pytestmark = pytest.mark.django_db


def test_an_invited_friend_gets_one_mail_and_the_invitation(django_capture_on_commit_callbacks: object) -> None:
    host, friend = member("Ada"), member("Obi")
    friends(host, friend)
    friend.emailaddress_set.create(email="obi@example.org", verified=True, primary=True)
    table = opened_by(host, rules(seats=4, join="friends"))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        invitations.invite_friend(table.code, host, friend)
        invitations.invite_friend(table.code, host, friend)
    assert len(mail.outbox) == 1 and "Ada" in mail.outbox[0].subject and table.code in mail.outbox[0].body
    assert [line.table for line in selectors.muster(friend).invitations] == [table]
    invitations.decline(table.code, friend)
    invitations.decline(table.code, friend)
    assert selectors.muster(friend).invitations == ()
    assert tables.join(table.code, friend, seen_agreement=1).seated == 2  # changed their mind


def test_only_friends_are_invited_and_only_by_the_host() -> None:
    host, stranger, visitor = member(), member(), member()
    table = seated(opened_by(host, rules(seats=4)), visitor)
    friends(visitor, stranger)
    with pytest.raises(Forbidden):
        invitations.invite_friend(table.code, host, stranger)
    with pytest.raises(Forbidden):
        invitations.invite_friend(table.code, visitor, stranger)
    with pytest.raises(NotFound):
        invitations.decline(table.code, stranger)


def test_the_fifty_first_invitation_a_day_is_too_many_until_the_first_is_a_day_old() -> None:
    host = member()
    table = opened_by(host, rules(seats=4, join="friends"))
    for _time in range(50):
        friend = member()
        friends(host, friend)
        invitations.invite_friend(table.code, host, friend)
    late = member()
    friends(host, late)
    Invitation.objects.order_by("pk").filter(pk=Invitation.objects.order_by("pk").first().pk).update(
        at=timezone.now() - timedelta(hours=23)
    )
    with pytest.raises(TooMany) as refused:
        invitations.invite_friend(table.code, host, late)
    assert 3590 <= refused.value.retry_after <= 3601
    Invitation.objects.filter(at__lt=timezone.now() - timedelta(hours=22)).update(
        at=timezone.now() - timedelta(hours=25)
    )
    invitations.invite_friend(table.code, host, late)


def test_an_invite_link_has_256_bits_is_stored_hashed_and_can_be_revoked() -> None:
    table = opened(seats=4, join="link")
    token = invitations.new_invite(table.code, table.host)
    assert len(bytes.fromhex(token)) == 32
    assert token not in str(list(Table.objects.values()))
    assert selectors.table_by_token(token) == table
    again = invitations.new_invite(table.code, table.host)
    assert again != token
    with pytest.raises(NotFound):
        selectors.table_by_token(token)
    assert selectors.table_for(table.code, table.host).invite_token == again
    invitations.revoke_invite(table.code, table.host)
    with pytest.raises(NotFound):
        selectors.table_by_token(again)
    with pytest.raises(NotFound):
        tables.join(table.code, member(), seen_agreement=1, token=again)
    assert selectors.table_for(table.code, table.host).invite_token is None


def test_ten_thousand_guesses_lead_nowhere() -> None:  # check 48
    """Those nearest to a true link among them: one digit off, cut, what is stored of it, and links that were."""
    table = opened(seats=4, join="link")
    old = [invitations.new_invite(table.code, table.host) for _again in range(3)]
    token = invitations.new_invite(table.code, table.host)
    table.refresh_from_db()
    assert table.invite_hash is not None
    near = {token[:at] + digit + token[at + 1 :] for at in range(64) for digit in "0123456789abcdef"} - {token}
    guesses = {*near, *old, table.invite_hash, table.code, token[:-1], token.upper(), "", "0" * 64}
    while len(guesses) < 10_000:
        guesses.add(secrets.token_hex(32))
    hashes = [selectors.token_hash(guess) for guess in guesses]
    for start in range(0, len(hashes), 500):
        assert not Table.objects.filter(invite_hash__in=hashes[start : start + 500]).exists()
    assert selectors.table_by_token(token) == table


@pytest.mark.parametrize("coins", [{}, {"coins": Table.Coins.STAKE, "coin_amount": 250}], ids=["friendly", "stake"])
@pytest.mark.parametrize("who", [None, guest], ids=["signed out", "guest"])
@pytest.mark.parametrize("part", ["", "panel"])
def test_whoever_signs_in_or_makes_an_account_on_a_link_comes_back_to_it(coins: Any, who: Any, part: str) -> None:
    host = rich()
    table = opened_by(host, rules("002", 2, join="link", start="host", **coins))
    link = f"/t/{invitations.new_invite(table.code, host)}/"
    page = browser(who() if who else None).get(link + part).content.decode()
    ways = re.findall(r'href="(/accounts/(?:login|signup)/[^"]*)"', page)
    assert ways or part or (who and not coins), "there is a way to an account"
    assert {html.unescape(way).split("?next=")[1] for way in ways} <= {link}
    assert browser(member()).get(link).status_code == 200


def test_only_the_host_makes_links() -> None:
    visitor = member()
    table = seated(opened(seats=4), visitor)
    with pytest.raises(Forbidden):
        invitations.new_invite(table.code, visitor)
    with pytest.raises(Forbidden):
        invitations.revoke_invite(table.code, visitor)
    assert selectors.table_for(table.code, visitor).invite_token is None


def test_a_changed_secret_key_keeps_old_links_working(settings: object) -> None:
    table = opened(seats=4, join="link")
    token = selectors.present_token(table)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]  # type: ignore[attr-defined]
    settings.SECRET_KEY = "a new secret key"  # type: ignore[attr-defined]
    assert selectors.present_token(table) == token and selectors.table_by_token(token) == table


@pytest.mark.parametrize("end", ["expired", "closed", "abandoned", "made for friends"])
def test_a_link_ends_with_the_waiting_of_its_table(end: str) -> None:  # check 48
    table = opened(seats=4, join="link")
    token = selectors.present_token(table) or ""
    if end == "expired":
        expiring.expire_due(table.created_at + timedelta(days=7))
    elif end == "closed":
        tables.close(table.code, table.host)
    elif end == "abandoned":
        tables.leave(table.code, table.host)
    else:
        tables.change_rules(table.code, table.host, rules(seats=4, join="friends"), table.seq)
    with pytest.raises(NotFound):
        selectors.table_by_token(token)


def test_a_link_is_bound_to_its_table() -> None:  # check 48
    one, other = opened(seats=4, join="link"), opened(seats=4, join="link")
    with pytest.raises(NotFound):
        tables.join(other.code, member(), seen_agreement=1, token=selectors.present_token(one))
