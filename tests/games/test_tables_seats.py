"""Sitting down at a waiting table, and agreeing to its rules again when they change."""

import pytest

from accounts.models import Block
from games import push, selectors
from games.errors import BadRules, Forbidden, Full, NotAllowed, NotFound, Stale
from games.models import Deal, Seat, Table
from games.services import invitations, tables
from games.services.rules_of_table import TableRules

from .factories import CONTRIBUTION, fresh, friends, guest, kinds, member, opened, opened_by, rules, seated

pytestmark = pytest.mark.django_db

# -- joining -----------------------------------------------------------------------------------------------------


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
    table = opened_by(guest("Cousin"), rules(seats=5))
    seated(table, guest("cousin"), guest("Cousin 2"), guest("COUSIN"), guest("Aunt"))
    assert names_at(table) == ["Cousin", "cousin 2", "Cousin 2 2", "COUSIN 3", "Aunt"]


def test_a_name_that_only_looks_the_same_is_numbered_too() -> None:
    table = opened_by(guest("Cousin"), rules(seats=4))
    seated(table, guest("Cousín"), guest("Сousin"))  # an accent; the first letter is Cyrillic
    assert names_at(table) == ["Cousin", "Cousín 2", "Сousin 3"]


def test_a_numbered_name_is_no_longer_than_a_name_can_be() -> None:
    table = opened_by(guest("N" * 30), rules(seats=4))
    seated(table, guest("N" * 30))
    assert names_at(table) == ["N" * 30, "N" * 28 + " 2"]


def test_who_comes_back_to_a_table_takes_the_number_that_is_free() -> None:
    one, other = guest("Cousin"), guest("Cousin")
    table = opened_by(one, rules(seats=4))
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
    table = opened_by(host, rules(seats=4, join="friends"))
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
    table = opened_by(host, rules(seats=4))
    with pytest.raises(Forbidden) as refused:
        tables.join(table.code, visitor, seen_agreement=1)
    assert "block" not in str(refused.value).lower()


def test_at_a_private_table_a_block_with_anybody_seated_counts_at_an_open_one_only_the_hosts() -> None:
    host, seated_one, visitor = member(), member(), member()
    Block.objects.create(blocker=seated_one, blocked=visitor)
    private = opened_by(host, rules(seats=4, join="link"))
    token = selectors.present_token(private)
    tables.join(private.code, seated_one, seen_agreement=1, token=token)
    with pytest.raises(Forbidden):
        tables.join(private.code, visitor, seen_agreement=1, token=token)
    public = seated(opened_by(host, rules(seats=4)), seated_one, visitor)
    assert public.seated == 3


# -- agreeing ----------------------------------------------------------------------------------------------------


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
    table = opened_by(member(), rules("003", 4, games=2), CONTRIBUTION)
    tables.join(table.code, visitor, seen_agreement=1, client_seed="ab" * 16)
    old = set(Deal.objects.filter(table=table).values_list("commitment", flat=True))
    table = tables.change_rules(table.code, table.host, rules("003", 4, games=3), fresh(table).seq)
    new = set(Deal.objects.filter(table=table).values_list("commitment", flat=True))
    assert old < new and len(new) == 3
    # wgs1 step 1: nothing that was contributed before a commitment may go into its deal
    assert set(Seat.objects.filter(table=table).values_list("client_seed", "contributed")) == {("-", False)}
    seen = {person: selectors.table_for(table.code, person) for person in (table.host, visitor)}
    assert all(one.must_contribute for one in seen.values())
    assert [one.must_agree for one in seen.values()] == [False, True], "the host knows the rules"
    tables.agree(table.code, table.host, 2, "cd" * 16)
    tables.agree(table.code, table.host, 2, "ee" * 16)  # once given it is fixed
    tables.agree(table.code, visitor, 2, "dc" * 16)
    assert list(table.places.order_by("number").values_list("client_seed", flat=True)) == ["cd" * 16, "dc" * 16]


def test_a_contribution_once_given_stays_when_rules_change() -> None:
    visitor = member()
    table = opened_by(member(), rules(seats=4), CONTRIBUTION)
    tables.join(table.code, visitor, seen_agreement=1, client_seed="ab" * 16)
    tables.change_rules(table.code, table.host, rules(seats=4, hold_on="off"), fresh(table).seq)
    tables.agree(table.code, visitor, 2, "ef" * 16)
    assert list(Seat.objects.filter(table=table).order_by("number").values_list("client_seed", flat=True)) == [
        CONTRIBUTION, "ab" * 16,
    ]  # fmt: skip
