"""Posts of every kind against a model of what a game must make of them: legal, double, stale, forged, late (cases B).

The model is the setup and the log kept beside the site and played by the rules alone. After every post the log, the
summary in the database, the answer and the pages agree with it.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client, TestCase
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games import log
from games.models import Game, LogEntry, Player
from games.services import limits
from rules import core
from rules.whot.cards import PACKS
from tests.conftest import ON_SERVERS

from .factories import key, member, started
from .pages import browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]

PRESETS = ["000", "000W", "001", "002", "003"]
CLOCK = 120  # seconds a turn
SERVICE_WORDS = ["timeout", "timeout excused", "leave", "time_up", "abandon"]
NO_ACTIONS = ["", " ", "play", "play Z9", "play C5 call", "play C5 call circle last last", "DRAW", "draw draw",
              "pass me", "play C5; draw",
              "draw\n", "play  C5", "\u202edraw", "x" * 5000, "play W20 call nothing"]  # fmt: skip
NO_NUMBERS = ["", "-1", "1e0", "0x0", "٣", "1.0", " 1", "None", "9" * 10, "9" * 5000]
NO_KEYS = ["", "short", "a b c d e f", "k" * 49, "key-of-the-form\n", "ключ-ключ-ключ"]


class Posts(RuleBasedStateMachine):
    """One game of two to four people; `elsewhere` is another game of the same people."""

    @initialize(
        preset=st.sampled_from(["000", "000W", "001", "002", "003"]), seats=st.integers(2, 4), htmx=st.booleans()
    )
    def begin(self, preset: str, seats: int, htmx: bool) -> None:
        log.forget()
        self.headers = {"HX-Request": "true"} if htmx else {}
        self.ok = 200 if htmx else 302
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.people = [member() for _ in range(seats)]
        chosen: dict[str, Any] = {"preset": preset, "start": "full", "turn_clock": CLOCK, "game_clock": None}
        self.game = started(self.people, **chosen)
        self.elsewhere = started(self.people, **chosen)
        self.clients: list[Client] = [browser(person) for person in self.people]
        self.engine = log.rules_of(self.game).game
        self.state = log.deal(self.game, log.seed_of(self.game), self.game.first_seat).state
        self.entries: list[tuple[int | None, str]] = []
        self.used: list[tuple[int, str, int, str]] = []  # seat, action, seq and key of what was accepted

    def teardown(self) -> None:
        if hasattr(self, "undone"):
            transaction.set_rollback(True)
            self.undone.__exit__(None, None, None)

    # -- what the model knows

    @property
    def seq(self) -> int:
        return len(self.entries)

    def going(self) -> bool:
        return self.engine.outcome(self.state) is None

    def mover(self) -> int:
        seat = self.engine.to_act(self.state)
        assert seat is not None
        return seat

    def legal(self) -> list[str]:
        return [self.engine.format_action(action) for action in self.engine.legal_actions(self.state)]

    def entered(self, seat: int | None, text: str) -> None:
        self.state = core.act(self.engine, self.state, seat, text).state
        self.entries.append((seat, text))

    # -- what is posted

    def post(self, client: Client, action: str, seq: Any, form: str, part: str = "actions") -> HttpResponse:
        fields = {"action": action, "seen_seq": seq, "key": form}
        with TestCase.captureOnCommitCallbacks(execute=True):
            answer: Any = client.post(f"/games/{self.game.code}/{part}/", fields, headers=self.headers)
        return answer

    def refused(self, answer: HttpResponse, status: int) -> None:
        assert answer.status_code == status
        page = answer.content.decode()
        if status in (400, 409, 422):
            assert 'role="alert"' in page or 'id="notice"' in page, "it says why"
            assert f'data-seq="{self.seq}"' in page, "and shows the table as it stands"

    @precondition(going)
    @rule(pick=st.integers(0, 200))
    def a_legal_action(self, pick: int) -> None:
        texts, seat, form = self.legal(), self.mover(), key()
        text = texts[pick % len(texts)]
        answer = self.post(self.clients[seat], text, self.seq, form)
        self.used.append((seat, text, self.seq, form))
        self.entered(seat, text)
        assert answer.status_code == self.ok
        if self.ok == 200:
            assert f'data-seq="{self.seq}"' in answer.content.decode()

    @precondition(lambda self: self.used)
    @rule(pick=st.integers(0, 200))
    def the_same_post_again(self, pick: int) -> None:
        """Case B01: however late, the same key gives the same answer and changes nothing."""
        seat, text, seq, form = self.used[pick % len(self.used)]
        assert self.post(self.clients[seat], text, seq, form).status_code == self.ok

    @precondition(lambda self: self.used)
    @rule(pick=st.integers(0, 200), other=st.sampled_from(["draw", "play C5", "play T7 last"]))
    def another_action_under_a_key_that_was_used(self, pick: int, other: str) -> None:
        seat, _text, seq, form = self.used[pick % len(self.used)]
        assert self.post(self.clients[seat], other, seq, form).status_code == self.ok

    @precondition(lambda self: self.used and self.going())
    @rule(pick=st.integers(0, 200))
    def a_used_key_at_the_present_place(self, pick: int) -> None:
        """A legal action with a key of its own seat that was used already: the answer is what that one did."""
        own = [used for used in self.used if used[0] == self.mover()]
        if own:
            _seat, _text, _seq, form = own[pick % len(own)]
            assert self.post(self.clients[self.mover()], self.legal()[0], self.seq, form).status_code == self.ok

    @precondition(lambda self: self.used and self.going())
    @rule(pick=st.integers(0, 200))
    def a_key_that_somebody_else_used(self, pick: int) -> None:
        """Keys are each seat's own: knowing another's neither answers for him nor stops him."""
        others = [used for used in self.used if used[0] != self.mover()]
        if others:
            form, seat, text = others[pick % len(others)][3], self.mover(), self.legal()[0]
            if any(used[0] == seat and used[3] == form for used in self.used):
                return
            assert self.post(self.clients[seat], text, self.seq, form).status_code == self.ok
            self.used.append((seat, text, self.seq, form))
            self.entered(seat, text)

    @precondition(going)
    @rule()
    def a_key_of_another_game(self) -> None:
        form, other = key(), self.elsewhere
        before = Game.objects.get(pk=other.pk).seq
        LogEntry.objects.filter(game=other, key=form).delete()
        seat, text = self.mover(), self.legal()[0]
        assert self.post(self.clients[seat], text, self.seq, form).status_code == self.ok
        self.used.append((seat, text, self.seq, form))
        self.entered(seat, text)
        there = self.clients[seat].post(
            f"/games/{other.code}/actions/", {"action": "draw", "seen_seq": 10**6, "key": form}, headers=self.headers
        )
        assert there.status_code == 409, "a key of another game is no key of this one"
        assert Game.objects.get(pk=other.pk).seq == before

    @precondition(going)
    @rule(back=st.integers(1, 5), forward=st.booleans())
    def a_stale_post(self, back: int, forward: bool) -> None:
        seq = self.seq + back if forward else self.seq - back
        if seq >= 0:
            self.refused(self.post(self.clients[self.mover()], self.legal()[0], seq, key()), 409)

    @precondition(going)
    @rule(pick=st.integers(0, 5), text=st.sampled_from(["draw", "play C5", "play S2", "play W20 call star"]))
    def out_of_turn(self, pick: int, text: str) -> None:
        others = [seat for seat in range(len(self.people)) if seat != self.mover()]
        answer = self.post(self.clients[others[pick % len(others)]], text, self.seq, key())
        self.refused(answer, 422)

    @precondition(going)
    @rule(number=st.integers(0, 131))
    def a_card_that_is_not_held_or_does_not_fit(self, number: int) -> None:
        text = f"play {PACKS['whot132'][number % len(PACKS['whot132'])].code}"
        if text not in self.legal():
            self.refused(self.post(self.clients[self.mover()], text, self.seq, key()), 422)

    @precondition(going)
    @rule(text=st.sampled_from([*SERVICE_WORDS, *NO_ACTIONS]))
    def no_action_at_all(self, text: str) -> None:
        self.refused(self.post(self.clients[self.mover()], text, self.seq, key()), 400)

    @precondition(going)
    @rule(text=st.sampled_from(NO_NUMBERS))
    def a_place_in_the_log_that_is_none(self, text: str) -> None:
        self.refused(self.post(self.clients[self.mover()], self.legal()[0], text, key()), 400)

    @precondition(going)
    @rule(text=st.sampled_from(NO_KEYS))
    def a_key_that_is_none(self, text: str) -> None:
        self.refused(self.post(self.clients[self.mover()], self.legal()[0], self.seq, text), 400)

    @precondition(going)
    @rule()
    def somebody_who_does_not_play(self) -> None:  # case C14
        text = self.legal()[0]
        assert self.post(browser(member()), text, self.seq, key()).status_code == 403
        answer = self.post(browser(), text, self.seq, key())
        assert answer.status_code == (401 if self.headers else 302)

    @precondition(going)
    @rule(seconds=st.integers(0, 1))
    def within_the_grace(self, seconds: int) -> None:  # case D11
        self.let_run_out(seconds)
        seat, text, form = self.mover(), self.legal()[0], key()
        assert self.post(self.clients[seat], text, self.seq, form).status_code == self.ok
        self.used.append((seat, text, self.seq, form))
        self.entered(seat, text)

    @precondition(going)
    @rule(seconds=st.integers(4, 10_000))
    def too_late(self, seconds: int) -> None:  # cases B11, D12
        """The turn is over, whoever notices first: here the post does."""
        self.let_run_out(seconds)
        seat = self.mover()
        text = self.legal()[0]
        self.entered(seat, "timeout")
        answer = self.post(self.clients[seat], text, self.seq - 1, key())
        self.refused(answer, 409)

    def let_run_out(self, seconds: int) -> None:
        """As if the turn had begun so much earlier that its displayed end is so many seconds ago."""
        game = Game.objects.get(pk=self.game.pk)
        assert game.deadline is not None and game.turn_since is not None and game.due_at is not None
        back = game.deadline - log.database_now() + timedelta(seconds=seconds)
        Game.objects.filter(pk=game.pk).update(
            deadline=game.deadline - back, due_at=game.due_at - back, turn_since=game.turn_since - back
        )

    @precondition(going)
    @rule(pick=st.integers(0, 5))
    def leaving_without_being_sure(self, pick: int) -> None:
        client = self.clients[pick % len(self.clients)]
        with TestCase.captureOnCommitCallbacks(execute=True):
            answer = client.post(f"/games/{self.game.code}/leave/", {"sure": "no"}, headers=self.headers)
        self.refused(answer, 400)

    @precondition(lambda self: self.going() and self.seq > 8)
    @rule(pick=st.integers(0, 5), often=st.integers(1, 3))
    def leaving(self, pick: int, often: int) -> None:
        playing = list(self.engine.view(self.state, None).in_play)
        seat = playing[pick % len(playing)]
        for _time in range(often):
            with TestCase.captureOnCommitCallbacks(execute=True):
                answer = self.clients[seat].post(
                    f"/games/{self.game.code}/leave/", {"sure": "yes"}, headers=self.headers
                )
            assert answer.status_code == self.ok
        self.entered(seat, "leave")

    @precondition(lambda self: hasattr(self, "state") and not self.going())
    @rule(pick=st.integers(0, 5))
    def after_the_end(self, pick: int) -> None:
        self.refused(self.post(self.clients[pick % len(self.clients)], "draw", self.seq, key()), 409)

    @rule(method=st.sampled_from(["get", "head", "put", "patch", "delete"]), part=st.sampled_from(["actions", "leave"]))
    def not_a_post(self, method: str, part: str) -> None:
        answer = getattr(self.clients[0], method)(f"/games/{self.game.code}/{part}/")
        assert answer.status_code == 405

    # -- what must be so after each of them

    @invariant()
    def the_log_is_the_models(self) -> None:
        if not hasattr(self, "state"):
            return
        rows = LogEntry.objects.filter(game=self.game).order_by("seq").values_list("seq", "seat", "action")
        assert list(rows) == [(number, seat, text) for number, (seat, text) in enumerate(self.entries, 1)]

    @invariant()
    def the_summary_follows_from_it(self) -> None:
        if not hasattr(self, "state"):
            return
        game = Game.objects.get(pk=self.game.pk)
        outcome = self.engine.outcome(self.state)
        assert (game.seq, game.to_act) == (self.seq, self.engine.to_act(self.state))
        assert game.state == (Game.State.PLAYING if outcome is None else Game.State.OVER)
        assert game.end_reason == (None if outcome is None else outcome.reason)
        points = list(Player.objects.filter(game=game).order_by("seat").values_list("points", flat=True))
        assert points == ([None] * len(self.people) if outcome is None else list(outcome.points))
        if outcome is None:
            assert game.deadline is not None

    @invariant()
    def everybody_is_shown_that_place(self) -> None:
        if not hasattr(self, "state") or self.seq % 4:
            return
        for client in (*self.clients, browser()):
            assert f'data-seq="{self.seq}"' in client.get(f"/games/{self.game.code}/panel").content.decode()


def test_whatever_is_posted_a_game_makes_of_it_what_the_model_says() -> None:
    run_state_machine_as_test(
        Posts,
        settings=settings(
            max_examples=5 if ON_SERVERS else 12, stateful_step_count=25, deadline=None,
            suppress_health_check=list(HealthCheck), derandomize=True, database=None,
        ),
    )  # fmt: skip


def test_one_post_too_many_in_a_minute_is_refused_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check 60, through the page: with Retry-After, and the table as it stands."""
    monkeypatch.setattr(limits, "MOVES_A_MINUTE", 3)
    people = [member(), member()]
    game = started(people, preset="002")
    client, fields = browser(people[0]), {"action": "draw", "seen_seq": 99}
    # More than two minutes' worth: the minute may turn over meanwhile.
    answers = [client.post(f"/games/{game.code}/actions/", {**fields, "key": key()}) for _post in range(8)]
    many = [answer for answer in answers if answer.status_code == 429]
    assert answers[0].status_code == 409 and many
    assert all(1 <= int(answer["Retry-After"]) <= 60 and b'data-seq="0"' in answer.content for answer in many)
    assert LogEntry.objects.filter(game=game).count() == 0
