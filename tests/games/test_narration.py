"""When something happened, as it is written for the reader."""

import zoneinfo
from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template
from django.utils import timezone

from games.templatetags import game_words

NOW = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "written"),
    [(NOW, "13:00 (Africa/Lagos)"), (NOW - timedelta(days=1), "Fri 30 Jan 2026, 13:00 (Africa/Lagos)")],
)
def test_a_moment_in_a_template_names_the_zone_it_is_told_in(
    at: datetime, written: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_words.timezone, "now", lambda: NOW)
    with timezone.override(zoneinfo.ZoneInfo("Africa/Lagos")):
        assert Template("{% load game_words %}{{ at|moment }}").render(Context({"at": at})) == written
