"""A random game played through the pages while everybody watches every outlet (check 26).

`Walk.leaks` names each token of a card that reached somebody it was hidden from. Cards are called by tokens while
`tests.games.planted.planted` lasts.
"""

import copy
import random
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.http import HttpResponse
from django.test import TestCase

from games import clocks, log, presenters, push, selectors
from games.models import Game
from games.services import play
from tests.games.factories import key, to_act

from .known import Knowledge, hands_of
from .outlets import (
    Address,
    Scene,
    Viewer,
    act_on,
    addresses,
    legal,
    logs,
    mails,
    posted,
    run_all_tasks,
    seed_of,
    tokens_in,
)

SECOND = timedelta(seconds=1)


class Walk:
    """Plays one game. `every`: moves between two looks through all addresses of the site; in between each viewer is
    pushed the table, and `eyes` of them ask for `few` of the addresses that name the game (None: all)."""

    def __init__(
        self,
        scene: Scene,
        chance: random.Random,
        *,
        every: int = 10,
        few: int | None = 1,
        eyes: int | None = None,
        house: float = 0.08,
    ) -> None:
        self.scene, self.chance, self.every, self.few, self.house = scene, chance, every, few, house
        self.eyes = len(scene.viewers) if eyes is None else eyes
        self.known = Knowledge(len(scene.people), scene.game.table.game)
        self.found: list[str] = []
        self.seed = seed_of(scene.game)
        self.addresses = addresses()
        self.outlets: set[str] = set()  # kinds of outlet that were looked through

    def leaks(self, steps: int) -> list[str]:
        """Every leak of so many steps; the walk ends with the game."""
        with logs() as lines:
            for step in range(steps):
                if self.scene.again().state != Game.State.PLAYING:
                    break
                self.known.learn(self.scene.game)
                everywhere = step % self.every == self.every - 1
                self.look(everywhere)
                if everywhere:
                    self.post_everywhere()
                self.refusals()
                self.step()
                self.writings(lines)
        return self.found

    def skip(self, moves: int) -> None:
        """Plays on without looking, and without ending the game."""
        for _move in range(moves):
            game = self.scene.again()
            self.known.learn(game)
            texts = self.chance.sample(legal(game), len(legal(game)))
            sooner = [text for text in texts if "last" not in text] or texts
            with TestCase.captureOnCommitCallbacks(execute=True):
                play.act(
                    game.code,
                    to_act(game),
                    "draw" if "draw" in texts and self.chance.random() < 0.3 else sooner[0],
                    game.seq,
                    key(),
                )
            if self.scene.again().state != Game.State.PLAYING:
                raise AssertionError("the game ended too soon; choose another deal")

    # -- looking

    def check(self, viewer: str, seat: int | None, outlet: str, data: str, also: str = "") -> None:
        """`also`: a card that the viewer itself has just named."""
        self.outlets.add(outlet.split(" ")[0])
        seen = tokens_in(data) & self.known.hidden_from(seat) - {also}
        self.found += [f"{outlet} to {viewer} at {self.scene.game.seq}: {token}" for token in sorted(seen)]
        if self.seed in data or self.scene.game.sealed_seed in data:
            self.found.append(f"{outlet} to {viewer} at {self.scene.game.seq}: the seed")

    def look(self, everywhere: bool) -> None:
        looking = self.scene.viewers if everywhere else self.chance.sample(self.scene.viewers, self.eyes)
        for viewer in self.scene.viewers:
            for address in self._addresses_for(viewer, everywhere) if viewer in looking else ():
                self.check(viewer.name, viewer.seat, f"page {address.name}", self.scene.get(viewer, address))
            self.check(viewer.name, viewer.seat, "push", self._pushed(viewer))

    def post_everywhere(self, beginning: str = "") -> None:
        """Every form about the game or its table whose name begins so, sent by everybody and undone again."""
        game, chance = self.scene.game, self.chance
        known, action = self.known, chance.choice(legal(game))
        fields = {"action": action, "seen_seq": game.seq, "sure": "yes", "shared": "yes", "game": game.code}
        for viewer in self.scene.viewers:
            for address in self.addresses:
                if not (address.of_a_game or address.of_a_table) or not address.name.startswith(beginning):
                    continue
                with transaction.atomic():
                    answer = self.scene.post(viewer, address, {**fields, "key": key()}, chance.random() < 0.5)
                    if self.scene.again().state == Game.State.PLAYING:
                        self.known = copy.deepcopy(known)  # a card that was drawn is in the market again
                        self.known.learn(self.scene.game)
                        # Whoever names a card knows its name.
                        named = next(iter(tokens_in(action)), "")
                        said = self.scene.said(answer)
                        self.check(viewer.name, viewer.seat, f"form {address.name}", said, named)
                    transaction.set_rollback(True)
                self.known = known
                self.scene.again()
                log.forget()

    def _addresses_for(self, viewer: Viewer, everywhere: bool) -> Sequence[Address]:
        mine = [address for address in self.addresses if viewer.name == "staff" or not address.of_the_control]
        if everywhere:
            return mine
        of_the_game = [address for address in mine if address.of_a_game]
        return of_the_game if self.few is None else self.chance.sample(of_the_game, min(self.few, len(of_the_game)))

    def _pushed(self, viewer: Viewer) -> str:
        """What a socket would be sent now (tests/leaks/test_sockets.py opens real ones)."""
        seen = selectors.game_for(self.scene.game.code, viewer.person)
        return presenters.panel(seen, viewer.person, self.scene.game.started_at)

    def writings(self, lines: list[str]) -> None:
        """Mails and lines of the log since the last look. A line of the log may name no hidden card, whoever reads
        it; nor may it hold a hand, in whatever form."""
        self.known.learn(self.scene.again())
        if self.scene.game.state != Game.State.PLAYING:
            return
        for to, text in mails():
            seats = [seat for seat, person in enumerate(self.scene.people) if person.email == to]
            self.check(f"<{to}>", seats[0] if seats else None, "mail", text)
        written, lines[:] = list(lines), []
        for line in written:
            self.check("the log", None, f"log {line[:100]!r}", line)

    # -- doing

    def refusals(self) -> None:
        """Posts that change nothing: out of turn, stale, a card not held, unreadable, of people who don't play."""
        game, chance = self.scene.game, self.chance
        assert game.to_act is not None
        mover = self.scene.viewers[game.to_act]
        other = self.scene.viewers[(game.to_act + 1) % len(self.scene.people)]
        stranger = next(viewer for viewer in self.scene.viewers if viewer.name == "stranger")
        card = chance.choice(sorted(self.known.tokens))
        tries: list[tuple[Viewer, str, int]] = [
            (mover, f"play {card}", game.seq + 1),
            (other, f"play {card}", game.seq),
            (stranger, f"play {card}", game.seq),
            (mover, "show everything", game.seq),
            (mover, chance.choice(["timeout", "leave", "time_up", "abandon"]), game.seq),
        ]
        if card not in hands_of(game)[game.to_act]:
            tries.append((mover, f"play {card}", game.seq))
        for viewer, action, seq in chance.sample(tries, 3):
            answer = act_on(self.scene, viewer, action, seq, htmx=chance.random() < 0.5)
            assert answer.status_code in (400, 403, 409, 422), (action, answer.status_code)
            self._answered(viewer, answer, card)
        assert self.scene.again().seq == game.seq, "a refusal changed the game"

    def step(self) -> None:
        """One entry more in the log: mostly a move, now and then somebody leaves or runs out of time."""
        game, chance = self.scene.game, self.chance
        assert game.to_act is not None
        playing = [player.seat for player in game.players.all() if not player.out]
        drawn = chance.random()
        if drawn < self.house / 2 and len(playing) > 2:
            leaver = self.scene.viewers[chance.choice(playing)]
            answer = posted(leaver.client, f"/games/{game.code}/leave/", {"sure": "yes"})
            self._answered(leaver, answer)
        elif drawn < self.house and game.deadline is not None:
            with TestCase.captureOnCommitCallbacks(execute=True):
                play.end_overdue(game.code, game.deadline + clocks.grace_of(game) + SECOND)
        else:
            mover = self.scene.viewers[game.to_act]
            answer = act_on(self.scene, mover, chance.choice(legal(game)), game.seq, htmx=chance.random() < 0.5)
            assert answer.status_code in (200, 302), answer.status_code
            self._answered(mover, answer)
        if chance.random() < 0.2:
            run_all_tasks()
        with TestCase.captureOnCommitCallbacks(execute=True):
            push.game_changed(game.code, game.seq)

    def _answered(self, viewer: Viewer, answer: HttpResponse, also: str = "") -> None:
        self.known.learn(self.scene.again())
        if self.scene.game.state == Game.State.PLAYING:
            outlet = f"answer {answer.status_code}"
            self.check(viewer.name, viewer.seat, outlet, self.scene.said(answer), also)
