"""Bodies that can't be read are refused in a sentence, before anything reads them, and cost one line in the log."""

import asyncio
import io
import logging
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from asgiref.testing import ApplicationCommunicator
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import User
from whot_site.asgi import application, http

FORM = "application/x-www-form-urlencoded"
BODY = b"language=ms&next=/"


def with_token() -> Client:
    """A browser that has the cookie of the form token: with it the token is looked for in the body."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["csrf"] = "a" * 32
    return client


@pytest.mark.parametrize("kind", [FORM, "multipart/form-data; boundary=x", "text/plain", "application/json"])
@pytest.mark.parametrize(
    "charset", ["utf-16", "utf-7", "rot13", "idna", "hex", "nonsense", "latin-1", "utf-8-sig", "x" * 500, "..", "%00"]
)
def test_a_foreign_charset_is_refused_in_a_sentence(kind: str, charset: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        answer = with_token().generic("POST", "/language/", BODY, content_type=f"{kind}; charset={charset}")
    assert answer.status_code == 415
    page = answer.content.decode()
    assert "UTF-8" in page and "<h1>" in page and "css/site.css" in page
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert len(caplog.records) == 1 and caplog.records[0].exc_info is None


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_it_is_refused_by_every_method(method: str) -> None:
    answer = with_token().generic(method, "/", b"a=1", content_type=f"{FORM}; charset=rot13")
    assert answer.status_code == 415


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", ["/", "/language/"])
def test_a_method_that_nothing_here_takes_is_named_as_such(method: str, path: str) -> None:
    answer = with_token().generic(method, path, b"a=1", content_type=FORM)
    assert answer.status_code == 405 and "GET" in answer.headers["Allow"]
    assert "Nothing was changed" in answer.content.decode()


@pytest.mark.parametrize("charset", ["rot13", "idna", "utf-16", "undefined", "nonsense"])
def test_it_is_refused_by_the_web_server_too_whatever_the_address_asks(charset: str) -> None:
    async def answered() -> dict[str, Any]:
        kind = f"{FORM}; charset={charset}".encode()
        scope = {"type": "http", "http_version": "1.1", "method": "POST", "path": "/language/",
                 "query_string": b"a=%C3",
                 "headers": [(b"host", b"localhost"), (b"content-type", kind), (b"cookie", b"csrf=" + b"a" * 32)],
                 "client": ("127.0.0.1", 1)}  # fmt: skip
        asked = ApplicationCommunicator(application, scope)
        await asked.send_input({"type": "http.request", "body": BODY})
        found: dict[str, Any] = await asked.receive_output(5)
        return found

    assert asyncio.run(answered())["status"] == 415


def test_the_refusal_speaks_malay_too() -> None:
    answer = Client().generic(
        "POST", "/language/", BODY, content_type=f"{FORM}; charset=utf-16", headers={"accept-language": "ms"}
    )
    assert (answer.status_code, '<html lang="ms"' in answer.content.decode()) == (415, True)


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", "utf8", "Utf_8", '"utf-8"', "U8"])
def test_utf_8_is_read_however_it_is_spelled(charset: str) -> None:
    answer = Client().generic("POST", "/language/", BODY, content_type=f"{FORM}; charset={charset}")
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert answer.cookies["language"].value == "ms"


@pytest.mark.parametrize(
    "kind", ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=é"]
)
def test_a_body_in_parts_without_a_border_is_refused(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        answer = with_token().generic("POST", "/language/", BODY, content_type=kind)
    assert answer.status_code == 400
    assert all(record.exc_info is None for record in caplog.records)


def test_a_part_that_is_not_what_it_says_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    head = b'Content-Disposition: form-data; name="next"\r\nContent-Transfer-Encoding: base64'
    part = b"--x\r\n" + head + b"\r\n\r\n!!!a\r\n--x--\r\n"
    with caplog.at_level(logging.WARNING):
        answer = with_token().generic("POST", "/language/", part, content_type="multipart/form-data; boundary=x")
    assert answer.status_code in {400, 403}
    assert all(record.exc_info is None for record in caplog.records)


@pytest.mark.parametrize("length", ["nonsense", "-1", "1e3", "٣", "²"])
def test_a_length_that_is_no_number_is_refused(length: str) -> None:
    answer = with_token().generic("POST", "/language/", BODY, content_type=FORM, CONTENT_LENGTH=length)
    assert answer.status_code == 400


def test_a_file_of_more_than_64_kib_is_refused_wherever_it_is_sent() -> None:  # check 58
    for address in ("/language/", "/tables/new/", "/accounts/login/"):
        big = SimpleUploadedFile("record.txt", b"x" * 70_000)
        assert with_token().post(address, {"file": big, "language": "ms"}).status_code == 400
    small = SimpleUploadedFile("record.txt", b"x" * 1000)
    assert Client().post("/language/", {"file": small, "language": "ms"}).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("size", [70_000, 3_000_000])
@pytest.mark.parametrize("path", ["/accounts/login/", "/language/", "/tables/new/", "/no/such/page"])
def test_a_long_form_is_refused_by_the_server_too(path: str, size: int, caplog: pytest.LogCaptureFixture) -> None:
    """As it comes in over the wire, from a browser that has been here: not our fault, and no fault in the log."""
    body = b"login=" + b"a" * size
    headers = {
        "host": "localhost",
        "content-type": FORM,
        "content-length": str(len(body)),
        "cookie": "csrf=" + "a" * 32,
    }
    scope = {
        "type": "http", "method": "POST", "path": path, "query_string": b"", "scheme": "http", "http_version": "1.1",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }  # fmt: skip
    with caplog.at_level(logging.WARNING):
        response, page = http._answer(scope, io.BytesIO(body))
    assert response.status_code == 400 and b"At most 64 kB are read here" in page
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.django_db
def test_a_form_that_cannot_be_read_confirms_no_address() -> None:
    """What needs no field of its form is not done either when the form is unreadable."""
    person = User.objects.create(username="ada", email="ada@example.org")
    address = EmailAddress.objects.create(user=person, email=person.email)
    where = f"/accounts/confirm-email/{EmailConfirmationHMAC(address).key}/"
    assert Client().generic("POST", where, BODY, content_type="multipart/form-data; boundary=").status_code == 400
    address.refresh_from_db()
    assert not address.verified
    assert Client().post(where).status_code == 302
    address.refresh_from_db()
    assert address.verified
