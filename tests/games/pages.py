"""What the tests of the pages share: browsers of people, the tables they look at, and forms as they are sent."""

import re
from collections.abc import Iterator
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User

FORM = {
    "preset": "001",
    "seats": "2",
    "turn": "120",
    "turn_unit": "min",
    "time": "",
    "time_unit": "min",
    "games": "1",
    "match": "tally",
    "start": "",
    "join": "open",
    "onlookers": "on",
    "key": "key-of-the-form",
}


def browser(person: User | None = None, **options: Any) -> Client:
    client = Client(**options)
    if person is not None:
        client.force_login(person)
    return client


def text(answer: Any) -> str:
    """The page without its tags, in one line: what a person reads."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", answer.content.decode(), flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def value_of(answer: Any, name: str) -> str:
    """What is filled into the field with this name: typed text, or the choice that is marked."""
    page = answer.content.decode()
    typed = re.search(rf'<input(?=[^>]*\bname="{name}")(?![^>]*type="(?:radio|checkbox)")[^>]*\bvalue="([^"]*)"', page)
    if typed:
        return typed[1]
    radio = re.search(rf'<input type="radio" name="{name}" value="([^"]*)" checked', page)
    if radio:
        return radio[1]
    select = re.search(rf'<select[^>]*\bname="{name}".*?</select>', page, re.DOTALL)
    assert select, f"the page has no field {name}"
    chosen = re.search(r'<option value="([^"]*)" selected', select[0])
    return chosen[1] if chosen else ""


def shuffled(client: Client, address: str, client_seed: str = "-") -> Any:
    """What follows opening a table: the page with its commitments is shown, and its one form sent."""
    page = client.get(address)
    form = re.search(r'<form method="post" action="([^"]*/agree/)" data-at-once="yes">', page.content.decode())
    assert form, f"{address} does not ask for a contribution"
    return client.post(form[1], {"seen_agreement": value_of(page, "seen_agreement"), "client_seed": client_seed})


def named_urls() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Name and parameters of every address of the site, read from the URL configuration; the staff's control apart."""

    def walk(patterns: Any) -> Iterator[URLPattern]:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                if pattern.app_name != "admin":
                    yield from walk(pattern.url_patterns)
            else:
                yield pattern

    for pattern in walk(get_resolver().url_patterns):
        assert pattern.name, f"{pattern} has no name"
        yield pattern.name, tuple(pattern.pattern.converters or pattern.pattern.regex.groupindex)
