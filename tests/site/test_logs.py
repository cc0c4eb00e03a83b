"""Malformed requests leave a line in the log and no traceback; no line holds a secret of an address."""

import io
import logging
import logging.config
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client


@pytest.mark.parametrize(
    ("host", "fields"), [("localhost", 1500), ("evil.example", 1)], ids=["too many fields", "a foreign host"]
)
def test_a_malformed_request_is_one_line_in_the_log(
    db: None, caplog: pytest.LogCaptureFixture, host: str, fields: int
) -> None:
    client = Client(raise_request_exception=False)
    with caplog.at_level(logging.WARNING):
        form = urlencode({f"a{n}": "1" for n in range(fields)})
        answer = client.post("/accounts/login/", form, "application/x-www-form-urlencoded", HTTP_HOST=host)
    assert answer.status_code == 400
    told = [record for record in caplog.records if record.name.startswith("django.security")]
    assert told and all(record.exc_info is None for record in told)


TOKEN = "0123456789abcdef" * 4


@pytest.mark.parametrize(
    "address",
    [
        f"/t/{TOKEN}/",
        f"/t/{TOKEN}/panel",
        f"/t/{TOKEN}/nothing",
        "/accounts/password/reset/key/1-cabc12-0123456789abcdef0123456789abcdef/nothing/",
        "/accounts/confirm-email/MQ:1abcde:0123456789abcdef/nothing",
        "/mail/unsubscribe/WzEsImZyaWVuZCJd:1abcde:0123456789abcdef/",
        f"/accounts/login/nothing?next=/t/{TOKEN}/",
    ],
)
def test_a_token_that_leads_nowhere_any_more_is_not_in_the_log(db: None, address: str) -> None:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(console().formatter)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        assert Client(raise_request_exception=False).get(address).status_code in (403, 404)
    finally:
        root.removeHandler(handler)
    assert written.getvalue().count("\n") == 1, "it is told, in a line"
    assert "0123456789abcdef" not in written.getvalue(), written.getvalue()


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (f"Not Found: /t/{TOKEN}/", "Not Found: /t/…/"),
        (f"Not Found: /t/{TOKEN}/panel", "Not Found: /t/…/panel"),
        (f"GET /accounts/login/?next=%2Ft%2F{TOKEN}%2F 200", "GET /accounts/login/?next=%2Ft%2F…%2F 200"),
        (f"{{'path': '/ws/t/{TOKEN}/'}}", "{'path': '/ws/t/…/'}"),
        ("Not Found: /accounts/password/reset/key/1-set-password/", "Not Found: /accounts/password/reset/key/…/"),
        ("Not Found: /accounts/password/reset/key/done/", "Not Found: /accounts/password/reset/key/done/"),
        ("Not Found: /tables/abcdefghjk/", "Not Found: /tables/abcdefghjk/"),
        ("Not Found: /cart/t/", "Not Found: /cart/t/"),
    ],
)
def test_what_stands_in_place_of_a_token(said: str, written: str) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "%s", (said,), None)
    formatter = console().formatter
    assert formatter is not None
    assert formatter.format(record).endswith(f" WARNING django.request: {written}")


def test_a_traceback_holds_none_either() -> None:
    try:
        raise RuntimeError(f"while answering /t/{TOKEN}/")
    except RuntimeError as error:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "failed", (), (type(error), error, error.__traceback__))
    formatter = console().formatter
    assert formatter is not None
    text = formatter.format(record)
    assert "Traceback" in text and TOKEN not in text


def console() -> logging.Handler:
    """The handler that the settings give to all records."""
    configurator = logging.config.DictConfigurator(settings.LOGGING)
    chosen = settings.LOGGING["formatters"][settings.LOGGING["handlers"]["console"]["formatter"]]
    handler = logging.StreamHandler()
    handler.setFormatter(configurator.configure_formatter(dict(chosen)))
    assert settings.LOGGING["root"]["handlers"] == ["console"]
    return handler
