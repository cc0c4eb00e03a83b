"""Server seeds at rest, commitments and their chain (scheme wgs1, steps 1, 8 and 10)."""

import hashlib
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import log, seeds, selectors
from games.errors import NotFound
from games.models import ChainEntry, Deal, Game
from games.services import play
from rules.shuffle import Seed

from .factories import member, moved, opened_by, rules, seated, started

pytestmark = pytest.mark.django_db


def test_a_new_seed_is_committed_to_and_comes_back_as_it_was() -> None:
    proof, sealed = seeds.new_seed("game23456789")
    opened = seeds.open_seed("game23456789", sealed)
    assert len(opened) == 32
    assert proof == hashlib.sha256(b"wgs1|commit|game23456789|" + opened).hexdigest()  # step 1
    assert opened.hex() not in sealed and seeds.new_seed("game23456789")[0] != proof


def test_a_sealed_seed_opens_for_its_own_game_only() -> None:
    _proof, sealed = seeds.new_seed("game23456789")
    with pytest.raises(seeds.CannotOpen):
        seeds.open_seed("game23456788", sealed)
    with pytest.raises(seeds.CannotOpen):
        seeds.open_seed("game23456789", sealed[:-2])


def test_keys_can_be_changed_while_games_run(settings: Any) -> None:
    settings.SEED_KEYS = ["the first key"]
    game = started([member(), member()], preset="002")
    moved(game, "draw")
    settings.SEED_KEYS = ["a second key", "the first key"]
    log.forget()
    assert log.load(Game.objects.get(pk=game.pk)) is not None
    call_command("reseal_seeds", stdout=StringIO())
    settings.SEED_KEYS = ["a second key"]
    log.forget()
    assert log.load(Game.objects.get(pk=game.pk)) is not None
    deal = Deal.objects.get(table=game.table)
    assert seeds.open_seed(deal.game_id, deal.sealed_seed) == seeds.open_seed(
        game.code, Game.objects.get(pk=game.pk).sealed_seed
    )
    with pytest.raises(seeds.CannotOpen):
        seeds.open_seed(game.code, game.sealed_seed)


def test_the_keys_come_from_the_secret_key_and_its_fallbacks_unless_they_are_given(settings: Any) -> None:
    assert [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS] == settings.SEED_KEYS


def test_the_chain_is_as_described_and_a_changed_line_is_found() -> None:
    at = datetime(2026, 1, 31, 12, 0, 0, 123456, tzinfo=UTC)
    seeds.chain_append([("game-one", "aa" * 32), ("game-two", "bb" * 32)], at)
    first = hashlib.sha256(("game-one" + "aa" * 32 + "2026-01-31T12:00:00.123Z").encode()).hexdigest()
    second = hashlib.sha256((first + "game-two" + "bb" * 32 + "2026-01-31T12:00:00.123Z").encode()).hexdigest()
    assert list(ChainEntry.objects.order_by("number").values_list("number", "entry")) == [(1, first), (2, second)]
    seeds.chain_append([("game-three", "cc" * 32)], at + timedelta(seconds=1))
    assert seeds.chain_break() is None
    head = selectors.chain_head()
    assert head is not None and head.number == 3
    assert [row.number for row in selectors.chain(after=1)] == [2, 3]
    ChainEntry.objects.filter(number=2).update(commitment="dd" * 32)
    assert seeds.chain_break() == 2
    ChainEntry.objects.filter(number=2).delete()
    assert seeds.chain_break() == 2


def test_the_seed_of_a_game_is_shown_when_it_is_over_and_not_before() -> None:
    people = [member(), member()]
    game = started(people, preset="002")
    for viewer in (people[0], None):  # check 31: for its own player neither
        with pytest.raises(NotFound):
            selectors.proof(game.code, viewer)
    log.freeze(game.code)
    with pytest.raises(NotFound):
        selectors.proof(game.code, people[0])
    Game.objects.filter(pk=game.pk).update(state="playing")
    play.leave(game.code, people[0])
    shown = selectors.proof(game.code, None)
    server_seed = bytes.fromhex(shown["server_seed"])
    assert hashlib.sha256(f"wgs1|commit|{game.code}|".encode() + server_seed).hexdigest() == game.commitment
    assert shown["transcript"] == f"wgs1\ngame:{game.code}\ndeck:whot54\nseat:0:-\nseat:1:-\nbeacon:-\n"
    assert Seed.from_parts(server_seed, game.code, shown["deck"], shown["client_seeds"]) == log.seed_of(game)


def test_of_a_match_only_the_games_that_are_over_are_opened() -> None:
    people = [member(), member(), member()]
    game = started(people, preset="003", games=3, start="host")
    play.leave(game.code, people[0])
    play.leave(game.code, people[1])  # game 1 ends; the rest is played through without the two
    lines = selectors.table_for(game.table.code, people[2]).commitments
    assert all(line.server_seed for line in lines)
    running = started([member(), member()], preset="003", games=3)
    lines = selectors.table_for(running.table.code, None).commitments
    assert [line.server_seed for line in lines] == [None, None, None]


def test_seeds_and_tokens_are_nowhere_in_the_clear_in_the_database() -> None:
    table = seated(opened_by(member(), rules("003", 4, join="open")), member())
    deal = Deal.objects.get(table=table)
    seed = seeds.open_seed(deal.game_id, deal.sealed_seed)
    stored = str(list(Deal.objects.values())) + str(list(ChainEntry.objects.values()))
    assert seed.hex() not in stored and repr(seed) not in stored


def test_codes_cannot_be_guessed_and_are_not_misread() -> None:
    codes = {seeds.new_code(10) for _time in range(500)}
    assert len(codes) == 500 and not set("".join(codes)) & set("01loi")


def test_times_are_written_as_records_have_them() -> None:
    assert seeds.time_text(datetime(2026, 1, 31, 12, 0, 0, 7999, tzinfo=UTC)) == "2026-01-31T12:00:00.007Z"
    now = timezone.now()
    assert seeds.time_text(now) == seeds.time_text(seeds.to_milliseconds(now))
