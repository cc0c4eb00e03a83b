"""What holds for every page there is, listed from the URL configuration: it is there, and it is light."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

from games import log
from games.services import limits
from tests.games.pages import named_urls

from .everything import NO_PAGES, Everything, furnished

pytestmark = pytest.mark.django_db
MOST_BYTES = 60 * 1024


@pytest.fixture
def everything(monkeypatch: pytest.MonkeyPatch) -> Everything:
    monkeypatch.setattr(limits, "MOVES_A_MINUTE", 10**9)
    log.forget()
    return furnished()


def linked(document: str) -> set[str]:
    """The style sheets, scripts and pictures that a page loads before anybody does anything."""
    found = set(re.findall(r'<link rel="stylesheet" href="([^"]+)"', document))
    found |= set(re.findall(r'<script[^>]* src="([^"]+)"', document))
    return found | set(re.findall(r'<(?:img|use)[^>]* (?:src|href)="(/static/[^"#]+)', document))


def weight(page: Any) -> dict[str, int]:
    """Compressed bytes of the document and of all that it loads with it."""
    document = page.content.decode()
    sizes = {"document": len(gzip.compress(page.content, 6))}
    for address in linked(document):
        found = finders.find(address.removeprefix(settings.STATIC_URL))
        assert found, address
        sizes[address] = len(gzip.compress(Path(str(found)).read_bytes(), 6))
    return sizes


def test_every_address_is_a_page_that_is_looked_at_or_no_page(everything: Everything) -> None:
    names = {name for name, _parameters in named_urls()}
    assert {place.name for place in everything.places} == names - NO_PAGES
    assert names >= NO_PAGES


@pytest.mark.parametrize("language", ["en", "ms"])
def test_every_page_is_there_and_takes_at_most_sixty_kilobytes_to_load_first(
    everything: Everything, language: str
) -> None:
    heavy, gone = {}, {}
    for place in everything.places:
        page = everything.browsers[place.who].get(place.path, headers={"accept-language": language}, follow=True)
        if page.status_code != 200 or b"</html>" not in page.content:
            gone[place] = page.status_code
            continue
        assert linked(page.content.decode()), place
        sizes = weight(page)
        if sum(sizes.values()) > MOST_BYTES:
            heavy[place] = sizes
    assert gone == {}
    assert heavy == {}


def test_no_page_leads_somewhere_else_than_it_says(everything: Everything) -> None:
    """A page in the list that only redirects would be looked at under a wrong name."""
    may_lead_on = {"account_reset_password_from_key"}  # to an address without the token
    for place in everything.places:
        page = everything.browsers[place.who].get(place.path)
        assert page.status_code == 200 or place.name in may_lead_on, (place, page.headers.get("Location"))
