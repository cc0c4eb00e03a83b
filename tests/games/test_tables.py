"""Tables before the match: rules, seats, agreement, starting, leaving, invitations, expiry, limits."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import Block
from games import log, push, selectors
from games.errors import BadRequest, BadRules, Forbidden, Full, NotAllowed, NotFound, Stale, TooMany
from games.models import ChainEntry, Deal, Game, Invitation, Notice, Player, Seat, Table
from games.services import invitations, limits, notices, play, tables
from games.services.rules_of_table import TableRules
from rules.shuffle import Seed, commitment, first_seat

from .factories import friends, guest, log_of, member, rules, seated, started

pytestmark = pytest.mark.django_db

CONTRIBUTION = "0123456789abcdef" * 2


def opened(**chosen: object) -> Table:
    return tables.open_table(member("Host"), rules(**chosen))


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def kinds(user: object) -> list[str]:
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


# -- opening -------------------------------------------------------------------------------------------------


def test_a_new_table_has_every_option_by_name_and_its_host_at_the_first_seat() -> None:
    host = member("Ada")
    table = tables.open_table(host, rules("003", 4, hand_size=6, games=5, turn_clock=86400), CONTRIBUTION)
    assert table.options["hand_size"] == 6 and table.options["pick2"] == "auto" and len(table.options) == 27
    assert (table.state, table.seated, table.agreement, table.games_agreed) == ("assembling", 1, 1, 5)
    seat = Seat.objects.get(table=table)
    assert (seat.number, seat.user, seat.name, seat.client_seed, seat.agreed) == (0, host, "Ada", CONTRIBUTION, 1)


def test_the_commitments_of_all_games_are_there_before_anybody_else_sits_down_and_in_the_chain() -> None:
    table = opened(preset="003", seats=4, games=3)
    deals = list(Deal.objects.filter(table=table).order_by("number"))
    assert [deal.number for deal in deals] == [1, 2, 3]
    assert [row.commitment for row in ChainEntry.objects.order_by("number")] == [deal.commitment for deal in deals]
    seen = selectors.table_for(table.code, member()).commitments
    assert [(line.commitment, line.server_seed) for line in seen] == [(deal.commitment, None) for deal in deals]


def test_a_knockout_commits_to_fifty_games() -> None:
    assert Deal.objects.filter(table=opened(preset="003", seats=3, match="knockout")).count() == 50


@pytest.mark.parametrize(("chosen", "named"), [
    ({"preset": "002", "seats": 5}, {"seats"}),  # W2.1
    ({"preset": "001", "seats": 7}, {"seats"}),
    ({"preset": "001", "seats": 1}, {"seats"}),
    ({"preset": "009"}, set()),
    ({"hand_size": 8}, {"hand_size"}),  # W2.2
    ({"preset": "002", "market_empty": "count", "max_refills": 3}, {"market_empty", "max_refills"}),  # section 10
    ({"timeout": "none", "max_missed": 2}, {"timeout", "max_missed"}),
    ({"turn_clock": 14}, {"turn_clock"}),  # W8.5
    ({"turn_clock": 14 * 86400 + 1}, {"turn_clock"}),
    ({"nosuchrule": 1}, {"nosuchrule"}),
    ({"games": 0}, {"games"}),
    ({"games": 51}, {"games"}),
    ({"preset": "002", "games": 2}, {"preset", "games"}),  # W9.4
    ({"preset": "002", "match": "knockout"}, {"preset", "games"}),
    ({"match": "best of three"}, {"match"}),
    ({"join": "everybody"}, {"join"}),
    ({"start": "now"}, {"start"}),
    ({"game": "chess"}, {"game"}),
])  # fmt: skip
def test_rules_that_cannot_work_are_refused_by_name(chosen: dict[str, object], named: set[str]) -> None:
    with pytest.raises(BadRules) as refused:
        opened(**chosen)
    assert set(refused.value.options) == named and str(refused.value.message)
    assert not Table.objects.exists() and not Deal.objects.exists()


def test_the_same_post_opens_one_table() -> None:
    host = member()
    first = tables.open_table(host, rules(), key="key-of-the-form")
    assert tables.open_table(host, rules(), key="key-of-the-form") == first  # case B13
    assert tables.open_table(host, rules(), key="another-key").pk != first.pk


@pytest.mark.parametrize("bad", ["", "abc", "AB" * 16, "00" * 15, "00" * 33, "zz" * 16])
def test_a_contribution_that_is_none_is_refused(bad: str) -> None:
    with pytest.raises(BadRequest):
        tables.open_table(member(), rules(), bad)


@pytest.mark.parametrize(("chosen", "start"), [
    ({"preset": "001", "seats": 2}, "full"),
    ({"preset": "001", "seats": 2, "start": "host"}, "full"),
    ({"preset": "001", "seats": 4}, "host"),
    ({"preset": "003", "seats": 4}, "full"),
    ({"preset": "003", "seats": 4, "start": "host"}, "host"),
    ({"preset": "001", "seats": 4, "start": "full"}, "full"),
])  # fmt: skip
def test_who_starts_a_table(chosen: dict[str, object], start: str) -> None:
    assert opened(**chosen).start == start


def test_rules_of_a_table_read_back_as_they_were_chosen() -> None:
    table = opened(preset="001", seats=4, hold_on="off", join="link", onlookers=False)
    again = tables.open_table(member(), TableRules(**TableRules.of(table).values()))
    assert (again.options, again.join, again.onlookers) == (table.options, "link", False)


# -- joining -------------------------------------------------------------------------------------------------


def test_joining_takes_the_lowest_free_seat_and_agrees_to_the_rules() -> None:
    first, second = member(), guest("Bisi")
    table = seated(opened(seats=4), first, second)
    assert table.seated == 3
    assert list(Seat.objects.filter(table=table).values_list("number", "agreed", "kind")) == [
        (0, 1, "person"), (1, 1, "person"), (2, 1, "guest"),
    ]  # fmt: skip
    tables.leave(table.code, first)
    third = member()
    seated(table, third)
    assert Seat.objects.get(table=table, user=third).number == 1


def names_at(table: Table) -> list[str]:
    return list(Seat.objects.filter(table=table).order_by("number").values_list("name", flat=True))


def test_people_of_the_same_name_at_one_table_are_numbered() -> None:
    table = tables.open_table(guest("Cousin"), rules(seats=5))
    seated(table, guest("cousin"), guest("Cousin 2"), guest("COUSIN"), guest("Aunt"))
    assert names_at(table) == ["Cousin", "cousin 2", "Cousin 2 2", "COUSIN 3", "Aunt"]


def test_a_name_that_only_looks_the_same_is_numbered_too() -> None:
    table = tables.open_table(guest("Cousin"), rules(seats=4))
    seated(table, guest("Cousín"), guest("Сousin"))  # an accent; the first letter is Cyrillic
    assert names_at(table) == ["Cousin", "Cousín 2", "Сousin 3"]


def test_a_numbered_name_is_no_longer_than_a_name_can_be() -> None:
    table = tables.open_table(guest("N" * 30), rules(seats=4))
    seated(table, guest("N" * 30))
    assert names_at(table) == ["N" * 30, "N" * 28 + " 2"]


def test_who_comes_back_to_a_table_takes_the_number_that_is_free() -> None:
    one, other = guest("Cousin"), guest("Cousin")
    table = tables.open_table(one, rules(seats=4))
    seated(table, other)
    tables.leave(table.code, one)
    seated(table, one)
    assert sorted(names_at(table)) == ["Cousin 2", "Cousin"][::-1]
    assert Seat.objects.get(table=table, user=one).name == "Cousin"


def test_the_same_person_sits_once() -> None:
    visitor = member()
    table = seated(opened(seats=4), visitor, visitor)
    assert table.seated == 2 and Seat.objects.filter(table=table).count() == 2


def test_a_full_table_takes_nobody_more() -> None:
    table = seated(opened(seats=3), member(), member())
    with pytest.raises(Full):
        tables.join(table.code, member(), seen_agreement=1)


def test_who_saw_other_rules_must_see_the_new_ones_first() -> None:
    table = opened(seats=4)
    host = table.host
    tables.change_rules(table.code, host, rules(seats=4, hold_on="off"), table.seq)
    with pytest.raises(Stale) as refused:
        tables.join(table.code, member(), seen_agreement=1)
    assert refused.value.code == "agreement" and fresh(table).seated == 1


def test_there_is_no_sitting_down_at_a_closed_table() -> None:
    table = opened(seats=4)
    tables.close(table.code, table.host)
    with pytest.raises(NotAllowed):
        tables.join(table.code, member(), seen_agreement=1)
    with pytest.raises(NotFound):
        tables.join("nosuchtabl", member(), seen_agreement=1)


def test_a_link_table_is_joined_with_its_token_alone() -> None:
    table = opened(seats=4, join="link")
    token = selectors.present_token(table)
    with pytest.raises(NotFound):
        tables.join(table.code, member(), seen_agreement=1)
    with pytest.raises(NotFound):
        tables.join(table.code, member(), seen_agreement=1, token="0" * 64)
    assert tables.join(table.code, guest(), seen_agreement=1, token=token).seated == 2


def test_a_table_for_friends_is_joined_by_those_named() -> None:
    host, friend = member(), member()
    friends(host, friend)
    table = tables.open_table(host, rules(seats=4, join="friends"))
    with pytest.raises(NotFound):
        tables.join(table.code, friend, seen_agreement=1)
    invitations.invite_friend(table.code, host, friend)
    assert tables.join(table.code, friend, seen_agreement=1).seated == 2
    with pytest.raises(NotAllowed):
        invitations.new_invite(table.code, host)


@pytest.mark.parametrize("host_blocks", [True, False])
def test_host_and_visitor_with_a_block_between_them_do_not_share_a_table(host_blocks: bool) -> None:
    host, visitor = member(), member()
    Block.objects.create(blocker=host if host_blocks else visitor, blocked=visitor if host_blocks else host)
    table = tables.open_table(host, rules(seats=4))
    with pytest.raises(Forbidden) as refused:
        tables.join(table.code, visitor, seen_agreement=1)
    assert "block" not in str(refused.value).lower()


def test_at_a_private_table_a_block_with_anybody_seated_counts_at_an_open_one_only_the_hosts() -> None:
    host, seated_one, visitor = member(), member(), member()
    Block.objects.create(blocker=seated_one, blocked=visitor)
    private = tables.open_table(host, rules(seats=4, join="link"))
    token = selectors.present_token(private)
    tables.join(private.code, seated_one, seen_agreement=1, token=token)
    with pytest.raises(Forbidden):
        tables.join(private.code, visitor, seen_agreement=1, token=token)
    public = seated(tables.open_table(host, rules(seats=4)), seated_one, visitor)
    assert public.seated == 3


# -- agreeing ------------------------------------------------------------------------------------------------


def test_changing_an_option_asks_everybody_seated_again_but_not_the_host() -> None:
    visitor = member()
    table = seated(opened(seats=4), visitor)
    changed = tables.change_rules(table.code, table.host, rules(seats=4, hold_on="off"), table.seq)
    assert changed.agreement == 2 and changed.options["hold_on"] == "off"
    assert list(Seat.objects.filter(table=table).order_by("number").values_list("agreed", flat=True)) == [2, 1]
    assert kinds(visitor) == ["rules_changed"]
    with pytest.raises(NotAllowed) as refused:
        tables.start(table.code, table.host, changed.seq)
    assert refused.value.code == "not_agreed"
    assert selectors.table_for(table.code, visitor).must_agree
    agreed = tables.agree(table.code, visitor, 2)
    assert tables.start(table.code, table.host, agreed.seq).state == Table.State.PLAYING


def test_agreeing_to_rules_that_changed_again_is_stale() -> None:
    visitor = member()
    table = seated(opened(seats=4), visitor)
    table = tables.change_rules(table.code, table.host, rules(seats=4, hold_on="off"), table.seq)
    table = tables.change_rules(table.code, table.host, rules(seats=4, hold_on="next_only"), table.seq)
    with pytest.raises(Stale):
        tables.agree(table.code, visitor, 2)


def test_a_full_table_that_starts_by_itself_waits_for_the_last_to_agree() -> None:
    one, two = member(), member()
    table = seated(opened(preset="003", seats=4), one, two)
    table = tables.change_rules(table.code, table.host, rules("003", 3), table.seq)
    assert table.state == Table.State.ASSEMBLING
    assert tables.agree(table.code, one, 2).state == Table.State.ASSEMBLING
    assert tables.agree(table.code, two, 2).state == Table.State.PLAYING


def test_who_may_join_and_who_starts_can_change_without_asking_again() -> None:
    table = seated(opened(seats=4), member())
    changed = tables.change_rules(table.code, table.host, rules(seats=4, join="link", start="full"), table.seq)
    assert (changed.agreement, changed.join, changed.start) == (1, "link", "full")


def test_whoever_looks_is_told_of_a_change_and_only_when_it_is_committed(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    sent: list[tuple[str, dict[str, object]]] = []
    monkeypatch.setattr(push, "_send", sent.extend)
    visitor = member()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        table = seated(opened(seats=4), visitor)
        assert sent == []
    sent.clear()
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        table = tables.change_rules(table.code, table.host, rules(seats=4, join="link"), table.seq)
    assert {group for group, _message in sent} == {
        f"table.{table.code}", f"muster.{table.host_id}", f"muster.{visitor.pk}", "tables.open",
    }  # fmt: skip
    assert (f"table.{table.code}", {"type": "changed", "seq": table.seq}) in sent


def test_a_push_that_fails_does_not_undo_what_was_done(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    def unreachable(_messages: object) -> None:
        raise ConnectionError("no layer")

    monkeypatch.setattr(push, "_send", unreachable)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        table = opened(seats=4)
    assert fresh(table).state == "assembling"


def test_rules_change_only_by_the_host_on_what_the_host_saw_and_with_room_for_all() -> None:
    visitor = member()
    table = seated(opened(seats=4), visitor, member())
    with pytest.raises(Forbidden):
        tables.change_rules(table.code, visitor, rules(seats=5), table.seq)
    with pytest.raises(Stale):
        tables.change_rules(table.code, table.host, rules(seats=5), table.seq - 1)
    with pytest.raises(NotAllowed):
        tables.change_rules(table.code, table.host, rules(seats=2), table.seq)
    with pytest.raises(BadRules):
        tables.change_rules(table.code, table.host, rules(seats=9), table.seq)


def test_changing_nothing_asks_nobody() -> None:
    table = seated(opened(seats=4), member())
    assert tables.change_rules(table.code, table.host, TableRules.of(table), table.seq).seq == table.seq


def test_more_games_need_new_commitments_and_then_new_contributions_of_all() -> None:
    visitor = member()
    table = tables.open_table(member(), rules("003", 4, games=2), CONTRIBUTION)
    tables.join(table.code, visitor, seen_agreement=1, client_seed="ab" * 16)
    old = set(Deal.objects.filter(table=table).values_list("commitment", flat=True))
    table = tables.change_rules(table.code, table.host, rules("003", 4, games=3), fresh(table).seq)
    new = set(Deal.objects.filter(table=table).values_list("commitment", flat=True))
    assert old < new and len(new) == 3
    # wgs1 step 1: nothing that was contributed before a commitment may go into its deal
    assert set(Seat.objects.filter(table=table).values_list("client_seed", "agreed")) == {("-", 0)}
    assert selectors.table_for(table.code, table.host).must_contribute
    tables.agree(table.code, table.host, 2, "cd" * 16)
    assert Seat.objects.get(table=table, number=0).client_seed == "cd" * 16


def test_a_contribution_once_given_stays_when_rules_change() -> None:
    visitor = member()
    table = tables.open_table(member(), rules(seats=4), CONTRIBUTION)
    tables.join(table.code, visitor, seen_agreement=1, client_seed="ab" * 16)
    tables.change_rules(table.code, table.host, rules(seats=4, hold_on="off"), fresh(table).seq)
    tables.agree(table.code, visitor, 2, "ef" * 16)
    assert list(Seat.objects.filter(table=table).order_by("number").values_list("client_seed", flat=True)) == [
        CONTRIBUTION, "ab" * 16,
    ]  # fmt: skip


# -- starting ------------------------------------------------------------------------------------------------


def test_two_seats_start_when_full_with_everything_a_game_needs() -> None:
    host, visitor = member("Ada"), member("Obi")
    table = tables.open_table(host, rules("002", turn_clock=30), CONTRIBUTION)
    deal = Deal.objects.get(table=table)
    table = tables.join(table.code, visitor, seen_agreement=1, client_seed="ab" * 16)
    game = log_of(table)
    assert (table.state, table.expires_at) == (Table.State.PLAYING, None)
    assert (game.code, game.commitment, game.rules_version) == (deal.game_id, deal.commitment, 1)
    assert game.client_seeds == [CONTRIBUTION, "ab" * 16] and game.options == table.options
    assert [(p.seat, p.name, p.kind) for p in Player.objects.filter(game=game).order_by("seat")] == [
        (0, "Ada", "person"), (1, "Obi", "person"),
    ]  # fmt: skip
    assert game.deadline == game.turn_since + timedelta(seconds=30)


def test_the_deal_follows_from_the_committed_seed_and_the_contributions() -> None:
    from games import seeds

    host = member()
    table = tables.open_table(host, rules("001"), CONTRIBUTION)
    tables.join(table.code, member(), seen_agreement=1, client_seed="ab" * 16)
    game = log_of(table)
    server_seed = seeds.open_seed(game.code, game.sealed_seed)
    assert commitment(game.code, server_seed) == game.commitment
    seed = Seed.from_parts(server_seed, game.code, "whot54", [CONTRIBUTION, "ab" * 16])
    assert game.first_seat == first_seat(seed, 2)  # W2.5
    assert log.load(game).setup.seed == seed


def test_a_larger_table_starts_when_the_host_says_so_and_empty_seats_fall_away() -> None:
    table = seated(opened(seats=5), member(), member())
    tables.leave(table.code, Seat.objects.get(table=table, number=1).user)
    table = tables.start(table.code, table.host, fresh(table).seq)
    assert (table.state, table.seats) == (Table.State.PLAYING, 2)
    assert list(Seat.objects.filter(table=table).order_by("number").values_list("number", flat=True)) == [0, 1]
    assert log_of(table).seats == 2


def test_empty_seats_go_to_computer_players_where_the_host_chose_that() -> None:
    table = seated(opened(seats=4, fill_bots=True), member())
    table = tables.start(table.code, table.host, table.seq)
    assert list(Player.objects.filter(game__table=table).order_by("seat").values_list("kind", "name", "level")) == [
        ("person", "Host", None), ("person", table.places.get(number=1).name, None),
        ("bot", "Computer 1", "random"), ("bot", "Computer 2", "random"),
    ]  # fmt: skip


def test_a_larger_table_of_turnabout_starts_when_full() -> None:
    assert seated(opened(preset="003", seats=3), member(), member()).state == Table.State.PLAYING


def test_nobody_starts_alone_and_nobody_but_the_host_starts() -> None:
    visitor = member()
    table = opened(seats=4)
    with pytest.raises(NotAllowed):
        tables.start(table.code, table.host, table.seq)
    table = seated(table, visitor)
    with pytest.raises(Forbidden):
        tables.start(table.code, visitor, table.seq)
    with pytest.raises(Stale):
        tables.start(table.code, table.host, table.seq - 1)


def test_starting_twice_starts_once() -> None:
    table = seated(opened(seats=4), member())
    tables.start(table.code, table.host, table.seq)
    tables.start(table.code, table.host, table.seq)
    assert Game.objects.filter(table=table).count() == 1


def test_a_computer_game_begins_immediately() -> None:
    table = tables.open_computer_game(member(), rules("000", 3), CONTRIBUTION)
    game = log_of(table)
    assert (table.state, game.seats, game.client_seeds) == (Table.State.PLAYING, 3, [CONTRIBUTION, "-", "-"])


def test_nothing_is_half_started(monkeypatch: pytest.MonkeyPatch) -> None:
    table = seated(opened(seats=3), member())
    monkeypatch.setattr(Player.objects, "bulk_create", lambda rows: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        tables.start(table.code, table.host, table.seq)
    assert fresh(table).state == Table.State.ASSEMBLING and fresh(table).seats == 3
    assert not Game.objects.exists()


@pytest.mark.servers
def test_clocks_run_by_the_time_of_the_database_whatever_this_process_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    host, visitor = member(), member()
    table = tables.open_table(host, rules("002", turn_clock=60))
    right = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: right + timedelta(hours=1))
    tables.join(table.code, visitor, seen_agreement=1)
    game = log_of(table)
    assert abs(game.started_at - right) < timedelta(seconds=30)
    assert not play.end_overdue(game.code)  # check 24


# -- leaving -------------------------------------------------------------------------------------------------


def test_when_the_host_leaves_the_longest_seated_takes_over() -> None:
    first, second = member(), member()
    table = seated(opened(seats=4), first, second)
    Seat.objects.filter(user=second).update(joined_at=timezone.now() - timedelta(hours=1))
    tables.leave(table.code, table.host)
    table = fresh(table)
    assert (table.host, table.seated, table.state) == (second, 2, "assembling")
    assert kinds(second) == ["now_host"] and kinds(first) == []
    tables.start(table.code, second, table.seq)


def test_the_last_to_leave_closes_the_table() -> None:
    table = opened(seats=4)
    tables.leave(table.code, table.host)
    table = fresh(table)
    assert (table.state, table.seated) == ("abandoned", 0) and table.ended_at is not None
    assert table.invite_hash is None


def test_who_does_not_sit_there_cannot_leave() -> None:
    with pytest.raises(Forbidden):
        tables.leave(opened().code, member())


def test_leaving_a_table_that_plays_leaves_its_game() -> None:
    people_there = [member(), member()]
    game = started(people_there)
    assert tables.leave(game.table.code, people_there[1]).state == Table.State.FINISHED
    assert Game.objects.get(pk=game.pk).end_reason == "last_player"


def test_nobody_is_held_at_a_table_whose_game_is_frozen(settings: object) -> None:
    settings.GAMES_ONE_AT_A_TIME = True  # type: ignore[attr-defined]
    person = member()
    game = started([person, member()])
    log.freeze(game.code)
    tables.leave(game.table.code, person)
    assert tables.open_table(person, rules(seats=4)).seated == 1


def test_the_host_closes_a_table_and_the_others_find_a_notice() -> None:
    visitor = member()
    table = seated(opened(seats=4), visitor)
    with pytest.raises(Forbidden):
        tables.close(table.code, visitor)
    tables.close(table.code, table.host)
    assert fresh(table).state == "abandoned" and kinds(visitor) == ["table_closed"] and kinds(table.host) == []


# -- one at a time, and limits -------------------------------------------------------------------------------


def test_several_tables_at_a_time_are_usual() -> None:
    host = member()
    tables.open_table(host, rules(seats=4))
    seated(opened(seats=4), host)


def test_the_site_can_allow_one_table_a_person(settings: object) -> None:
    settings.GAMES_ONE_AT_A_TIME = True  # type: ignore[attr-defined]
    host = member()
    mine = tables.open_table(host, rules(seats=4))
    other = opened(seats=4)
    for attempt in (
        lambda: tables.open_table(host, rules()),
        lambda: tables.open_computer_game(host, rules()),
        lambda: tables.join(other.code, host, seen_agreement=1),
    ):
        with pytest.raises(NotAllowed) as refused:
            attempt()
        assert refused.value.code == "one_at_a_time"
    tables.leave(mine.code, host)
    assert seated(other, host).seated == 2


def test_a_table_can_ask_that_its_people_sit_nowhere_else() -> None:
    person = member()
    jealous, other = opened(seats=4, one_at_a_time=True), opened(seats=4)
    seated(jealous, person)
    with pytest.raises(NotAllowed):
        tables.join(other.code, person, seen_agreement=1)
    second = member()
    seated(other, second)
    with pytest.raises(NotAllowed):
        tables.join(jealous.code, second, seen_agreement=1)


def test_the_eleventh_open_table_is_too_many() -> None:
    host = member()
    for _time in range(10):
        table = tables.open_table(host, rules(seats=4))
    with pytest.raises(TooMany) as refused:
        tables.open_table(host, rules(seats=4))
    assert refused.value.status == 429 and refused.value.retry_after > 0
    tables.leave(table.code, host)
    tables.open_table(host, rules(seats=4))


def test_the_fifty_first_game_is_too_many() -> None:
    person = member()
    for _time in range(50):
        seated(opened(seats=4), person)
    extra = opened(seats=4)
    with pytest.raises(TooMany):
        tables.join(extra.code, person, seen_agreement=1)
    with pytest.raises(TooMany):
        tables.open_table(person, rules())


# -- invitations ---------------------------------------------------------------------------------------------


def test_an_invited_friend_gets_one_mail_and_the_invitation(django_capture_on_commit_callbacks: object) -> None:
    host, friend = member("Ada"), member("Obi")
    friends(host, friend)
    friend.emailaddress_set.create(email="obi@example.org", verified=True, primary=True)
    table = tables.open_table(host, rules(seats=4, join="friends"))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        invitations.invite_friend(table.code, host, friend)
        invitations.invite_friend(table.code, host, friend)
    assert len(mail.outbox) == 1 and "Ada" in mail.outbox[0].subject and table.code in mail.outbox[0].body
    assert [line.table for line in selectors.muster(friend).invitations] == [table]
    invitations.decline(table.code, friend)
    invitations.decline(table.code, friend)
    assert selectors.muster(friend).invitations == ()
    assert tables.join(table.code, friend, seen_agreement=1).seated == 2  # changed their mind


def test_only_friends_are_invited_and_only_by_the_host() -> None:
    host, stranger, visitor = member(), member(), member()
    table = seated(tables.open_table(host, rules(seats=4)), visitor)
    friends(visitor, stranger)
    with pytest.raises(Forbidden):
        invitations.invite_friend(table.code, host, stranger)
    with pytest.raises(Forbidden):
        invitations.invite_friend(table.code, visitor, stranger)
    with pytest.raises(NotFound):
        invitations.decline(table.code, stranger)


def test_the_fifty_first_invitation_a_day_is_too_many_until_the_first_is_a_day_old() -> None:
    host = member()
    table = tables.open_table(host, rules(seats=4, join="friends"))
    for _time in range(50):
        friend = member()
        friends(host, friend)
        invitations.invite_friend(table.code, host, friend)
    late = member()
    friends(host, late)
    Invitation.objects.order_by("pk").filter(pk=Invitation.objects.order_by("pk").first().pk).update(
        at=timezone.now() - timedelta(hours=23)
    )
    with pytest.raises(TooMany) as refused:
        invitations.invite_friend(table.code, host, late)
    assert 3590 <= refused.value.retry_after <= 3601
    Invitation.objects.filter(at__lt=timezone.now() - timedelta(hours=22)).update(
        at=timezone.now() - timedelta(hours=25)
    )
    invitations.invite_friend(table.code, host, late)


def test_an_invite_link_has_256_bits_is_stored_hashed_and_can_be_revoked() -> None:
    table = opened(seats=4, join="link")
    token = invitations.new_invite(table.code, table.host)
    assert len(bytes.fromhex(token)) == 32
    assert token not in str(list(Table.objects.values()))
    assert selectors.table_by_token(token) == table
    again = invitations.new_invite(table.code, table.host)
    assert again != token
    with pytest.raises(NotFound):
        selectors.table_by_token(token)
    assert selectors.table_for(table.code, table.host).invite_token == again
    invitations.revoke_invite(table.code, table.host)
    with pytest.raises(NotFound):
        selectors.table_by_token(again)
    with pytest.raises(NotFound):
        tables.join(table.code, member(), seen_agreement=1, token=again)
    assert selectors.table_for(table.code, table.host).invite_token is None


def test_only_the_host_makes_links() -> None:
    visitor = member()
    table = seated(opened(seats=4), visitor)
    with pytest.raises(Forbidden):
        invitations.new_invite(table.code, visitor)
    with pytest.raises(Forbidden):
        invitations.revoke_invite(table.code, visitor)
    assert selectors.table_for(table.code, visitor).invite_token is None


def test_a_changed_secret_key_keeps_old_links_working(settings: object) -> None:
    table = opened(seats=4, join="link")
    token = selectors.present_token(table)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]  # type: ignore[attr-defined]
    settings.SECRET_KEY = "a new secret key"  # type: ignore[attr-defined]
    assert selectors.present_token(table) == token and selectors.table_by_token(token) == table


# -- waiting too long ----------------------------------------------------------------------------------------


def test_a_table_nobody_starts_expires_after_seven_days_with_a_notice_to_those_waiting() -> None:
    visitor = member()
    table = seated(opened(seats=4), visitor)
    assert tables.expire_due(table.created_at + timedelta(days=7, seconds=-1)) == 1  # the reminder alone
    assert tables.expire_due(table.created_at + timedelta(days=7)) == 1
    assert tables.expire_due(table.created_at + timedelta(days=7)) == 0
    assert fresh(table).state == "expired"
    assert kinds(visitor) == kinds(table.host) == ["table_waits", "table_expired"]


def test_after_three_days_those_waiting_are_reminded_once() -> None:
    table = opened(seats=4)
    assert tables.expire_due(table.created_at + timedelta(days=3, seconds=-1)) == 0
    assert tables.expire_due(table.created_at + timedelta(days=3)) == 1
    assert tables.expire_due(table.created_at + timedelta(days=4)) == 0
    assert kinds(table.host) == ["table_waits"] and fresh(table).state == "assembling"


def test_a_table_that_plays_does_not_expire() -> None:
    game = started([member(), member()])
    assert tables.expire_due(timezone.now() + timedelta(days=30)) == 0
    assert fresh(game.table).state == "playing"


def test_the_commitments_of_a_table_that_never_played_are_opened_when_it_ends() -> None:
    table = opened(seats=4)
    tables.close(table.code, table.host)
    line = selectors.table_for(table.code, table.host).commitments[0]
    assert commitment(line.game_id, bytes.fromhex(line.server_seed or "")) == line.commitment


# -- people who merge, or go ---------------------------------------------------------------------------------


def test_a_guest_who_signs_in_to_an_account_keeps_seats_games_and_tables() -> None:
    from accounts.merging import merge

    visitor, account, other = guest("Nneka"), member("Nneka O"), member()
    game = started([other, visitor])
    waiting = tables.open_table(visitor, rules(seats=4))
    merge(visitor, account)
    assert Player.objects.get(game=game, user=account).name == "Nneka O"
    assert play.leave(game.code, account).end_reason == "last_player"
    assert fresh(waiting).host == account and Seat.objects.get(table=waiting).user == account


def test_a_guest_and_a_member_at_one_table_end_as_one_person_on_one_seat() -> None:
    from accounts.merging import merge

    visitor, account = guest(), member()
    table = seated(tables.open_table(account, rules(seats=4)), visitor, member())
    merge(visitor, account)
    assert fresh(table).seated == 2 and Seat.objects.filter(table=table, user=account).count() == 1


def test_a_closed_account_leaves_its_games_to_the_others_under_no_name() -> None:
    from accounts.closing import close_account

    person, other = member("Ada"), member("Obi")
    game = started([person, other])
    waiting = seated(tables.open_table(person, rules(seats=4)), other)
    close_account(person)
    assert Game.objects.get(pk=game.pk).end_reason == "last_player"
    assert fresh(waiting).host == other
    players = Player.objects.filter(game=game).order_by("seat")
    assert [player.shown_name for player in players] == ["former player", "Obi"]
    assert "Ada" not in str(list(Player.objects.values())) + str(list(Seat.objects.values()))


def test_a_notice_is_dismissed_by_its_own_reader_alone() -> None:
    table = seated(opened(seats=4), member())
    tables.close(table.code, table.host)
    notice = Notice.objects.get()
    with pytest.raises(NotFound):
        notices.dismiss(member(), notice.pk)
    notices.dismiss(notice.user, notice.pk)
    assert selectors.muster(notice.user).notices == ()


def test_limits_are_those_that_were_agreed() -> None:
    assert (limits.OPEN_TABLES, limits.GAMES_AT_ONCE, limits.INVITES_A_DAY, limits.MOVES_A_MINUTE) == (10, 50, 50, 30)
