"""Where somebody who sits down for coins comes from: only whether two people at one table come from the same.

The request is kept for the length of its answer; a service that was not called by a request knows of no origin, and
then nothing is compared.
"""

import hashlib
import hmac
import ipaddress
from collections.abc import Callable
from contextvars import ContextVar
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from accounts.adapter import DEVICE_COOKIE_AGE, DEVICE_SALT
from accounts.client import address_of

_request: ContextVar[HttpRequest | None] = ContextVar("coins_request", default=None)


class Origin(NamedTuple):
    """Hashed; empty where it is not known."""

    device: str = ""
    address: str = ""


class OriginMiddleware:
    """Lets services ask where a request comes from."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        token = _request.set(request)
        try:
            return self.get_response(request)
        finally:
            _request.reset(token)


def hashed(place: str) -> Origin:
    """The origin of the request that is being answered. Hashes with different `place` can't be compared."""
    request = _request.get()
    if request is None:
        return Origin()
    device, address = _device(request), _network(address_of(request))
    return Origin(_hash(place, "device", device), _hash(place, "address", address))


def _hash(place: str, what: str, value: str) -> str:
    if not value:
        return ""
    text = f"{place}|{what}|{value}".encode()
    return hmac.new(settings.SECRET_KEY.encode(), text, hashlib.sha256).hexdigest()


def _device(request: HttpRequest) -> str:
    """The browser's own number, which it has from its first sign-in on (accounts.adapter)."""
    cookie = request.COOKIES.get(settings.KNOWN_DEVICE_COOKIE_NAME, "")
    try:
        device, _people = signing.loads(cookie, salt=DEVICE_SALT, max_age=DEVICE_COOKIE_AGE)
    except (signing.BadSignature, ValueError, TypeError):
        return ""
    return str(device)


def _network(address: str | None) -> str:
    """The address, of IPv6 the network of one home. This machine itself says nothing: a proxy stands there."""
    try:
        found = ipaddress.ip_address(address or "")
    except ValueError:
        return ""
    if found.is_loopback:
        return ""
    if isinstance(found, ipaddress.IPv6Address):
        return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))
    return str(found)
