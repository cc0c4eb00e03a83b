"""Games for coins from sitting down to their end (E1, E4): what is held, what moves, and that it moves once."""

from typing import Any

import pytest
from django.db import transaction

from games import log
from games.coins import own_data, selectors
from games.coins.models import Account, GameCoins, Hold, Line, Transaction
from games.coins.services import settling
from games.errors import BadRules, NotAllowed
from games.models import Game, Table
from games.services import entering, play, tables, undoing
from rules.coin_tables import STAKE, Terms
from rules.core import Outcome
from tests.games.factories import (
    computer_game,
    fresh,
    guest,
    log_of,
    member,
    opened_by,
    played_out,
    rules,
    seated,
    started,
    to_act,
)

from .purses import balances, check_ledger, confirmed, purse, rich, staked, wild

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


@pytest.fixture(autouse=True)
def ledger_holds() -> Any:
    yield
    check_ledger()


def stake_table(host: Any, seats: int = 3, stake: int = 250, **chosen: Any) -> Table:
    return opened_by(host, rules("002", seats, coins=STAKE, coin_amount=stake, start="host", **chosen))


def why(refused: Any) -> str:
    return str(refused.value.code)


def test_sitting_sets_the_stake_aside_and_leaving_before_the_deal_returns_it() -> None:
    """E4.1."""
    host, other = rich(), rich()
    table = seated(stake_table(host), other)
    assert [(purse(person).balance, purse(person).free) for person in (host, other)] == [(1_000, 750)] * 2
    tables.leave(table.code, other)
    assert (purse(other).free, purse(host).free) == (1_000, 750)
    tables.close(table.code, host)
    assert purse(host).free == 1_000
    assert not Transaction.objects.exclude(kind__in=("sign_up", "staff")).exists()


def test_who_has_too_few_free_coins_is_told_what_is_missing() -> None:
    """J07: checked where the seat is taken; what is set aside elsewhere is not free."""
    host, other = rich(), rich(coins=1_000)
    seated(stake_table(rich(), stake=900), other)
    table = stake_table(host, stake=300)
    with pytest.raises(NotAllowed) as refused:
        seated(table, other)
    assert refused.value.message.values == {"wanted": "300", "free": "100", "missing": "200"}
    assert fresh(table).seated == 1


@pytest.mark.parametrize(("who", "code"), [(guest, "no_guests"), (member, "unconfirmed")])
def test_guests_and_unconfirmed_accounts_do_not_sit_at_a_table_for_coins(who: Any, code: str) -> None:
    table = stake_table(rich())
    with pytest.raises(NotAllowed) as refused:
        seated(table, who("Nobody"))
    assert why(refused) == code
    with pytest.raises(NotAllowed) as refused:
        stake_table(who("Nobody"))
    assert why(refused) == code


def test_the_deal_moves_what_was_set_aside_to_the_escrow_of_the_game() -> None:
    """E1.4, E4.1."""
    people = [rich(), rich(), rich()]
    game = staked(people, 250)
    assert balances(*people) == [750] * 3
    assert Account.objects.get(game=game).balance == 750
    assert not Hold.objects.exists()
    assert [purse(person).held for person in people] == [0] * 3


def winner_of(game: Game) -> int:
    assert game.outcome is not None
    return int(game.outcome["ranking"][0][0])


def test_the_winner_of_a_stake_table_gets_the_pot_less_the_fee() -> None:
    """E4.2, its third example: 3 x 333 at 250 bp is a pot of 999, a fee of 24, and 975 for the winner."""
    people = [rich(coins=1_000) for _ in range(3)]
    game = staked(people, 333, 250)
    while game.state == Game.State.PLAYING:  # the last who stays wins (E4.3)
        game = play.leave(game.code, to_act(game))
    won = winner_of(game)
    assert balances(*people) == [1_642 if seat == won else 667 for seat in range(3)]
    assert Account.objects.get(kind="house").balance == 24


def test_the_stake_of_who_left_stays_in_the_pot_and_the_last_seat_wins_at_once() -> None:
    """E4.3."""
    people = [rich(), rich(), rich()]
    game = staked(people, 250)
    play.leave(game.code, people[0])
    assert balances(*people) == [750, 750, 750]
    game = play.leave(game.code, people[2])
    assert (game.end_reason, balances(*people)) == ("last_player", [750, 1_500, 750])


def tied(points: tuple[int, ...], *groups: tuple[int, ...]) -> Outcome:
    return Outcome("market_exhausted", groups, points, points)


def test_a_shared_first_place_returns_every_stake_of_who_left_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """E4.4, the second example: 23/2 and 23/2: all four get 250 back, the one who left too."""
    people = [rich() for _ in range(4)]
    game = staked(people, 250, 100)
    play.leave(game.code, people[3])
    outcome = tied((23, 23, 40, 11), (0, 1), (2,), (3,))
    ended(monkeypatch, game, outcome)
    assert balances(*people) == [1_000] * 4
    assert Transaction.objects.get(game=game, kind="refunded").lines.count() == 8


def test_fewer_cards_decide_a_tie_on_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """E4.4, the first example: one leaves, 23 points/3 cards, 23/2, 40: the second of these gets 1,000."""
    people = [rich() for _ in range(4)]
    game = staked(people, 250)
    play.leave(game.code, people[3])
    ended(monkeypatch, game, tied((23, 23, 40, 11), (1,), (0,), (2,), (3,)))
    assert balances(*people) == [750, 1_750, 750, 750]


def ended(monkeypatch: pytest.MonkeyPatch, game: Game, outcome: Outcome) -> None:
    """Settles this running game as if it had this outcome, and puts it aside."""
    rules_of = type(log.rules_of(game).game)
    monkeypatch.setattr(rules_of, "outcome", lambda self, state: outcome)
    with transaction.atomic():
        locked = log.lock(game.code)
        assert locked is not None
        Game.objects.filter(pk=game.pk).update(
            state="over", end_reason=outcome.reason, to_act=None, outcome=log.outcome_value(outcome)
        )
        locked.end_reason = outcome.reason
        settling.on_game_over(locked, locked.database_now)
    monkeypatch.undo()


@pytest.mark.parametrize("multiplier", [2, 40])
def test_a_wild_game_is_settled_by_places_and_points(multiplier: int) -> None:
    """E1.1 to E1.3, worked out here once more from the result."""
    people = [rich(coins=20_000) for _ in range(4)]
    game = played_out(wild(people, multiplier))
    coins = GameCoins.objects.get(game=game)
    assert coins.state == "settled" and coins.outcome is not None and game.outcome is not None
    order = [place["seat"] for place in coins.outcome["places"]]
    assert order == [seat for group in game.outcome["ranking"] for seat in group] or len(game.outcome["ranking"]) < 4
    points = [game.outcome["tally"][seat] for seat in order]
    owed = [0, 0, multiplier * max(points[2], 30), multiplier * max(points[3], 50)]
    paid = [min(owes, 20_000) for owes in owed]
    pool, first, second = sum(paid), 3 * (100 - min(points[0], 100)), 100 - min(points[1], 100)
    share = pool * second // (first + second)
    expected = [20_000 + pool - share, 20_000 + share, 20_000 - paid[2], 20_000 - paid[3]]
    assert [purse(people[seat]).balance for seat in order] == expected


def test_who_owes_more_than_they_have_is_bankrupt_and_keeps_what_is_set_aside_elsewhere() -> None:
    """E1.2, E1.4: B is the free balance and this game's hold."""
    people = [rich(coins=1_000) for _ in range(4)]
    elsewhere = stake_table(people[0], stake=20)
    game = wild(people, 8)
    for person in people[1:]:  # leavers and eliminated rank last, the last to go highest (E1.5)
        play.leave(game.code, person)
    coins = GameCoins.objects.get(game=game)
    assert coins.outcome is not None
    fourth = coins.outcome["places"][3]
    assert fourth["seat"] == 1
    tally = log_of(game.table).outcome["tally"]  # type: ignore[index]
    assert fourth["owed"] == 8 * max(tally[1], 50) and fourth["paid"] == min(1_000, fourth["owed"])
    assert fourth["bankrupt"] == (fourth["owed"] > 1_000)
    assert purse(people[0]).held == 20
    assert Table.objects.get(pk=elsewhere.pk).seated == 1


def test_a_settlement_that_is_called_again_changes_nothing() -> None:
    """Check 73."""
    people = [rich(), rich()]
    game = staked(people)
    play.leave(game.code, people[0])
    before, lines = balances(*people), Line.objects.count()
    with transaction.atomic():
        locked = log.lock(game.code)
        assert locked is not None
        settling.on_game_over(locked, locked.database_now)
        settling.on_game_over(locked, locked.database_now)
    assert (balances(*people), Line.objects.count()) == (before, lines)


def test_an_abandoned_game_returns_every_stake() -> None:
    """W7.5, E4.4."""
    people = [rich(), rich(), rich()]
    game = staked(people, 250, 500)
    with transaction.atomic():
        locked = log.lock(game.code)
        assert locked is not None
        entering.enter(locked, None, "abandon", by="house", now=locked.database_now)
    assert balances(*people) == [1_000] * 3
    assert GameCoins.objects.get(game=game).state == "refunded"


def test_a_result_that_is_taken_back_is_undone_by_a_new_transaction() -> None:
    """E4.4, E6, J05: void returns every stake, the fee too; nothing that was written is changed."""
    people = [rich(), rich()]
    game = staked(people, 250, 1_000)
    play.leave(game.code, people[0])
    assert balances(*people) == [750, 1_200]
    assert undoing.void(game.code)
    assert balances(*people) == [1_000, 1_000]
    assert Account.objects.get(kind="house").balance == 0
    undoing.void(game.code)
    assert list(Transaction.objects.filter(game=game).order_by("pk").values_list("kind", flat=True)) == [
        "deal", "settled", "reversed",
    ]  # fmt: skip
    lost, won = (selectors.ledger(person).lines[0].reason for person in people)
    assert won == f"the result was taken back by the house: what you won goes back to {people[0].shown_name}"
    assert lost == f"the result was taken back by the house: what you lost comes back from {people[1].shown_name}"
    assert own_data.coins(people[1])["lines"][-1]["reason"] == won


def test_what_the_winner_has_not_got_any_more_is_made_good_from_the_mint() -> None:
    people = [rich(coins=500), rich(coins=500)]
    game = staked(people, 500)
    play.leave(game.code, people[0])
    seated(stake_table(people[1], stake=900), *[])
    minted = Account.objects.get(kind="mint").balance
    undoing.void(game.code)
    assert balances(*people) == [500, 900]  # 900 of 1,000 are set aside: 100 could be taken back
    assert Account.objects.get(kind="mint").balance == minted - 400
    assert "they had too little left, and staff gave the rest" in selectors.ledger(people[0]).lines[0].reason


def test_the_coins_of_a_frozen_game_can_be_returned_and_then_move_no_more() -> None:
    people = [rich(), rich()]
    game = staked(people)
    log.freeze(game.code)
    assert settling.give_back(game.code)
    assert not settling.give_back(game.code)
    assert balances(*people) == [1_000, 1_000]
    Game.objects.filter(pk=game.pk).update(state="playing")
    with pytest.raises(NotAllowed):
        settling.give_back(game.code)
    play.leave(game.code, people[0])
    assert balances(*people) == [1_000, 1_000]


@pytest.mark.parametrize(
    ("chosen", "field"),
    [
        ({"fill_bots": True}, "fill_bots"),
        ({"takeover": True}, "takeover"),
        ({"preset": "001"}, "preset"),
        ({"preset": "000", "coins": "wild", "coin_amount": 4, "seats": 3}, "seats"),
        ({"preset": "000", "coins": "wild", "coin_amount": 40, "seats": 4}, "preset"),
        ({"preset": "000W", "coins": "wild", "coin_amount": 8, "seats": 4}, "preset"),
        ({"preset": "000", "coins": "wild", "coin_amount": 5, "seats": 4}, "coins"),
        ({"preset": "000", "coins": "wild", "coin_amount": 4, "seats": 4, "games": 3}, "games"),
        ({"coin_amount": 0}, "coin_amount"),
        ({"coin_amount": 100_001}, "coin_amount"),
        ({"coin_fee": 2_001}, "coin_fee"),
        ({"coins": "none"}, "coins"),
        ({"coins": "gold"}, "coins"),
        ({"game": "go_stop", "preset": "004", "seats": 2}, "coins"),
    ],
)
def test_what_can_not_be_played_for_coins_is_refused_by_name(chosen: dict[str, Any], field: str) -> None:
    """Check 65, E1, E4: four seats at Wild tables, no computer players, one game."""
    host = rich(coins=10_000)
    with pytest.raises(BadRules) as refused:
        opened_by(host, rules(**{"preset": "002", "seats": 3, "coins": STAKE, "coin_amount": 250, **chosen}))
    assert field in refused.value.options
    assert not Table.objects.exists() and not Hold.objects.exists()


def test_nobody_plays_the_computer_for_coins() -> None:
    """Check 65."""
    with pytest.raises(BadRules):
        computer_game(rich(), rules("002", 2, coins=STAKE, coin_amount=250))


def test_a_wild_table_does_not_start_with_three() -> None:
    """E1: four seats."""
    people = [rich() for _ in range(3)]
    table = opened_by(people[0], rules("000", 4, coins="wild", coin_amount=2, start="host"))
    table = seated(table, *people[1:])
    with pytest.raises(NotAllowed) as refused:
        tables.start(table.code, people[0], table.seq)
    assert refused.value.message.values == {"fewest": 4, "seated": 3}
    assert [purse(person).held for person in people] == [100] * 3


def test_another_stake_gives_everybody_theirs_back_and_asks_again() -> None:
    host, other = rich(), rich()
    table = seated(stake_table(host), other)
    table = tables.change_rules(
        table.code, host, rules("002", 3, coins=STAKE, coin_amount=400, start="host"), table.seq
    )
    assert (purse(host).held, purse(other).held) == (400, 0)
    with pytest.raises(NotAllowed) as refused:
        tables.start(table.code, host, table.seq)
    assert why(refused) == "not_agreed"
    tables.agree(table.code, other, table.agreement)
    assert purse(other).held == 400
    table = tables.change_rules(table.code, host, rules("002", 3, start="host"), fresh(table).seq)
    assert (purse(host).held, purse(other).held) == (0, 0)


def test_a_stake_the_host_can_not_put_up_changes_nothing() -> None:
    host, other = rich(), rich()
    table = seated(stake_table(host), other)
    with pytest.raises(NotAllowed):
        tables.change_rules(table.code, host, rules("002", 3, coins=STAKE, coin_amount=1_001), table.seq)
    assert (purse(host).held, purse(other).held, fresh(table).coin_amount) == (250, 250, 250)


def test_another_rule_leaves_what_is_set_aside_where_it_is() -> None:
    host, other = rich(), rich()
    table = seated(stake_table(host), other)
    tables.change_rules(
        table.code, host, rules("002", 3, coins=STAKE, coin_amount=250, start="host", no_whot=True), table.seq
    )
    assert (purse(host).held, purse(other).held) == (250, 250)


def test_a_rematch_sets_the_same_aside_again_of_each_who_takes_it() -> None:
    from games.services import rematch

    people = [rich(), rich()]
    game = staked(people)
    play.leave(game.code, people[0])
    table = rematch.play_again(game.code, people[0])
    assert (table.coins, table.coin_amount) == ("stake", 250)
    assert (purse(people[0]).held, purse(people[1]).held) == (250, 0)
    rematch.play_again(game.code, people[1])
    assert (purse(people[1]).held, Hold.objects.filter(table=table).count()) == (250, 2)


def test_a_friendly_table_asks_nothing_of_coins() -> None:
    game = played_out(started([confirmed(), confirmed()]))
    assert not Account.objects.exists() and not GameCoins.objects.filter(game=game).exists()


def test_the_record_of_a_game_says_what_it_was_played_for() -> None:
    from games.selectors.records import record_of
    from rules.record import read, to_text

    people = [rich(), rich()]
    game = staked(people)
    play.leave(game.code, people[0])
    over = Game.objects.select_related("table").get(pk=game.pk)
    text = to_text(record_of(over))
    assert '"stake":250,' in text and read(text).coins == record_of(over).coins
    four = [rich() for _ in range(4)]
    over = played_out(wild(four, 2))
    assert '"multiplier":2,' in to_text(record_of(Game.objects.select_related("table").get(pk=over.pk)))


def test_terms_hold_fifty_times_the_multiplier_or_the_stake() -> None:
    """E1.4, E4.1."""
    assert [Terms("wild", m).hold for m in (2, 80)] == [100, 4_000]
    assert (Terms(STAKE, 333, 100).hold, Terms().hold) == (333, 0)
