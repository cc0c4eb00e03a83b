"""What the end of a game brings: experience (E3) and feat points (E2), once, in the transaction that ends it."""

from datetime import UTC, date, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import closing, merging
from accounts.exporting import export_of
from accounts.models import User
from games import log
from games.errors import BadRequest, Forbidden
from games.models import Game, Player
from games.road import selectors, services, tasks
from games.road.models import Career, Entry
from games.services import entering, play, undoing
from tests.games.factories import computer_game, guest, legal, log_of, member, played_out, rules, started, to_act
from tests.games.pages import browser, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]


def experience(person: User) -> int:
    return selectors.career_of(person).experience


def has(person: User, **sums: int) -> None:
    """As if earlier games had brought so much."""
    Career.objects.update_or_create(user=person, defaults=sums)


def by_place(game: Game) -> dict[int, list[User]]:
    found: dict[int, list[User]] = {}
    for player in Player.objects.filter(game=game).select_related("user"):
        assert player.place is not None and player.user is not None
        found.setdefault(player.place, []).append(player.user)
    return found


def locked(game: Game) -> Game:
    found = log.lock(game.code)
    assert found is not None
    return found


def feats(game: Game, multiplier: int, places: list[int]) -> list[Any]:
    """What four people's lines say after the game counted as a Wild one: amount and balance by place."""
    with transaction.atomic():
        services.count_feats(locked(game), multiplier, places, timezone.now())
    lines = {line.place: line for line in Entry.objects.filter(game=game, kind=Entry.Kind.FEAT)}
    return [(lines[place].amount, lines[place].balance) for place in range(1, 5)]


def four() -> tuple[list[User], Game]:
    people = [member(name) for name in ("Ada", "Bola", "Chidi", "Dayo")]
    return people, played_out(started(people, preset="000"))


# -- experience ----------------------------------------------------------------------------------------------


def test_e3_everybody_who_finished_has_experience_by_place() -> None:
    game = played_out(started([member("Ada"), member("Bola"), member("Chidi")], preset="001"))
    for place, people in by_place(game).items():
        assert {experience(person) for person in people} == {{1: 20, 2: 15, 3: 10}[place]}


def test_e3_against_computers_it_is_half_rounded_down() -> None:
    person = member()
    game = log_of(computer_game(person, rules(seats=2)))
    while game.state == Game.State.PLAYING:
        with transaction.atomic():
            held = locked(game)
            assert held.to_act is not None
            engine = log.rules_of(held).game
            action = engine.format_action(engine.legal_actions(log.load(held))[0])
            entering.enter(held, held.to_act, action, by="bot", now=timezone.now())
        game = log_of(game.table)
    place = Player.objects.get(game=game, user=person).place
    assert experience(person) == {1: 10, 2: 7}[place or 0]


def test_e3_a_game_left_early_brings_nothing_to_who_left() -> None:
    people = [member("Ada"), member("Bola"), member("Chidi")]
    game = started(people)
    play.leave(game.code, people[0])
    played_out(log_of(game.table))
    assert experience(people[0]) == 0
    assert all(experience(person) > 0 for person in people[1:])


def test_e3_who_missed_out_has_left_too() -> None:  # W8.2
    people = [member("Ada"), member("Bola"), member("Chidi")]
    game = started(people, turn_clock=60)
    missing = to_act(game)
    while game.state == Game.State.PLAYING:
        if to_act(game) == missing:
            assert game.due_at is not None
            assert play.end_overdue(game.code, game.due_at + timedelta(seconds=1))
        else:
            with transaction.atomic():
                entering.enter(locked(game), game.to_act, last_of(legal(game)), by="player", now=game.turn_since)
        game = log_of(game.table)
    assert {person.pk for person in people if experience(person) == 0} == {missing.pk}


def last_of(texts: list[str]) -> str:
    """The first thing that may be done, "last card" said with it."""
    return f"{texts[0]} last" if f"{texts[0]} last" in texts else texts[0]


def test_e3_an_abandoned_game_brings_nothing() -> None:  # W7.5
    people = [member("Ada"), member("Bola")]
    game = started(people)
    with transaction.atomic():
        held = locked(game)
        log.append(held, None, "abandon", by="house", now=timezone.now())
        entering.after_the_end(held, timezone.now())
    assert [experience(person) for person in people] == [0, 0]


def test_e3_house_rules_and_other_games_are_no_classic_games() -> None:
    people = [member("Ada"), member("Bola")]
    played_out(started(people, hold_on="off"))
    played_out(started(people, game="go_stop", preset="004"))
    assert [experience(person) for person in people] == [0, 0]
    played_out(started(people))
    assert all(experience(person) >= 15 for person in people)


def test_e3_a_utc_day_brings_two_hundred_at_most_and_says_so() -> None:
    people = [member("Ada"), member("Bola")]
    game = played_out(started(people))
    today = datetime.now(UTC).date()
    for person in people:
        career = Career.objects.get(user=person)
        more = 195 - career.experience
        Entry.objects.create(
            user=person, kind=Entry.Kind.FROM_GUEST, amount=more, balance=195, day=today, at=timezone.now()
        )
        Career.objects.filter(user=person).update(experience=195)
    game = played_out(started(people))
    for person in people:
        told = selectors.brought(game, person)
        assert told is not None and (told.experience, told.day_full, experience(person)) == (5, True, 200)
    game = played_out(started(people))
    told = selectors.brought(game, people[0])
    assert told is not None and (told.experience, told.day_full) == (0, True)


def test_e3_the_next_day_counts_anew() -> None:
    person = member()
    day = date(2026, 3, 1)
    at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    has(person, experience=200)
    Entry.objects.create(user=person, kind=Entry.Kind.FROM_GUEST, amount=200, balance=200, day=day, at=at)
    room = services.room({person.pk: Career(user=person)}, datetime(2026, 3, 1, 23, 59, 59, tzinfo=UTC))
    assert room == {person.pk: 0}
    room = services.room({person.pk: Career(user=person)}, datetime(2026, 3, 2, 0, 0, tzinfo=UTC))
    assert room == {person.pk: 200}


def test_a_level_reached_is_told_at_the_game_that_reached_it() -> None:
    people = [member("Ada"), member("Bola")]
    for person in people:
        has(person, experience=99)
    game = played_out(started(people))
    told = selectors.brought(game, people[0])
    assert told is not None and told.level == 2


# -- feat points ---------------------------------------------------------------------------------------------


def test_e2_1_e2_2_only_the_first_gains_the_third_and_fourth_lose_and_nobody_falls_below_none() -> None:
    people, game = four()
    assert feats(game, 2, [0, 1, 2, 3]) == [(8, 8), (0, 0), (0, 0), (0, 0)]
    assert selectors.career_of(people[0]).feat == 8


def test_e2_2_a_loss_costs_one_more_for_each_rank() -> None:
    people, game = four()
    for person, feat in zip(people, (0, 500, 240, 1800), strict=True):
        has(person, feat=feat, best_rank=9)
    assert feats(game, 2, [0, 1, 2, 3]) == [(8, 8), (0, 500), (-4, 236), (-10, 1790)]


@pytest.mark.parametrize(
    ("multiplier", "feat", "gain"),
    [(2, 1800, 8), (4, 0, 9), (8, 0, 10), (20, 0, 11), (40, 0, 12), (80, 0, 13), (80, 1800, 15), (20, 1440, 12)],
)
def test_e2_1_a_win_at_a_higher_multiplier_brings_up_to_seven_more_by_rank(
    multiplier: int, feat: int, gain: int
) -> None:
    people, game = four()
    has(people[2], feat=feat, best_rank=9)
    assert feats(game, multiplier, [2, 1, 0, 3])[0] == (gain, feat + gain)


def test_e2_3_a_rank_follows_up_and_down_and_what_was_unlocked_stays() -> None:
    people, game = four()
    has(people[0], feat=35)
    feats(game, 2, [0, 1, 2, 3])
    told = selectors.brought(game, people[0])
    assert told is not None and told.promoted and (str(told.rank_before), str(told.rank)) == ("Recruit", "Private")
    assert [str(reward.name) for reward in told.unlocked] == ["Cowries", "Market runner"]
    Career.objects.filter(user=people[0]).update(feat=40)
    services.wear(people[0], {"back": "1"})
    again = played_out(started(people, preset="000"))
    feats(again, 2, [1, 2, 0, 3])
    career = selectors.career_of(people[0])
    assert (career.feat, selectors.on_road(career).rank, career.best_rank, career.back) == (38, 0, 1, 1)
    told = selectors.brought(again, people[0])
    assert told is not None and not told.promoted and str(told.rank) == "Recruit"


def test_feat_points_of_one_game_are_counted_once() -> None:
    people, game = four()
    feats(game, 2, [0, 1, 2, 3])
    with pytest.raises(IntegrityError), transaction.atomic():
        services.count_feats(locked(game), 2, [0, 1, 2, 3], timezone.now())
    assert selectors.career_of(people[0]).feat == 8


def test_w7_5_a_result_taken_back_takes_its_feat_points_back_once_and_leaves_experience() -> None:
    people, game = four()
    for person, feat in zip(people, (36, 0, 100, 0), strict=True):
        Career.objects.filter(user=person).update(feat=feat)
    feats(game, 2, [0, 1, 2, 3])
    before = [experience(person) for person in people]
    assert undoing.void(game.code) and not undoing.void(game.code)
    assert [selectors.career_of(person).feat for person in people] == [36, 0, 100, 0]
    assert selectors.career_of(people[0]).best_rank == 1, "rewards once unlocked stay (E2.3)"
    assert [experience(person) for person in people] == before, "experience never falls (E3)"
    told = selectors.brought(game, people[2])
    assert told is not None and told.feat_back == 2
    with transaction.atomic():
        services.take_back(locked(game))
    assert selectors.career_of(people[0]).feat == 36


# -- what is worn --------------------------------------------------------------------------------------------


def test_only_what_is_unlocked_can_be_put_on() -> None:
    person = member()
    with pytest.raises(Forbidden, match="not unlocked"):
        services.wear(person, {"back": "1"})
    with pytest.raises(BadRequest, match="no such reward"):
        services.wear(person, {"back": "2"})
    with pytest.raises(BadRequest, match="no such reward"):
        services.wear(person, {"title": "٣"})
    assert services.wear(person, {"cloth": "0", "title": "0"}).cloth == 0
    assert services.wear(person, {"title": "0"}).cloth is None
    with pytest.raises(IntegrityError), transaction.atomic():
        Career.objects.filter(user=person).update(back=9)


# -- people --------------------------------------------------------------------------------------------------


def test_a_guest_who_becomes_somebody_brings_experience_up_to_the_limit_of_each_day() -> None:
    visitor, other = guest(), member()
    game = played_out(started([visitor, other]))
    had = experience(visitor)
    account = member("Ada")
    at, today = timezone.now(), timezone.now().astimezone(UTC).date()
    has(account, experience=190)
    Entry.objects.create(user=account, kind=Entry.Kind.FROM_GUEST, amount=190, balance=190, day=today, at=at)
    merging.merge(visitor, account)
    assert had >= 15 and experience(account) == 200 and experience(visitor) == 0
    line = Entry.objects.filter(user=account).latest("pk")
    assert (line.kind, line.amount, line.game) == (Entry.Kind.FROM_GUEST, 10, None)
    assert Entry.objects.filter(game=game).count() == 2
    merging.merge(visitor, account)
    assert experience(account) == 200


def test_a_closed_account_leaves_no_career() -> None:
    person, other = member(), member()
    played_out(started([person, other]))
    closing.close_account(person)
    assert not Career.objects.filter(user=person).exists() and not Entry.objects.filter(user=person).exists()
    assert experience(other) > 0


def test_the_export_has_ones_own_lines_and_no_others(django_assert_num_queries: Any) -> None:
    person, other = member(), member()
    game = played_out(started([person, other]))
    with django_assert_num_queries(2):
        told = selectors.own_road(person)
    assert told == export_of(person)["road"]
    assert [(line["what"], line["game"], line["amount"]) for line in told["lines"]] == [
        ("experience", game.code, experience(person))
    ]
    assert export_of(member())["road"]["lines"] == []


# -- the sums ------------------------------------------------------------------------------------------------


def check() -> str:
    out = StringIO()
    call_command("rebuild_road", "--check", stdout=out, stderr=out)
    return out.getvalue()


def test_the_sums_can_be_rebuilt_from_the_journal() -> None:
    people = [member(name) for name in ("Ada", "Bola", "Chidi", "Dayo")]
    for multiplier in (2, 8, 80):
        feats(played_out(started(people, preset="000")), multiplier, [3, 1, 2, 0])
    assert "4 careers are what their games give" in check()
    Career.objects.filter(user=people[3]).update(feat=1, experience=7)
    with pytest.raises(CommandError, match="1 of 4 careers"):
        check()
    call_command("rebuild_road", stdout=StringIO())
    assert selectors.career_of(people[3]).feat == 8 + 10 + 13
    check()


@pytest.mark.parametrize("change", [{"amount": 19}, {"balance": 3}, {"place": 4}, {"cut": True}])
def test_a_line_that_its_game_does_not_give_is_found(change: dict[str, Any]) -> None:
    people = [member("Ada"), member("Bola")]
    game = played_out(started(people))
    winner = Player.objects.get(game=game, place=1).user
    Entry.objects.filter(user=winner).update(**change)
    if change == {"cut": True}:
        check()  # only what is told of it differs
        return
    with pytest.raises(CommandError):
        check()


def test_each_night_staff_hear_of_a_career_that_its_games_do_not_give(settings: Any) -> None:
    settings.ADMINS = [("Staff", "staff@example.org")]
    people = [member(name) for name in ("Ada", "Bola", "Chidi", "Dayo")]
    feats(played_out(started(people, preset="000")), 2, [0, 1, 2, 3])
    tasks.check()
    assert mail.outbox == []
    Career.objects.filter(user=people[1]).update(feat=5)
    tasks.check()
    assert f"career of person {people[1].pk}: feat" in mail.outbox[0].body and "rebuild_road" in mail.outbox[0].body
    assert {"games.road.tasks.check", "games.coins.tasks.check_ledger"} <= {
        entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()
    }


def test_counting_takes_as_many_queries_for_six_as_for_two(django_assert_num_queries: Any) -> None:
    for seats in (2, 6):
        game = played_out(started([member() for _seat in range(seats)]))
        Entry.objects.all().delete()
        with transaction.atomic():
            held = locked(game)
            with django_assert_num_queries(4):  # careers, the day, lines, sums
                services.count_experience(held, timezone.now())


def test_e3_experience_stands_at_the_end_of_a_game_with_the_level_it_reached() -> None:
    people = [member("Ada"), member("Bola")]
    for person in people:
        has(person, experience=99)
    game = played_out(started(people))
    winner = by_place(game)[1][0]
    page = text(browser(winner).get(f"/games/{game.code}/"))
    assert "20 experience, 119 in all." in page and "You reach level 2." in page and "feat point" not in page
    house = played_out(started(people, hold_on="off"))
    assert "brought you" not in text(browser(winner).get(f"/games/{house.code}/"))
