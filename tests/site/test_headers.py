"""Headers and methods of every address, listed from the URLconf and not from memory."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

# A value for each parameter of an address. A new parameter without one here fails the tests.
SAMPLES: dict[str, str] = {
    "game": "go_stop",
    "preset": "naija",
    "code": "nsuchtab22",
    "notice": "1",
    "step": "3",
    "topic": "cards",
    "pool": "whot-2",
    # people and the admin
    "username": "nobody",
    "token": "nosuchtoken",
    "key": "nosuchkey",
    "contrast": "11",
    "grain": "22",
    "temperature": "33",
    "uidb36": "1",
    "number": "1",
    "round": "1",
    "app_label": "accounts",
    "object_id": "1",
    "content_type_id": "1",
}
# Where the same parameter is written in another way: by the beginning of the address's name.
GAME_CODE = "nsuchgame222"
OF_ADDRESS = {("game", "code"): GAME_CODE, ("imported", "code"): GAME_CODE, ("delete", "code"): GAME_CODE}
OF_ADDRESS |= {("season", "number"): "5", ("season", "round"): "6"}
OF_ADDRESS |= {("invite", "token"): "ab" * 32, ("league", "token"): "ab" * 32}
POST_ONLY = {"set_language"}
POST_ONLY |= {"ask_friend", "accept_friend", "remove_friend", "add_friend", "block", "unblock"}
POST_ONLY |= {"join_table", "leave_table", "close_table", "agree_table", "start_table", "new_invite", "revoke_invite"}
POST_ONLY |= {"invite_friend", "decline_invitation", "dismiss_notice", "game_actions", "game_leave", "game_pause"}
POST_ONLY |= {"share_table", "delete_imported"}

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
}


def named_patterns(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Yield (namespaced name, pattern) of every address; an address without a name is a failure."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            space = f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix
            yield from named_patterns(pattern, space)
        else:
            assert pattern.name, f"the address {pattern.pattern} has no name"
            yield prefix + pattern.name, pattern


def sample_of(name: str, parameter: str) -> str:
    """A value for this parameter of the address of this name."""
    return next(
        (value for (kind, of), value in OF_ADDRESS.items() if of == parameter and name.split("_")[0] == kind),
        SAMPLES[parameter],
    )


def addresses() -> dict[str, str]:
    """Return every named address with its parameters filled in."""
    found = {}
    for name, pattern in named_patterns(get_resolver()):
        values = {parameter: sample_of(name, parameter) for parameter in pattern.pattern.converters}
        found[name] = reverse(name, kwargs=values)
    return found


ADDRESSES = addresses()


def assert_secure(headers: dict[str, str]) -> None:
    for name, value in HEADERS.items():
        assert headers[name] == value, name
    assert "unsafe" not in headers["Content-Security-Policy"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ADDRESSES)
def test_every_address_sends_the_security_headers(client: Client, name: str) -> None:
    assert_secure(dict(client.get(ADDRESSES[name]).headers))
    assert_secure(dict(client.post(ADDRESSES[name]).headers))


@pytest.mark.django_db  # the end of a streamed answer closes connections that are too old
@pytest.mark.parametrize("address", ["/no/such/page", "/static/css/site.css", "/static/no-such-file.css"])
def test_what_is_in_no_urlconf_sends_them_too(client: Client, address: str) -> None:
    answer = client.get(address)
    assert_secure(dict(answer.headers))
    answer.close()


def test_an_unknown_host_gets_them_too(client: Client) -> None:
    assert_secure(dict(client.get("/", headers={"host": "evil.example"}).headers))


@pytest.mark.django_db
@pytest.mark.parametrize("name", ADDRESSES)
def test_every_address_refuses_a_get_or_a_post_without_token(name: str) -> None:
    strict = Client(enforce_csrf_checks=True)
    if name in POST_ONLY:
        assert strict.get(ADDRESSES[name]).status_code == 405
    assert strict.post(ADDRESSES[name]).status_code in {403, 405}


@pytest.mark.django_db
@pytest.mark.parametrize("name", ADDRESSES)
def test_every_cookie_is_httponly_and_lax(client: Client, name: str) -> None:
    for cookie in client.get(ADDRESSES[name]).cookies.values():
        assert cookie["httponly"] and cookie["samesite"] == "Lax", cookie
