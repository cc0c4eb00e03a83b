"""Mail that people may decline: kinds, preferences, and links to unsubscribe that work without signing in.

Mail about the account itself (a confirmation, a reset) is sent by allauth and can't be declined.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urljoin

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .models import User
from .zones import UTC, zone_named

SALT = "accounts.mails.unsubscribe"
# Kind -> what it is called on the settings page. Other apps add theirs with `register` when they are ready.
kinds: dict[str, str | Promise] = {"friend": _("Somebody asks to be friends")}


class BadLink(Exception):
    """The link was not made by this site, or names a kind of mail that is no more."""


def register(kind: str, label: str | Promise) -> None:
    """Add a kind of mail; `label` completes "Send me a mail when: ..."."""
    kinds[kind] = label


def absolute(path: str) -> str:
    """Return the full address of a path of this site, for mail."""
    return urljoin(settings.SITE_URL, path)


def wants(person: User, kind: str) -> bool:
    return person.is_member and person.is_active and kind not in person.mail_unsubscribed


@contextmanager
def reading(person: User) -> Iterator[None]:
    """The language and the time zone in which this person reads mail."""
    language, zone = person.language or settings.LANGUAGE_CODE, zone_named(person.time_zone) or UTC
    with translation.override(language), timezone.override(zone):
        yield


def send(person: User, kind: str, template: str, context: dict[str, Any]) -> bool:
    """Send one mail once the transaction is committed; False when this person gets none of this kind."""
    mail = prepare(person, kind, template, context)
    if mail is None:
        return False
    transaction.on_commit(mail.send, robust=True)
    return True


def prepare(person: User, kind: str, template: str, context: dict[str, Any]) -> EmailMessage | None:
    """Return a mail to be sent after the commit; None when this person gets none of this kind.

    The first line of the template is the subject; it is rendered in the language and time zone of the receiver, with
    `person`, `site` and `unsubscribe_url` added. Only a confirmed address gets any.
    """
    if kind not in kinds:
        raise KeyError(kind)
    if not wants(person, kind):
        return None
    address = EmailAddress.objects.filter(user=person, verified=True).order_by("-primary", "pk").first()
    if address is None:
        return None
    url = absolute(reverse("unsubscribe", args=[unsubscribe_token(person, kind)]))
    everything = {**context, "person": person, "site": settings.SITE_URL.rstrip("/"), "unsubscribe_url": url}
    with reading(person):
        subject, _line, body = render_to_string(template, everything).strip().partition("\n")
    return EmailMessage(
        " ".join(subject.split()),
        body.strip() + "\n",
        to=[address.email],
        headers={"List-Unsubscribe": f"<{url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"},
    )


def unsubscribe_token(person: User, kind: str) -> str:
    return signing.dumps([person.pk, kind], salt=SALT)


def read_token(token: str) -> tuple[User, str]:
    """Return who unsubscribes from what. Links work for ever: old mail is kept. Raises BadLink."""
    try:
        pk, kind = signing.loads(token, salt=SALT)
        person = User.objects.get(pk=pk)
    except (signing.BadSignature, User.DoesNotExist, ValueError, TypeError):
        raise BadLink from None  # the text of a bad signature holds it
    if kind not in kinds:
        raise BadLink
    return person, kind


def unsubscribe(person: User, kind: str) -> None:
    with transaction.atomic():
        person = User.objects.select_for_update(no_key=True).get(pk=person.pk)
        if kind not in person.mail_unsubscribed:
            person.mail_unsubscribed = sorted([*person.mail_unsubscribed, kind])
            person.save(update_fields=["mail_unsubscribed"])
