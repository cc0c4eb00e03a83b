"""Where a request comes from."""

from allauth.account.adapter import get_adapter
from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """Return the address of the client; X-Forwarded-For counts only behind proxies of our own (TRUSTED_PROXIES)."""
    return get_adapter().get_client_ip(request)
