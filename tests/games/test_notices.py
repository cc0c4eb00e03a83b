"""What one is told on the muster, until it is understood, done or old."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games import push, selectors
from games.errors import NotFound
from games.models import Notice
from games.services import notices, tables
from games.tasks import forget_old_notices

from .factories import member, opened, rules, seated

pytestmark = pytest.mark.django_db


def test_a_notice_is_dismissed_by_its_own_reader_alone() -> None:
    table = seated(opened(seats=4), member())
    tables.close(table.code, table.host)
    notice = Notice.objects.get()
    with pytest.raises(NotFound):
        notices.dismiss(member(), notice.pk)
    notices.dismiss(notice.user, notice.pk)
    assert selectors.muster(notice.user).notices == ()


def unseen(user: User) -> list[str]:
    return [notice.kind for notice in selectors.muster(user).notices]


def test_what_was_dismissed_counts_as_seen_at_that_moment_and_stays_so() -> None:
    table = seated(opened(seats=4), member())
    tables.close(table.code, table.host)
    notice = Notice.objects.get()
    notices.dismiss(notice.user, notice.pk)
    seen = Notice.objects.get().seen_at
    assert seen is not None
    notices.dismiss(notice.user, notice.pk)
    assert Notice.objects.get().seen_at == seen


def test_the_other_windows_of_the_reader_are_told(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    sent: list[tuple[str, dict[str, object]]] = []
    table = seated(opened(seats=4), member())
    tables.close(table.code, table.host)
    notice = Notice.objects.get()
    monkeypatch.setattr(push, "_send", sent.extend)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        notices.dismiss(notice.user, notice.pk)
    assert [group for group, _message in sent] == [f"muster.{notice.user_id}"]


def test_rules_that_change_three_times_are_one_notice_and_none_once_agreed() -> None:
    visitor = member()
    table = seated(opened(seats=4), visitor)
    for hold_on in ("off", "next_only", "off"):
        table = tables.change_rules(table.code, table.host, rules(seats=4, hold_on=hold_on), table.seq)
    assert unseen(visitor) == ["rules_changed"]
    tables.agree(table.code, visitor, table.agreement)
    assert unseen(visitor) == []
    table.refresh_from_db()
    tables.change_rules(table.code, table.host, rules(seats=4, hold_on="next_only"), table.seq)
    assert unseen(visitor) == ["rules_changed"], "a new change is a new notice"


def test_after_thirty_days_a_notice_is_gone_seen_or_not_and_no_younger_one() -> None:
    table, reader, now = opened(seats=4), member(), timezone.now()
    days = {kind: timedelta(days=d) for kind, d in [("table_waits", 31), ("table_expired", 29), ("now_host", 31)]}
    for kind, age in days.items():
        seen = now - age if kind == "now_host" else None
        Notice.objects.create(user=reader, kind=kind, table=table, at=now - age, seen_at=seen)
    assert notices.forget_old(now) == 2
    assert notices.forget_old(now) == 0
    assert list(Notice.objects.values_list("kind", flat=True)) == ["table_expired"]


def test_the_schedule_forgets_old_notices() -> None:
    Notice.objects.create(
        user=member(), kind="table_waits", table=opened(seats=4), at=timezone.now() - timedelta(days=40)
    )
    tasks = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert forget_old_notices.name in tasks
    forget_old_notices()
    assert not Notice.objects.exists()
