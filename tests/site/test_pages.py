"""The pages that belong to no game, and what is said when something goes wrong."""

import re

import pytest
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from pytest_django import DjangoAssertNumQueries

from whot_site import health
from whot_site.urls import urlpatterns as real


def bad_request(request: HttpRequest) -> HttpResponse:
    raise BadRequest


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("marker-of-an-inner-detail")


urlpatterns = [*real, path("bad", bad_request), path("forbidden", forbidden), path("broken", broken)]
failing_pages = pytest.mark.urls(__name__)


def test_the_home_page_says_what_the_site_is(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert "<h1>Whot, the Nigerian card game</h1>" in page.content.decode()


def test_the_home_page_needs_no_database(client: Client) -> None:
    # No django_db mark here: pytest-django fails a test that touches the database without one.
    assert client.get("/").status_code == 200


def test_the_home_page_speaks_the_language_that_the_browser_asks_for(client: Client) -> None:
    page = client.get("/", headers={"accept-language": "ms-MY,ms;q=0.9,en;q=0.5"})
    assert '<html lang="ms"' in page.content.decode()
    assert "permainan kad dari Nigeria" in page.content.decode()


def test_a_chosen_language_is_kept_and_leads_back(client: Client) -> None:
    answer = client.post("/language/", {"language": "ms", "next": "/"})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert '<html lang="ms"' in client.get("/", headers={"accept-language": "en"}).content.decode()


@pytest.mark.parametrize("spoken", ["en", "ms"])
def test_each_language_is_offered_by_its_own_name(client: Client, spoken: str) -> None:
    page = client.get("/", headers={"accept-language": spoken}).content.decode()
    assert re.findall(r'<button name="language"[^>]*>([^<]*)<', page) == ["English", "Bahasa Melayu"]


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)"]
)
def test_choosing_a_language_never_leads_to_another_site(client: Client, elsewhere: str) -> None:
    answer = client.post("/language/", {"language": "ms", "next": elsewhere})
    assert answer["Location"] == "/"


@pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
@pytest.mark.parametrize("address", ["/", "/healthz"])
def test_pages_that_only_show_refuse_other_methods(client: Client, address: str, method: str) -> None:
    assert getattr(client, method)(address).status_code == 405


def test_the_icon_that_browsers_ask_for_unasked_is_there(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer["Location"]) == (301, "/static/favicon.svg")
    assert client.head("/favicon.ico").status_code == 301
    assert caplog.records == []


@pytest.mark.django_db
def test_health_is_ok_with_a_reachable_and_migrated_database(client: Client) -> None:
    for address in ("/healthz", "/healthz/serving"):
        answer = client.get(address)
        assert (answer.status_code, answer.json()["status"], answer.json()["problems"]) == (200, "ok", [])
        assert "no-store" in answer["Cache-Control"]


def test_health_is_red_when_the_database_can_not_be_reached(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable() -> None:
        raise DatabaseError("host=secret-host refused")

    monkeypatch.setattr(health.connection, "cursor", unreachable)
    for address in ("/healthz", "/healthz/serving"):
        answer = client.get(address)
        assert (answer.status_code, answer.json()["problems"]) == (503, ["database"])


@pytest.mark.django_db
def test_health_is_red_when_a_migration_is_missing(client: Client) -> None:
    from django.db.migrations.recorder import MigrationRecorder

    MigrationRecorder.Migration.objects.filter(app="accounts").order_by("-name")[0].delete()
    for address in ("/healthz", "/healthz/serving"):
        answer = client.get(address)
        assert (answer.status_code, answer.json()["problems"]) == (503, ["migrations"])


@pytest.mark.parametrize(
    ("address", "status", "title"),
    [
        ("/bad", 400, "This request can&#x27;t be read"),
        ("/forbidden", 403, "This is not open to you"),
        ("/no/such/page", 404, "There is no such page"),
        ("/broken", 500, "Something went wrong on our side"),
    ],
)
@failing_pages
def test_error_pages_have_our_look_and_need_no_database(address: str, status: int, title: str) -> None:
    page = Client(raise_request_exception=False).get(address)
    text = page.content.decode()
    assert page.status_code == status
    assert title in text.replace("can't", "can&#x27;t")
    assert "css/site.css" in text and 'href="/"' in text
    assert "marker-of-an-inner-detail" not in text and "Traceback" not in text


@failing_pages
def test_error_pages_speak_malay_too() -> None:
    page = Client(raise_request_exception=False).get("/broken", headers={"accept-language": "ms"})
    assert "Ada masalah di pihak kami" in page.content.decode()


def test_an_unknown_host_is_refused_in_our_look(client: Client) -> None:
    page = client.get("/", headers={"host": "evil.example"})
    assert page.status_code == 400
    assert "css/site.css" in page.content.decode()


def test_a_form_without_its_token_is_refused_with_advice() -> None:
    page = Client(enforce_csrf_checks=True).post("/language/", {"language": "ms"})
    assert page.status_code == 403
    assert "This page was open for too long" in page.content.decode()


def test_a_body_over_64_kib_is_refused(client: Client) -> None:
    form = f"language=ms&next={'x' * 70_000}"
    assert client.post("/language/", form, content_type="application/x-www-form-urlencoded").status_code == 400


@pytest.mark.django_db
def test_a_page_asks_the_database_nothing_for_a_stranger(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        client.get("/")
