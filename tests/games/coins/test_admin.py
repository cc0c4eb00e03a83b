"""What staff can do about coins, and what they can't (E5.5, checks 67 and 69)."""

from datetime import timedelta

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import log
from games.coins import selectors
from games.coins.models import GameCoins, StaffGrant
from games.services import play

from .purses import balances, check_ledger, confirmed, purse, rich, staked

pytestmark = pytest.mark.django_db


def of_staff(name: str) -> Client:
    person = confirmed(name)
    person.is_staff = person.is_superuser = True
    person.save()
    TOTP.activate(person, generate_totp_secret())
    client = Client()
    client.force_login(person)
    return client


@pytest.mark.parametrize("model", ["account", "transaction", "hold", "dailysums", "gamecoins"])
def test_staff_look_at_the_ledger_and_change_nothing(model: str) -> None:
    staff = of_staff("one")
    people = [rich(), rich()]
    play.leave(staked(people).code, people[0])
    staked(people)
    assert staff.get(reverse(f"admin:coins_{model}_changelist")).status_code == 200
    assert staff.get(reverse(f"admin:coins_{model}_add")).status_code == 403


def test_a_grant_above_the_limit_waits_for_a_second_person() -> None:
    """E5.5."""
    one, two, person = of_staff("one"), of_staff("two"), rich(coins=1_000)
    add = reverse("admin:coins_staffgrant_add")
    assert one.post(add, {"person": person.username, "amount": 500, "reason": "a fault"}).status_code == 302
    assert purse(person).balance == 1_500
    assert one.post(add, {"person": person.username, "amount": 10_001, "reason": "a big fault"}).status_code == 302
    grant = StaffGrant.objects.latest("pk")
    approve = {"action": "approve", "_selected_action": [grant.pk]}
    assert grant.transaction is None
    one.post(reverse("admin:coins_staffgrant_changelist"), approve)
    assert purse(person).balance == 1_500
    two.post(reverse("admin:coins_staffgrant_changelist"), approve)
    assert purse(person).balance == 11_501
    check_ledger()


def test_nobody_of_staff_gives_coins_to_themselves_or_to_nobody() -> None:
    one = of_staff("one")
    own = str(StaffGrant._meta.get_field("asked_by").related_model.objects.get(display_name="one").username)
    add = reverse("admin:coins_staffgrant_add")
    answer = one.post(add, {"person": own, "amount": 500, "reason": "me"}, follow=True)
    assert "Nobody gives coins to themselves" in answer.content.decode()
    answer = one.post(add, {"person": "nobody.at.all", "amount": 500, "reason": "?"})
    assert "There is no member of this name." in answer.content.decode()
    assert not StaffGrant.objects.exists()


def test_the_coins_of_a_frozen_game_are_returned_by_hand_and_of_no_other() -> None:
    staff, people = of_staff("one"), [rich(), rich()]
    frozen, running = staked(people), staked(people)
    log.freeze(frozen.code)
    chosen = [coins.pk for coins in GameCoins.objects.filter(game__in=[frozen, running])]
    staff.post(reverse("admin:coins_gamecoins_changelist"), {"action": "give_back", "_selected_action": chosen})
    assert balances(*people) == [750, 750]
    check_ledger()


def test_pairs_of_whom_one_keeps_losing_to_the_other_are_listed() -> None:
    """Two accounts of one person: all goes one way; two who play each other for fun: it goes both ways."""
    giver, taker, ada, bola = (rich(name, 5_000) for name in ("Giver", "Taker", "Ada", "Bola"))
    for turn in range(6):
        play.leave(staked([giver, taker], 100).code, giver)
        play.leave(staked([ada, bola], 100).code, (ada, bola)[turn % 2])
    found = selectors.one_way(timezone.now() - timedelta(days=30))
    assert [(flow.payer, flow.winner, flow.coins, flow.back, flow.games) for flow in found] == [
        (giver.pk, taker.pk, 600, 0, 6)
    ]
    text = of_staff("one").get(reverse("admin:coins_account_flows")).content.decode()
    assert "Giver" in text and "Taker" in text and "Bola" not in text
