"""A short sample of `python -m tests.league_season`: what holds for a thousand players holds for twelve."""

import pytest

from tests.league_season import whole_season

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def test_a_season_of_twelve_with_two_dropping_out_ends_by_itself_with_every_place_explained() -> None:
    told = whole_season(players=12, seats=4, dropping=0.15, seed=3)
    assert any(line.startswith("every place is explained") for line in told)
