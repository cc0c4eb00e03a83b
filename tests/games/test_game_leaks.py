"""No byte of the game screen names a card that its viewer may not know (checks 26, 27; cases C01 to C07)."""

import dataclasses
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.test import Client, TestCase
from django.utils import timezone

from accounts.models import User
from games import errors, log, presenters, selectors
from games.models import Game
from games.services import play
from rules.whot import game as whot
from rules.whot.cards import PACKS, cards_in
from rules.whot.state import State

from .factories import key, member, started, to_act
from .pages import browser
from .planted import TOKENS, planted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]

KINDS = [("000", 3), ("000W", 4), ("001", 4), ("002", 3), ("003", 6)]
PAGES_EVERY = 12  # moves; in between what is pushed is looked at alone
Certain = Callable[[int], None]


def tokens_in(data: str) -> set[str]:
    return set(re.findall(r"zk\d\dq", data)) & TOKENS


def put_back(game: Game) -> set[str]:
    """Cards that were turned up and put under the market before the game began: everybody saw them (W2.4)."""
    dealt = log.replay(game).told[0].events
    return {code for event in dealt if event.name == "put_back" for code in event.cards}


class Knowledge:
    """What each seat, and everybody (None), has been shown by right, kept from the states themselves."""

    def __init__(self, seats: int) -> None:
        self.public: set[str] = set()
        self.own: dict[int, set[str]] = {seat: set() for seat in range(seats)}

    def learn(self, game: Game) -> None:
        state: State = log.load(game)
        self.public |= put_back(game) | {state.top.code, *(card.code for card in cards_in(state.pile))}
        for seat, hand in enumerate(state.hands):
            self.own[seat] |= {card.code for card in cards_in(hand)}

    def hidden_from(self, seat: int | None) -> set[str]:
        return TOKENS - self.public - (set() if seat is None else self.own[seat])


def fragments(code: str, person: User | None) -> str:
    """What the socket pushes and the poll answers, and every line of the log, without the way there."""
    seen = selectors.game_for(code, person)
    lines = presenters.whole_log(seen, log.replay(seen.game), now=timezone.now())
    return presenters.panel(seen, person, timezone.now()) + repr(lines)


def everything_sent(client: Client, code: str) -> str:
    """All that a viewer can ask for."""
    answers = [client.get(f"/games/{code}/{part}") for part in ("", "panel", "log/")]
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    return "".join(answer.content.decode() + str(answer.headers) for answer in answers)


def posted(client: Client, game: Game, action: str, seq: int, htmx: bool) -> str:
    fields: dict[str, Any] = {"action": action, "seen_seq": seq, "key": key()}
    headers = {"HX-Request": "true"} if htmx else {}
    with TestCase.captureOnCommitCallbacks(execute=True):
        answer = client.post(f"/games/{game.code}/actions/", fields, headers=headers)
    return answer.content.decode() + str(answer.headers)


def leaks(game: Game, people: Sequence[User], steps: int, chance: random.Random) -> list[str]:
    """Plays on at random through the pages and tells of every token that reached a viewer it was hidden from."""
    stranger = member()
    viewers: list[tuple[str, int | None, User | None, Client]] = [
        (f"seat {seat}", seat, person, browser(person)) for seat, person in enumerate(people)
    ]
    viewers += [("an onlooker", None, stranger, browser(stranger)), ("nobody signed in", None, None, browser())]
    known, found = Knowledge(len(people)), []
    for step in range(steps):
        game = Game.objects.select_related("table").get(pk=game.pk)
        state = log.load(game)
        known.learn(game)
        if game.state != Game.State.PLAYING:
            break
        sent = {name: fragments(game.code, person) for name, _seat, person, _client in viewers}
        mover = people.index(to_act(game))
        if step % PAGES_EVERY == 1:
            for name, _seat, _person, client in viewers:
                sent[name] += everything_sent(client, game.code)
            # The answers to posts: stale, out of turn, a card not held, then a move that counts.
            other = (mover + 1) % len(people)
            any_card = chance.choice(PACKS["whot132"]).code
            sent[f"seat {other}"] += posted(viewers[other][3], game, f"play {any_card}", game.seq, htmx=True).replace(
                any_card, ""
            )
            sent[f"seat {mover}"] += posted(viewers[mover][3], game, "draw", game.seq + 1, htmx=True)
        for name, seat, _person, _client in viewers:
            found += [f"{name} at {game.seq}: {token}" for token in tokens_in(sent[name]) & known.hidden_from(seat)]
        action = chance.choice(log.rules_of(game).game.legal_actions(state)).text
        answer = posted(viewers[mover][3], game, action, game.seq, htmx=chance.random() < 0.5)
        game.refresh_from_db()
        known.learn(game)
        if game.state == Game.State.PLAYING:
            found += [f"the answer to seat {mover}: {token}" for token in tokens_in(answer) & known.hidden_from(mover)]
    return found


@pytest.mark.parametrize(("preset", "seats"), KINDS)
def test_no_card_reaches_a_viewer_that_may_not_know_it(preset: str, seats: int, certain_deals: Certain) -> None:
    with planted():
        certain_deals(seats)
        people = [member() for _ in range(seats)]
        game = started(people, preset=preset, start="full")
        assert leaks(game, people, 48, random.Random(preset)) == []


def leaking_view(state: State, seat: int | None) -> Any:
    """A view gone wrong, kept so that the test above is known to notice: it shows the hand of the seat to act."""
    seen = HONEST_VIEW(state, seat)
    return dataclasses.replace(seen, hand=tuple(card.code for card in cards_in(state.hands[state.turn])))


HONEST_VIEW = whot.view_of


def test_a_view_that_leaks_is_noticed(certain_deals: Certain, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whot, "view_of", leaking_view)
    with planted():
        certain_deals(1)
        people = [member() for _ in range(3)]
        assert leaks(started(people, preset="000", start="full"), people, 4, random.Random(1))


def test_telling_secrets_to_everybody_is_noticed(certain_deals: Certain, monkeypatch: pytest.MonkeyPatch) -> None:
    from games import narration

    def careless(rules: Any, events: Any, viewer: Any, names: Any) -> str:
        return " ".join(code for event in events for code in event.cards)

    monkeypatch.setattr(narration, "told", careless)
    with planted():
        certain_deals(1)
        people = [member() for _ in range(2)]
        assert leaks(started(people, preset="002"), people, 20, random.Random(1))


# -- two games that differ only in what the viewer cannot see ---------------------------------------------------------


class Dealt:
    """The seed of a game with another order of the pack."""

    def __init__(self, seed: Any, order: list[int]) -> None:
        self.seed, self.order = seed, order

    def permutation(self, label: str, size: int) -> Any:
        return self.order if label == "shuffle/0" else self.seed.permutation(label, size)

    def below(self, label: str, bound: int) -> int:
        return int(self.seed.below(label, bound))


def shuffled_behind(game: Game, order: list[int], viewer: int | None, chance: random.Random) -> list[int]:
    """The order of the pack with the cards that `viewer` has never seen changing places among themselves.

    Only before the first refill: until then a card moves from the market to a hand and from there into the open.
    """
    state: State = log.load(game)
    pack = state.setup.rulings.pack
    unseen = {card.code for card in state.market_left}
    for seat, hand in enumerate(state.hands):
        unseen |= {card.code for card in cards_in(hand)} if seat != viewer else set()
    codes = [pack[card_id].code for card_id in order]
    seen = put_back(game) | {state.top.code, *(card.code for card in cards_in(state.pile))}
    seen |= set() if viewer is None else {card.code for card in cards_in(state.hands[viewer])}
    places = [place for place, code in enumerate(codes) if code in unseen and code not in seen]
    moved = chance.sample(places, len(places))
    again = list(order)
    for place, other in zip(places, moved, strict=True):
        again[place] = order[other]
    return again


def drawn_for(game: Game, user: User | None) -> str:
    """The page's parts with the random key of the form masked."""
    log.forget()
    seen = selectors.game_for(game.code, user)
    now = game.started_at
    lines = presenters.whole_log(seen, log.replay(seen.game), now=now)
    return re.sub(r'name="key" value="[^"]*"', "", presenters.panel(seen, user, now)) + repr(lines)


@pytest.mark.parametrize(("preset", "seats"), [("000", 3), ("002", 2), ("003", 4)])
def test_what_a_viewer_cannot_see_changes_no_byte_for_it(
    preset: str, seats: int, certain_deals: Certain, monkeypatch: pytest.MonkeyPatch
) -> None:
    certain_deals(7)
    people = [member() for _ in range(seats)]
    game = started(people, preset=preset, start="full")
    chance, compared = random.Random(preset), 0
    honest = log.seed_of
    for _step in range(25):
        state = log.load(game)
        if game.state != Game.State.PLAYING or state.refills:
            break
        order = list(honest(game).permutation("shuffle/0", len(state.setup.rulings.pack)))
        for viewer, person in [*enumerate(people), (None, None)]:
            before = drawn_for(game, person)
            dealt = Dealt(honest(game), shuffled_behind(game, order, viewer, chance))
            monkeypatch.setattr(log, "seed_of", lambda game, dealt=dealt: dealt)
            try:
                after = drawn_for(game, person)
            except log.BrokenLog:
                continue  # with these cards somebody could not have done what was done
            finally:
                monkeypatch.setattr(log, "seed_of", honest)
                log.forget()
            assert after == before
            compared += 1
        action = chance.choice(log.rules_of(game).game.legal_actions(log.load(game))).text
        with TestCase.captureOnCommitCallbacks(execute=True):
            game = play.act(game.code, to_act(game), action, game.seq, key())
    assert compared > 20


def test_the_deal_is_opened_only_when_the_game_is_over(certain_deals: Certain) -> None:
    people = [member(), member()]
    game = started(people, preset="002")
    seed = selectors.seeds.open_seed(game.code, game.sealed_seed).hex()
    viewers = [browser(people[0]), browser(member()), browser()]
    for viewer in viewers:
        sent = everything_sent(viewer, game.code)
        assert seed not in sent and game.sealed_seed not in sent
        assert game.commitment in sent
    with pytest.raises(errors.NotFound):
        selectors.proof(game.code, people[0])
    with TestCase.captureOnCommitCallbacks(execute=True):
        play.leave(game.code, people[1], timezone.now())
    for viewer in viewers:
        sent = everything_sent(viewer, game.code)
        assert seed in sent and f"game:{game.code}" in sent
