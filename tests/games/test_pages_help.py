"""Help by topic in both languages, one tap from where it is needed; and how heavy the pages are."""

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.test import Client

from games.services import play
from games.views.help import TOPICS

from .factories import member, opened_by, rules, seated, started
from .pages import browser, text

MOST_BYTES = 60_000


def test_how_to_play_is_told_in_four_steps(client: Client) -> None:
    page = client.get("/help/").content.decode()
    steps = page.split('<ol class="steps">')[1].split("</ol>")[0]
    assert steps.count("<li>") == 4
    for topic in TOPICS:
        assert f'href="/help/{topic}/"' in page


@pytest.mark.parametrize("topic", TOPICS)
def test_a_topic_reads_in_both_languages(client: Client, topic: str) -> None:
    pages = [client.get(f"/help/{topic}/", headers={"accept-language": language}) for language in ("en", "ms")]
    english, malay = (re.findall(r"<(?:p|dd)>(.*?)</", page.content.decode().split("<article")[1]) for page in pages)
    assert len(english) == len(malay) >= 3
    same = [one for one, other in zip(english, malay, strict=True) if one == other and not one.startswith("<a")]
    assert same == [], "not translated"


def test_an_unknown_topic_is_not_there(client: Client) -> None:
    assert client.get("/help/nothing/").status_code == 404


@pytest.mark.django_db
def test_each_topic_is_one_tap_from_where_it_is_needed(client: Client) -> None:
    host = member()
    waiting = seated(opened_by(host, rules(seats=3)), member())
    mine, strange = browser(host), browser(member())
    game = started([host, member()])
    needed = [
        (client, "/accounts/login/", "/help/sign-in/"),
        (mine, "/", "/help/muster/"),
        (mine, "/", "/help/waiting/"),
        (mine, "/", "/help/joining/"),
        (client, "/tables/new/", "/help/new-table/"),
        (client, "/computer/", "/help/computer/"),
        (mine, f"/games/{game.code}/", "/help/game/"),
        (mine, f"/games/{game.code}/", "/help/cards/"),
        (mine, f"/tables/{waiting.code}/", "/help/waiting/"),
        (strange, f"/tables/{waiting.code}/", "/help/joining/"),
        (client, f"/tables/{waiting.code}/", "/help/fair/"),
    ]
    for visitor, place, help_address in needed:
        assert f'href="{help_address}"' in visitor.get(place).content.decode(), f"{place} leads to {help_address}"
    play.leave(game.code, host)
    assert 'href="/help/end/"' in mine.get(f"/games/{game.code}/").content.decode()


def first_load(page: Any) -> dict[str, int]:
    """Compressed bytes of the document and of the style sheets and scripts that it loads."""
    document = page.content.decode()
    sizes = {"document": len(gzip.compress(page.content, 6))}
    linked = re.findall(r'<link rel="stylesheet" href="([^"]+)"', document)
    linked += re.findall(r'<script[^>]* src="([^"]+)"', document)
    assert linked
    for address in linked:
        found = finders.find(address.removeprefix(settings.STATIC_URL))
        assert found, address
        sizes[address] = len(gzip.compress(Path(str(found)).read_bytes(), 6))
    return sizes


@pytest.mark.django_db
def test_no_page_takes_more_than_sixty_kilobytes_to_load_first(client: Client) -> None:
    host = member()
    waiting = opened_by(host, rules("003", 6, games=50))
    game = started([host, member()])
    mine = browser(host)
    places = [(client, "/"), (mine, "/"), (client, "/tables/new/"), (mine, f"/tables/{waiting.code}/"),
              (mine, f"/tables/{waiting.code}/rules/"), (client, "/computer/"), (client, "/help/"),
              (client, f"/tables/{waiting.code}/"), (mine, f"/games/{game.code}/"), (client, "/rules/"),
              (client, "/rules/whot/003/")]  # fmt: skip
    for visitor, place in places:
        sizes = first_load(visitor.get(place))
        assert sum(sizes.values()) <= MOST_BYTES, f"{place}: {sizes}"


def test_nothing_on_a_page_comes_from_elsewhere(client: Client) -> None:
    for place in ("/", "/help/", "/rules/"):
        page = client.get(place).content.decode()
        assert not re.findall(r'(?:src|href)="(?:https?:)?//', page)


def test_every_template_of_the_tables_can_be_read() -> None:
    root = Path(settings.BASE_DIR) / "templates"
    for path in sorted((root / "games").rglob("*.html")):
        get_template(path.relative_to(root).as_posix())


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ms"])
def test_the_landing_page_leads_to_all_that_is_here(client: Client, language: str) -> None:
    page = client.get("/", headers={"accept-language": language}).content.decode()
    for path in ("/computer/", "/tables/new/", "/learn/whot/", "/learn/go_stop/", "/computer/?game=go_stop",
                 "/rules/go_stop/", "/leagues/", "/help/", "/rules/"):  # fmt: skip
        assert f'href="{path}"' in page
        assert client.get(path, headers={"accept-language": language}).status_code == 200
    assert "Go-Stop" in page and ("Leagues" if language == "en" else "Liga") in page


@pytest.mark.django_db
def test_the_landing_page_says_what_this_is_in_malay_too(client: Client) -> None:
    told = text(client.get("/", headers={"accept-language": "ms"}))
    assert "permainan kad dari Nigeria" in told
    assert "Play the computer now" not in told
