"""The pages about coins, and what tables and finished games say of them."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.coins.models import GameCoins, Hold, Transaction
from games.coins.services import settling
from games.coins.tasks import check_ledger
from games.models import Game, Table
from games.services import play, tables
from games.services.rules_of_table import TableRules
from tests.games.factories import guest, log_of, member, opened_by, played_out, rules, seated
from tests.games.pages import FORM, browser

from .purses import balances, confirmed, purse, rich, staked, wild

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def text_of(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def test_who_comes_for_the_first_time_finds_the_welcome_and_can_ask_for_the_day() -> None:
    """E5.1, E5.2: by form, without script."""
    person = confirmed()
    ours = browser(person)
    assert "welcome: your e-mail address is confirmed" in text_of(ours.get(reverse("coins")))
    assert ours.post(reverse("coins_daily")).status_code == 302
    again = ours.post(reverse("coins_daily"))
    assert again.status_code == 422 and "You have had the coins of today" in text_of(again)
    assert purse(person).balance == 1_100


def test_relief_is_refused_to_who_is_not_poor_with_both_figures() -> None:
    person = rich(coins=150)
    answer = browser(person).post(reverse("coins_relief"))
    assert answer.status_code == 422
    assert "less than 100 coins, held ones counted; you have 150" in text_of(answer)


@pytest.mark.parametrize("name", ["coins_daily", "coins_relief"])
def test_a_guest_and_a_stranger_are_given_nothing(name: str) -> None:
    assert browser(guest()).post(reverse(name)).status_code == 403
    answer = Client().post(reverse(name))
    assert answer.status_code == 302 and "login" in answer["Location"]
    assert not Transaction.objects.exists()


def test_the_ledger_is_of_its_owner_alone() -> None:
    ada, bola = rich("Ada", 4_321), rich("Bola", 777)
    assert "4,321" in text_of(browser(ada).get(reverse("coins")))
    assert "4,321" not in text_of(browser(bola).get(reverse("coins")))
    assert "4,321" not in text_of(browser(bola).get(reverse("profile", args=[ada.username])))
    assert Client().get(reverse("coins"))["Location"] == reverse("coins_how")


def test_a_member_who_has_not_confirmed_is_told_what_to_do() -> None:
    assert "Confirm your e-mail address" in text_of(browser(member()).get(reverse("coins")))


def test_every_line_says_why(django_assert_max_num_queries: Any) -> None:
    people = [rich(f"Player{n}", 500) for n in range(2)]
    game = staked(people, 250, 250)
    play.leave(game.code, people[0])
    ours = browser(people[1])
    ours.get(reverse("coins"))
    with django_assert_max_num_queries(16):
        told = text_of(ours.get(reverse("coins")))
    assert "your stake in the pot, which you won" in told and "+488" in told
    assert "welcome" in told and "given by staff: for a test" in told
    assert f"your stake, lost: the pot went to {people[1].shown_name}" in text_of(
        browser(people[0]).get(reverse("coins"))
    )


def test_a_stake_in_a_game_under_way_is_not_called_lost() -> None:
    people = [rich(f"Player{n}", 500) for n in range(2)]
    staked(people, 250, 0)
    told = text_of(browser(people[0]).get(reverse("coins")))
    assert "set aside for a game that was dealt" in told and "stake, lost" not in told


@pytest.mark.parametrize(("typed", "stake"), [("1,000", 1000), ("1.000", 1000), ("2 500", 2500), ("100000", 100_000)])
def test_a_stake_is_read_as_the_site_and_people_write_numbers(typed: str, stake: int) -> None:
    answer = browser(rich("Ada", 200_000)).post(reverse("new_table"), form(coin_amount=typed))
    assert answer.status_code == 302 and Table.objects.get().coin_amount == stake


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "How many coins does each put up? Type a whole number, 1 to 100,000."),
        ("  ", "How many coins does each put up? Type a whole number, 1 to 100,000."),
        *((text, f"A stake is 1 to 100,000 coins; “{text}” is outside of that.") for text in (
            "0", "100,001", "-5", "1000000000000",
        )),
        *((text, f"“{text}” is not a whole number of coins. Type one from 1 to 100,000, for example 100.") for text in (
            "abc", "100.5", "1,00", "1e3", "1,0000", "½", "12 coins",
        )),
    ],
)  # fmt: skip
def test_a_stake_that_is_none_is_refused_by_what_is_wrong_with_it(typed: str, says: str) -> None:
    answer = browser(rich("Ada", 200_000)).post(reverse("new_table"), form(coin_amount=typed))
    assert answer.status_code == 422 and says in text_of(answer)
    assert not Table.objects.exists()


def form(**chosen: str) -> dict[str, str]:
    return {**FORM, "preset": "002", "seats": "2", "coins": "stake", "coin_amount": "250", **chosen}


def test_the_form_opens_a_table_for_coins() -> None:
    person = rich()
    ours = browser(person)
    answer = ours.post(reverse("new_table"), {**form(coin_fee="250"), "key": "k" * 20})
    assert answer.status_code == 302, text_of(answer)
    hold = Hold.objects.get(account__user=person)
    assert TableRules.of(hold.table).terms == ("stake", 250, 250) or (hold.table.coins, hold.table.coin_fee) == (
        "stake", 250,
    )  # fmt: skip
    assert "coins" not in User.objects.get(pk=person.pk).usual_rules


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({"coin_amount": "0"}, "A stake is 1 to 100,000 coins; “0” is outside of that."),
        ({"coins": "wild3"}, "Choose one of these."),
        ({"coins": "wild4"}, "A Wild table X4 is played by the rules"),
        ({"preset": "001"}, "A Stake table is played by the rules"),
        ({"fill_bots": "on"}, "Computer players never play for coins."),
        ({"coins": "wild80", "preset": "000W", "seats": "3"}, "exactly 4 players"),
        ({"coin_amount": "5000"}, "which is 4,000 too few."),
    ],
)
def test_the_form_says_what_is_wrong_and_keeps_what_was_typed(chosen: dict[str, str], says: str) -> None:
    answer = browser(rich()).post(reverse("new_table"), form(**chosen))
    assert answer.status_code == 422 and says in text_of(answer), text_of(answer)[:3000]
    assert not Hold.objects.exists()


@pytest.mark.parametrize("name", ["new_table", "new_table_fields"])
def test_the_form_works_an_example_out_before_anybody_sits(name: str) -> None:
    """E1: X4 with 0, 12, 22 and 61 points is +282, +82, -120, -244."""
    others = {} if name == "new_table" else FORM
    chosen = {**others, "preset": "000", "seats": "4", "coins": "wild4"}
    told = text_of(browser(rich()).get(reverse(name), chosen))
    assert "Sitting down sets 200 of your coins aside" in told
    for net in ("+282", "+82", "−120", "−244"):
        assert net in told


def test_before_sitting_down_one_reads_what_can_be_won_and_lost() -> None:
    host, other = rich(), rich(coins=1_000)
    table = opened_by(host, rules("002", 4, coins="stake", coin_amount=250, coin_fee=250, start="host"))
    told = text_of(browser(other).get(reverse("table", args=[table.code])))
    assert "for coins: stake 250, fee 2.5%" in told
    assert "You have 1,000 coins free; with a seat here 750 would be left" in told
    assert "the pot, own stake included: 975" in told and "+725" in told and "here 25" in told  # E4.2: 4 x 250, 2.5 %
    assert "for coins: stake 250" in text_of(browser(other).get(reverse("home")))


def test_who_can_not_afford_it_is_told_what_is_missing() -> None:
    table = opened_by(rich(), rules("000", 4, coins="wild", coin_amount=20))
    poor = rich(coins=400)
    told = text_of(browser(poor).get(reverse("table", args=[table.code])))
    assert "You have 400 coins free: 600 too few" in told
    answer = browser(poor).post(reverse("join_table", args=[table.code]), {"seen_agreement": 1, "client_seed": "-"})
    assert answer.status_code == 422 and "600 too few" in text_of(answer)


@pytest.mark.parametrize(("who", "says"), [(None, "make an account"), (guest, "make an account"), (member, "confirm")])
def test_who_may_not_play_for_coins_is_told_what_to_do(who: Any, says: str) -> None:
    table = opened_by(rich(), rules("000", 4, coins="wild", coin_amount=2))
    ours = browser(who("Someone")) if who else Client()
    told = text_of(ours.get(reverse("table", args=[table.code])))
    assert says in told and reverse("account_email" if who is member else "account_signup") in told
    assert reverse("join_table", args=[table.code]) not in told  # no form that would be refused
    posted = ours.post(reverse("join_table", args=[table.code]), {"seen_agreement": 1, "client_seed": "-"})
    assert posted.status_code in (409, 422) and table.places.count() == 1


def test_no_form_stands_where_somebody_has_too_few_coins_or_hides_them() -> None:
    table = opened_by(rich(), rules("000", 4, coins="wild", coin_amount=20))
    poor, hiding, able = rich(coins=999), rich(coins=5_000), rich(coins=1_000)  # X20: 1,000 to sit (E1.4)
    User.objects.filter(pk=hiding.pk).update(coins_shown=False)
    join, path = reverse("join_table", args=[table.code]), reverse("table", args=[table.code])
    told = text_of(browser(poor).get(path))
    assert join not in told and reverse("coins") in told
    assert "A seat here takes 1,000 coins. You have 999 free, which is 1 too few." in told
    told = text_of(browser(User.objects.get(pk=hiding.pk)).get(path))
    assert join not in told and reverse("settings") in told
    assert join in text_of(browser(able).get(path))


def test_a_wild_table_starts_with_four_and_says_how_many_are_missing() -> None:
    """E1: four players; the button stands there once they sit."""
    people = [rich(f"Player{n}") for n in range(4)]
    table = opened_by(people[0], rules("000", 4, coins="wild", coin_amount=2, start="host"))
    ours, path, start = (
        browser(people[0]),
        reverse("table", args=[table.code]),
        reverse("start_table", args=[table.code]),
    )
    for here, says in enumerate(
        ("3 more people are needed", "2 more people are needed", "One more person is needed"), 1
    ):
        told = text_of(ours.get(path))
        assert f"{says}: this table has exactly 4 players." in told and start not in told
        answer = ours.post(start, {"seen_seq": table.seq})
        said = text_of(answer)
        assert answer.status_code == 422 and "You can start now" not in said
        assert f"This table starts with exactly 4 players, and {here} sit here." in said and "(E1)" not in said
        table = seated(table, people[here])
    told = text_of(ours.get(path))
    assert "Everybody is here. You can start now." in told and start in told
    assert ours.post(start, {"seen_seq": table.seq}).status_code == 302
    assert log_of(table).seats == 4


def test_a_finished_wild_game_says_line_by_line_what_moved() -> None:
    people = [rich(f"Player{n}", 20_000) for n in range(4)]
    game = wild(people, 4)
    for person in (people[3], people[2]):
        play.leave(game.code, person)
    game = played_out(log_of(game.table))
    for viewer in (people[0], people[3]):
        told = text_of(browser(viewer).get(reverse("game", args=[game.code])))
        assert "Player3 pays" in told and "Player2 pays" in told and "into the pool" in told and " gets " in told
        assert told.count("into the pool: left the game; ") == 2  # W8.3
        assert f"You have {purse(viewer).balance:,} coins now." in told
    told = text_of(Client().get(reverse("game", args=[game.code])))
    assert "Player3 pays" in told and "coins now" not in told


@pytest.mark.parametrize("shared", [True, False])
def test_a_wild_game_with_equal_hands_says_how_they_were_told_apart(shared: bool) -> None:
    """E1.5."""
    game = played_out(wild([rich(f"Player{n}", 20_000) for n in range(4)], 4))
    outcome = dict(game.outcome or {})
    seats = [seat for group in outcome["ranking"] for seat in group]
    outcome["ranking"] = [seats[:1], seats[1:3], seats[3:]] if shared else [[seat] for seat in seats]
    Game.objects.filter(pk=game.pk).update(outcome=outcome)
    told = text_of(Client().get(reverse("game", args=[game.code])))
    assert ("Where points and number of cards are equal, coins go by the lower highest card" in told) == shared


def test_a_finished_stake_game_says_who_took_the_pot_and_the_fee() -> None:
    people = [rich("Ada", 1_000), rich("Bola", 1_000)]
    game = staked(people, 333, 250)
    play.leave(game.code, people[0])
    told = text_of(browser(people[0]).get(reverse("game", args=[game.code])))
    assert "Ada put 333 into the pot, where it stays: left the game" in told  # E4.3
    assert "<li>Bola put 333 into the pot</li>" in told and "Bola gets 650" in told and "16 go to the house" in told
    assert balances(*people) == [667, 1_317]


def test_who_is_bankrupt_is_shown_so_and_offered_relief() -> None:
    """E1.2, E5.3."""
    people = [rich(f"Player{n}", 400) for n in range(4)]
    game = wild(people, 8)
    for person in (people[3], people[2], people[1]):
        play.leave(game.code, person)
    fourth = people[3]
    told = text_of(browser(fourth).get(reverse("game", args=[game.code])))
    assert purse(fourth).balance == 0
    assert "ask for relief" in told
    assert f"{people[1].shown_name} gets nothing: who went out has no share" in told, told[told.find('id="coins"') :][
        :2_500
    ]
    coins = GameCoins.objects.get(game=game)  # E1.2: whether they had less than they owed depends on the cards
    places = settling.of_value(coins.outcome or {}).places
    assert told.count("; all there was: bankrupt") == sum(place.bankrupt for place in places)
    in_hand = (log_of(game.table).outcome or {})["points"]  # E1.5: the others pay for more than they held
    more = [place for place in places[2:] if place.points != in_hand[place.seat] and place.owed == 8 * place.points]
    assert told.count("as who goes out counts at least as the worst hand left") == len(more)
    assert "A rematch sets 400 aside again: 400 more than you have free." in told
    ours = browser(fourth)
    assert "fill up to 300" in text_of(ours.get(reverse("coins")))
    ours.post(reverse("coins_relief"))
    assert purse(fourth).balance == 300


def test_a_refund_says_why() -> None:
    people = [rich("Ada"), rich("Bola")]
    game = staked(people)
    from django.db import transaction

    from games import log
    from games.services import entering

    with transaction.atomic():
        locked = log.lock(game.code)
        assert locked is not None
        entering.enter(locked, None, "abandon", by="house", now=locked.database_now)
    told = text_of(browser(people[0]).get(reverse("game", args=[game.code])))
    assert "Everybody has their 250 coins back: the game was called off." in told
    assert "No result" in told and "it was abandoned, and counts for nobody" in told  # W7.5: nobody has won
    assert 'class="won"' not in told and "You win" not in told


def test_the_page_about_coins_is_worked_out_by_the_code_that_settles() -> None:
    told = text_of(Client().get(reverse("coins_how")))
    assert "−244" in told and "4,000" in told  # X4's fourth; X80 to sit
    assert "975 (+642)" in told  # 3 x 333 at 250 bp


def test_the_sums_are_public() -> None:
    rich(coins=1_000)
    told = text_of(Client().get(reverse("coins_sums")))
    assert "1,000 <small>players" in told and "✓" in told


def test_who_hides_coins_sees_none_and_is_told_at_a_table_for_coins_how_to_show_them() -> None:
    people = [rich("Ada"), rich("Bola")]
    game = staked(people)
    play.leave(game.code, people[0])
    table = opened_by(people[1], rules("002", 2, coins="stake", coin_amount=10))
    User.objects.filter(pk=people[0].pk).update(coins_shown=False)
    ours = browser(User.objects.get(pk=people[0].pk))
    for path in (reverse("home"), reverse("game", args=[game.code]), reverse("profile", args=[people[0].username])):
        told = text_of(ours.get(path))
        assert "for coins" not in told and "My coins" not in told and "into the pot" not in told, path
    assert "You have hidden coins" in text_of(ours.get(reverse("coins")))
    assert "You have hidden coins" in text_of(ours.get(reverse("table", args=[table.code])))


def test_a_friendly_game_says_nothing_of_coins(django_assert_num_queries: Any) -> None:
    from tests.games.factories import started

    game = played_out(started([member("Ada"), member("Bola")]))
    assert "coins" not in text_of(Client().get(reverse("game", args=[game.code]))).lower()
    table = seated(opened_by(member(), rules(seats=3)), member())
    assert "coins" not in text_of(Client().get(reverse("table", args=[table.code]))).lower().replace('class="coin', "")


def test_a_sentence_about_several_fields_is_said_once_in_the_list_and_leads_to_each() -> None:
    answer = browser(rich()).post(reverse("new_table"), form(coins="wild4", preset="002"))
    listed = text_of(answer).split('class="refused"')[1].split("</ul>")[0]
    assert listed.count("A Wild table X4 is played by the rules “Wild (000)”.") == 1
    assert 'href="#field-preset"' in listed and 'href="#field-coins"' in listed


def test_the_sums_of_a_day_say_when_they_were_taken() -> None:
    from games.coins.models import DailySums

    rich()
    check_ledger()
    row = DailySums.objects.get()
    DailySums.objects.update(day="2026-03-01", at="2026-03-01T23:59:00Z")
    told = text_of(Client().get(reverse("coins_sums")))
    assert '<h2 id="now">Now</h2>' in told
    assert row.in_place and "Sun 1 Mar 2026 <small" in told and "as it was at 23:59 UTC" in told


def test_what_a_table_is_worth_follows_a_change_of_its_stake_without_loading_the_page() -> None:
    host, other = rich(), rich()
    table = seated(opened_by(host, rules("002", 3, coins="stake", coin_amount=100, start="host")), other)
    changed = rules("002", 3, coins="stake", coin_amount=400, start="host")
    tables.change_rules(table.code, host, changed, table.seq)
    told = text_of(browser(other).get(reverse("table_panel", args=[table.code])))
    assert 'id="table-parts" hx-swap-oob="morph"' in told and "your stake of 400" in told


def test_a_table_that_was_closed_before_the_deal_says_that_what_was_set_aside_is_free_again() -> None:
    """E4.1."""
    host, other = rich(), rich()
    table = seated(opened_by(host, rules("002", 3, coins="stake", coin_amount=1000, start="host", join="open")), other)
    tables.close(table.code, host)
    told = text_of(browser(other).get(reverse("table", args=[table.code])))
    assert "the 1,000 coins that were set aside of you are free again" in told and purse(other).free == 1_000
    assert "What one can win and lose here" not in told
    stranger = text_of(browser(rich()).get(reverse("table", args=[table.code])))
    assert "no coins moved" in stranger and "set aside of you" not in stranger


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (
            lambda people: staked(people, 300),
            ["1,200 in the pot, where the stake of who leaves, 300, stays", "your stake of 300 stays"],
        ),
        (
            lambda people: wild(people, 20),
            ["Wild X20. Third and fourth pay; who leaves ranks last.", "at least 1,000 coins, or at least 600 if"],
        ),
    ],
)
def test_who_may_leave_a_game_for_coins_reads_what_it_costs(make: Any, says: list[str]) -> None:
    """E1.5, E4.3: on the board and where leaving is confirmed; nothing of it for who looks on or has hidden coins."""
    people = [rich(coins=9_000) for _n in range(4)]
    game = make(people)
    shown = text_of(browser(people[0]).get(reverse("game", args=[game.code])))
    board, confirm = shown.split('id="leave"')
    assert says[0] in board and says[1] in confirm
    looked_on = text_of(browser(rich()).get(reverse("game", args=[game.code])))
    assert says[0] in looked_on and says[1] not in looked_on
    User.objects.filter(pk=people[0].pk).update(coins_shown=False)
    assert says[0] not in text_of(browser(people[0]).get(reverse("game", args=[game.code])))


def test_closing_an_account_says_what_is_lost_with_it() -> None:
    person = rich(coins=4_321)
    shown = text_of(browser(person).get(reverse("close_account")))
    assert "Your coins, 4,321 in all, go to the house" in shown
    assert "You leave every table and every league you are in" in shown
    assert "coins" not in text_of(browser(member()).get(reverse("close_account"))).lower()


def test_a_share_of_the_pool_says_of_how_many_parts() -> None:
    """E1.3."""
    game = played_out(wild([rich(coins=9_000) for _n in range(4)], 4))
    settled = settling.of_value(GameCoins.objects.get(game=game).outcome or {})
    first, second = (100 - min(place.points, 100) for place in settled.places[:2])
    shown = text_of(Client().get(reverse("game", args=[game.code])))
    if settled.places[1].gain:
        assert f"which is {3 * first} of {3 * first + second} parts of the pool" in shown
        assert f"which is {second} of {3 * first + second} parts of the pool" in shown
