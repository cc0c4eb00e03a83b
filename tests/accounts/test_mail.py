"""Mail that may be declined, and the links that decline it (check 78, RFC 8058)."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils.translation import gettext_lazy

from accounts import mails, services
from accounts.models import User

from .conftest import guest, link_in_mail, member, signed_in

pytestmark = pytest.mark.django_db(transaction=True)


def unsubscribe_path(message: Any) -> str:
    address: str = message.extra_headers["List-Unsubscribe"]
    assert address.startswith("<http://localhost:8000/mail/unsubscribe/") and address.endswith("/>")
    return address.removeprefix("<http://localhost:8000").removesuffix(">")


def test_a_request_is_told_by_mail_once_a_day_in_the_language_of_the_receiver() -> None:
    one, other = member("Adaeze"), member("Bola", language="ms")
    services.ask_to_be_friends(one, other)
    services.remove_friend(other, one)
    services.ask_to_be_friends(one, other)
    assert len(mail.outbox) == 1
    assert mail.outbox[0].to == ["bola@example.org"]
    assert mail.outbox[0].subject == "Adaeze mahu menjadi rakan anda"
    assert link_in_mail() == "/friends/"


def test_the_link_asks_and_changes_nothing_when_it_is_opened() -> None:
    one, other = member("Adaeze"), member("Bola")
    services.ask_to_be_friends(one, other)
    path = unsubscribe_path(mail.outbox[0])
    page = Client().get(path)
    assert page.status_code == 200 and "Somebody asks to be friends" in page.content.decode()
    assert mails.wants(User.objects.get(pk=other.pk), "friend")


def test_a_mail_program_unsubscribes_with_one_post_and_no_cookie() -> None:
    one, other = member("Adaeze"), member("Bola")
    services.ask_to_be_friends(one, other)
    assert mail.outbox[0].extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(unsubscribe_path(mail.outbox[0]), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert User.objects.get(pk=other.pk).mail_unsubscribed == ["friend"]
    services.ask_to_be_friends(member("Chika"), User.objects.get(pk=other.pk))
    assert len(mail.outbox) == 1


def test_a_link_declines_one_kind_of_one_person() -> None:
    one, other = member(), member()
    Client().post(f"/mail/unsubscribe/{mails.unsubscribe_token(one, 'friend')}/")
    assert mails.wants(User.objects.get(pk=other.pk), "friend")


@pytest.mark.parametrize("change", [lambda t: t[:-1], lambda t: "x" + t, lambda t: "", lambda t: t.replace(":", "")])
def test_a_forged_link_is_refused(change: Any) -> None:
    token = change(mails.unsubscribe_token(member(), "friend")) or "x"
    assert Client().post(f"/mail/unsubscribe/{token}/").status_code == 403


def test_a_token_made_for_something_else_is_refused() -> None:
    from django.core import signing

    token = signing.dumps([member().pk, "friend"])
    assert Client().post(f"/mail/unsubscribe/{token}/").status_code == 403


def test_nobody_gets_mail_who_has_no_confirmed_address_declined_or_is_gone() -> None:
    context = {"asker": member()}
    unconfirmed, declined, suspended = member(confirmed=False), member(mail_unsubscribed=["friend"]), member()
    services.suspend(suspended)
    suspended.refresh_from_db()
    for person in (unconfirmed, declined, suspended, guest()):
        assert not mails.send(person, "friend", "accounts/mail/friend_request.txt", context)
    assert mail.outbox == []


def test_no_name_can_break_into_the_head_of_a_mail() -> None:
    nasty = member()
    User.objects.filter(pk=nasty.pk).update(display_name="A\nBcc: all@example.org")
    nasty.refresh_from_db()
    mails.send(member(), "friend", "accounts/mail/friend_request.txt", {"asker": nasty})
    assert "\n" not in mail.outbox[0].subject
    assert mail.outbox[0].bcc == [] and "Bcc" not in mail.outbox[0].message()


def test_other_apps_add_kinds_to_the_settings_page() -> None:
    mails.register("moon", gettext_lazy("The moon is full"))
    assert "The moon is full" in signed_in(member()).get("/settings/").content.decode()
