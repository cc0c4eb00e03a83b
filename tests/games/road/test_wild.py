"""Real Wild games move feat points in the transaction that settles them (E2); who hides coins sits at no such table."""

from typing import Any

import pytest
from django.db import transaction

from accounts.models import User
from games import log
from games.coins.models import GameCoins
from games.errors import Forbidden
from games.models import Seat, Table
from games.road import selectors, services
from games.road.models import Career, Entry
from games.services import entering, play, tables, undoing
from rules import road
from tests.games.coins.purses import check_ledger, rich, staked, wild
from tests.games.factories import fresh, log_of, opened_by, played_out, rules, seated, started
from tests.games.pages import browser, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def four(coins: int = 100_000) -> list[User]:
    return [rich(name, coins) for name in ("Ada", "Bola", "Chidi", "Dayo")]


def order(game: Any) -> list[int]:
    """The people of a settled game from first to fourth, as its settlement was stored."""
    people = {player.seat: player.user_id for player in game.players.all()}
    outcome = GameCoins.objects.get(game=game).outcome
    assert outcome is not None
    return [people[place["seat"]] for place in outcome["places"]]


def feat(user: int) -> int:
    return Career.objects.get(user=user).feat


@pytest.mark.parametrize(("multiplier", "gain"), [(2, 8), (20, 11), (80, 13)])
def test_e2_a_wild_game_moves_feat_points_by_the_places_that_its_coins_went_by(multiplier: int, gain: int) -> None:
    people = four()
    for person in people:
        Career.objects.create(user=person, feat=20)
    game = played_out(wild(people, multiplier))
    assert [feat(user) for user in order(game)] == [20 + gain, 20, 19, 19]
    assert {line.multiplier for line in Entry.objects.filter(game=game, kind="feat")} == {multiplier}
    assert Entry.objects.filter(game=game, kind="experience").count() >= 1, "a preset as it stands is a classic game"
    check_ledger()


def test_e2_who_left_is_last_and_loses_feat_points_and_gains_no_experience() -> None:
    people = four()
    Career.objects.create(user=people[1], feat=50, best_rank=1)
    game = wild(people, 4)
    play.leave(game.code, people[1])
    game = played_out(log_of(game.table))
    assert order(game)[3] == people[1].pk and feat(people[1].pk) == 48
    assert selectors.career_of(people[1]).experience == 0


@pytest.mark.parametrize("kind", ["stake", "friendly"])
def test_e2_only_wild_games_move_them(kind: str) -> None:
    people = four()
    played_out(staked(people) if kind == "stake" else started(people, preset="000"))
    assert not Entry.objects.filter(kind="feat").exists()


def test_w7_5_an_abandoned_wild_game_moves_none() -> None:
    people = four()
    game = wild(people, 4)
    with transaction.atomic():
        held = log.lock(game.code)
        assert held is not None
        log.append(held, None, "abandon", by="house", now=held.database_now)
        entering.after_the_end(held, held.database_now)
    assert not Entry.objects.exists()
    check_ledger()


def test_w7_5_a_result_that_is_taken_back_takes_coins_and_feat_points_back_together() -> None:
    people = four()
    game = played_out(wild(people, 8))
    first = order(game)[0]
    assert feat(first) == 10
    assert undoing.void(game.code)
    assert feat(first) == 0 and Entry.objects.filter(kind="feat_back").count() == 1
    check_ledger()


def test_a_fault_while_feat_points_are_counted_undoes_the_whole_end(monkeypatch: pytest.MonkeyPatch) -> None:
    people = four()
    game = wild(people, 4)
    before = GameCoins.objects.get(game=game).state

    def fail(*_what: Any) -> None:
        raise RuntimeError("in the middle")

    monkeypatch.setattr(services, "keep", fail)
    with pytest.raises(RuntimeError):
        played_out(game)
    monkeypatch.undo()
    assert log_of(game.table).state == "playing" and GameCoins.objects.get(game=game).state == before
    assert not Entry.objects.exists()
    check_ledger()


def test_who_hides_coins_can_not_sit_at_a_table_for_coins_but_at_any_other() -> None:
    host, other = rich("Ada", 10_000), rich("Bola", 10_000)
    User.objects.filter(pk=other.pk).update(coins_shown=False)
    other.refresh_from_db()
    table = opened_by(host, rules("000", 4, coins="wild", coin_amount=2))
    with pytest.raises(Forbidden, match="You have hidden coins"):
        tables.join(table.code, other, seen_agreement=table.agreement)
    assert Seat.objects.filter(table=table).count() == 1
    check_ledger()
    friendly = opened_by(host, rules("000", 4))
    seated(friendly, other)
    changed = tables.change_rules(
        friendly.code, host, rules("000", 4, coins="wild", coin_amount=2), fresh(friendly).seq
    )  # fmt: skip
    with pytest.raises(Forbidden, match="You have hidden coins"):
        tables.agree(friendly.code, other, changed.agreement)
    assert Table.objects.get(pk=friendly.pk).state == Table.State.ASSEMBLING


def test_a_host_who_hides_coins_opens_no_table_for_coins_and_makes_none_of_one() -> None:
    host = rich("Ada", 10_000)
    User.objects.filter(pk=host.pk).update(coins_shown=False)
    host.refresh_from_db()
    for_coins = rules("000", 4, coins="wild", coin_amount=2)
    with pytest.raises(Forbidden, match="You have hidden coins"):
        opened_by(host, for_coins)
    friendly = opened_by(host, rules("000", 4))
    with pytest.raises(Forbidden, match="You have hidden coins"):
        tables.change_rules(friendly.code, host, for_coins, fresh(friendly).seq)
    assert fresh(friendly).coins == Table.Coins.NONE
    check_ledger()


def test_a_rank_is_what_the_feat_points_say_after_many_games() -> None:
    people = four()
    for _game in range(3):
        played_out(wild(people, 80))
    for person in people:
        lines = Entry.objects.filter(user=person, kind="feat").order_by("pk")
        feats = 0
        for line in lines:
            assert line.place is not None
            feats = max(0, feats + road.feat_change(line.place - 1, 80, road.military_rank(feats)))
            assert line.balance == feats
        assert selectors.career_of(person).feat == feats


def test_what_a_wild_game_brought_stands_at_its_end_in_words() -> None:
    people = four()
    for person in people:
        Career.objects.create(user=person, feat=115, best_rank=1)
    game = played_out(wild(people, 80))
    ranks = order(game)
    first, second, fourth = (User.objects.get(pk=ranks[place]) for place in (0, 1, 3))
    page = text(browser(first).get(f"/games/{game.code}/"))
    assert "What this game brought you" in page and "+13 feat points, 128 in all." in page
    assert "You rise from Private to Corporal." in page and "table cloth Red earth cloth" in page
    assert "Your feat points stay at 115." in text(browser(second).get(f"/games/{game.code}/"))
    assert "−2 feat points, 113 left." in text(browser(fourth).get(f"/games/{game.code}/panel"))
    assert "brought you" not in text(browser(rich()).get(f"/games/{game.code}/")), "for those who played alone"
    User.objects.filter(pk=first.pk).update(coins_shown=False)
    page = text(browser(first).get(f"/games/{game.code}/"))
    assert "brought you" not in page and "coins" not in page.lower()


def test_a_lost_rank_and_a_result_taken_back_are_told_at_the_end_of_the_game() -> None:
    people = four()
    for person in people:
        Career.objects.create(user=person, feat=40, best_rank=1)
    game = played_out(wild(people, 2))
    last = User.objects.get(pk=order(game)[3])
    address = f"/games/{game.code}/"
    assert "You fall from Private to Recruit; what you unlocked stays yours." in text(browser(last).get(address))
    undoing.void(game.code)
    page = text(browser(last).get(address))
    assert "its feat points with it: you have 40." in page and "You fall" not in page
    assert "It stays, though the result was taken back: experience never falls." in page  # E3
    assert "Nobody has won or lost by it." in page and "nothing" not in page.lower()
    shown = browser(last).get(address).content.decode()
    assert "<s>−2 feat points" in shown and shown.count("<td><s>") == 4 and "bankrupt" not in shown


def test_who_hides_coins_is_shown_no_table_for_coins_and_no_field_for_them() -> None:
    host, other = rich("Ada", 10_000), rich("Bola", 10_000)
    table = opened_by(host, rules("000", 4, coins="wild", coin_amount=2))
    client = browser(other)
    address = f"/tables/{table.code}/"
    assert address in client.get("/").content.decode()
    assert 'name="coins"' in client.get("/tables/new/").content.decode()
    User.objects.filter(pk=other.pk).update(coins_shown=False)
    assert address not in client.get("/").content.decode()
    assert 'name="coins"' not in client.get("/tables/new/").content.decode()
    assert 'id="worth"' not in client.get("/tables/new/fields").content.decode()
    page = client.get(address)
    assert "You have hidden coins" in text(page) and "/join/" not in page.content.decode()
    assert client.post(f"{address}join/", {"seen_agreement": 1, "client_seed": "-"}).status_code == 403
    for address in ("/coins/", f"/people/{other.username}/"):
        assert "10,000" not in text(client.get(address))
    assert "Settings" in text(client.get("/coins/"))
