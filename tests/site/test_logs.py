"""Malformed requests leave a line in the log, and no traceback."""

import logging

import pytest
from django.test import Client


@pytest.mark.parametrize(
    ("host", "fields"), [("localhost", 1500), ("evil.example", 1)], ids=["too many fields", "a foreign host"]
)
def test_a_malformed_request_is_one_line_in_the_log(
    db: None, caplog: pytest.LogCaptureFixture, host: str, fields: int
) -> None:
    client = Client(raise_request_exception=False)
    with caplog.at_level(logging.WARNING):
        answer = client.post("/accounts/login/", {f"a{n}": "1" for n in range(fields)}, HTTP_HOST=host)
    assert answer.status_code == 400
    told = [record for record in caplog.records if record.name.startswith("django.security")]
    assert told and all(record.exc_info is None for record in told)
