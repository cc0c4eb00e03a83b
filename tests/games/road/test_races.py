"""Games of the same people that end at the same moment count each once, whoever comes first (E2, E3)."""

import pytest
from django.db import transaction
from django.utils import timezone

from games import log
from games.road import rebuilding, services
from games.road.models import Career, Entry
from tests.games.conftest import at_once
from tests.games.factories import member, played_out, started

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("unlimited_moves")]


def test_games_that_end_at_once_count_each_once_and_make_one_career() -> None:
    people = [member(name) for name in ("Ada", "Bola", "Chidi", "Dayo")]
    games = [played_out(started(people, preset="000")) for _game in range(3)]
    Entry.objects.all().delete()
    Career.objects.all().delete()

    def end(code: str) -> None:
        with transaction.atomic():
            game = log.lock(code)
            assert game is not None
            services.count_feats(game, 80, [0, 1, 2, 3], timezone.now())
            services.count_experience(game, timezone.now())

    results = at_once([lambda code=game.code: end(code) for game in games])  # type: ignore[misc]
    assert results == [None] * 3
    assert Career.objects.count() == 4
    assert Career.objects.get(user=people[0]).feat == 3 * 13
    assert Entry.objects.filter(kind=Entry.Kind.FEAT).count() == 12
    assert list(rebuilding.wrong_careers()) == []


def test_the_same_end_counted_twice_at_once_counts_once() -> None:
    people = [member(name) for name in ("Ada", "Bola", "Chidi", "Dayo")]
    game = played_out(started(people, preset="000"))

    def end() -> None:
        with transaction.atomic():
            held = log.lock(game.code)
            assert held is not None
            services.count_feats(held, 2, [0, 1, 2, 3], timezone.now())

    results = at_once([end, end])
    assert sum(result is None for result in results) == 1
    assert Career.objects.get(user=people[0]).feat == 8
    assert list(rebuilding.wrong_careers()) == []
