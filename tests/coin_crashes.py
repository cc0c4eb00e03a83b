"""Games for coins whose settlement is cut off at every statement, and whether any coin is lost (checks 68 to 73).

`python -m tests.coin_crashes --games 100000` settles games of random tables, people and results (drawn from games that
the rules played out); each settlement first fails at one of its statements, before or behind it, at its commit too, in
turn, and is then done, and done again. In the end every game was settled or returned exactly once, each as the
arithmetic says, nobody is below zero, and the ledger sums to zero. With `--threads` (PostgreSQL) several settle at
once, people in common, and somebody reads the total all the while.
"""

import argparse
import os
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from rules import core
from rules.coin_tables import MULTIPLIERS, Terms, settlement
from rules.registry import newest
from rules.shuffle import Seed

PEOPLE = 60
GAMES_OF_A_TABLE = 5_000
SLICE = 200  # of games, after which threads meet
# The whole ledger is looked at after so many games, and later whenever it has grown by a quarter: each look reads all
# of it, and what is out of place in rows that are never changed is found by any later look as well.
FIRST_LOOK = 1_000


class Crash(Exception):
    """The process died here."""


class Ended(NamedTuple):
    """A game that the rules played out. `first`: its first seat."""

    preset: str
    seats: int
    state: Any
    first: int
    reason: str


def played_out(preset: str, seats: int, draw: random.Random) -> Ended:
    """A random game to its end: mostly plays, now and then a turn that runs out, a leaver, the clock, or called off."""
    rules = newest("whot")
    options = rules.options(preset, {})
    deck = rules.deck(options)
    first = draw.randrange(seats)
    seed = Seed.from_parts(draw.randbytes(32), "crash", deck, ["-"] * seats)
    state = rules.game.setup(options=options, seats=seats, seed=seed, first_seat=first).state
    leaves, ends, off = draw.random() < 0.4, draw.random() < 0.1, draw.random() < 0.03
    while rules.game.outcome(state) is None:
        seat, chance = rules.game.to_act(state), draw.random()
        if ends and chance < 0.02 and options.clock:
            state = core.act(rules.game, state, None, "time_up").state
        elif off and chance < 0.02:
            state = core.act(rules.game, state, None, "abandon").state
        elif leaves and chance < 0.03:
            state = core.act(rules.game, state, seat, "leave").state
        elif chance < 0.08:
            state = core.act(rules.game, state, seat, "timeout").state
        else:
            texts = [rules.game.format_action(action) for action in rules.game.legal_actions(state)]
            plays = [text for text in texts if text.startswith("play")] if draw.random() < 0.9 else []
            state = core.act(rules.game, state, seat, draw.choice(plays or texts)).state
    outcome = rules.game.outcome(state)
    assert outcome is not None
    return Ended(preset, seats, state, first, outcome.reason)


def pool(draw: random.Random, size: int) -> list[Ended]:
    kinds = [("000", 4), ("000W", 4), ("002", 2), ("002", 3), ("002", 4)]
    return [played_out(*kinds[n % len(kinds)], draw) for n in range(size)]


class Table(NamedTuple):
    """A row of a table, and the terms it is played for."""

    row: Any
    terms: Terms


@dataclass
class Run:
    """What was done: how often each crash, and what each game should have moved."""

    seed: int
    crashes: Counter[str] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    totals: int = 0  # how often the total was read, all the while
    statements: int = 0  # the most that a settlement had


class Site:
    """People and tables in an empty database."""

    def __init__(self, people: int) -> None:
        from games.coins.services import granting, posting
        from tests.games import factories

        self.people = [factories.member(f"p{n}") for n in range(people)]
        for person in self.people:
            person.emailaddress_set.create(email=person.email.lower(), verified=True, primary=True)
            granting.welcome(person)
        self.accounts = {person.pk: posting.account_of(person).pk for person in self.people}
        self.tables: dict[tuple[str, int, Terms], tuple[Any, int]] = {}
        self.lock = threading.Lock()

    def game_of(self, ended: Ended, terms: Terms) -> Any:
        """A running game of a table by these terms, as the deal writes it but for the log."""
        from django.utils import timezone

        from games import models, seeds

        rules = newest("whot")
        options = rules.named(rules.options(ended.preset, {}))
        with self.lock:
            row, number = self.tables.get((ended.preset, ended.seats, terms), (None, 0))
            if row is None or number >= GAMES_OF_A_TABLE:
                row, number = models.Table.objects.create(
                    code=seeds.new_code(models.CODE_LENGTH), host=self.people[0], preset=ended.preset, options=options,
                    seats=ended.seats, coins=terms.kind, coin_amount=terms.amount, coin_fee=terms.fee,
                    state="playing", created_at=timezone.now(),
                ), 0  # fmt: skip
            self.tables[ended.preset, ended.seats, terms] = (row, number + 1)
        return models.Game.objects.create(
            code=seeds.new_code(models.GAME_CODE_LENGTH), table=row, number=number + 1, rules_key="whot",
            rules_version=1, preset=ended.preset, options=options, seats=ended.seats, first_seat=ended.first,
            client_seeds=["-"] * ended.seats, commitment="0" * 64, sealed_seed="", started_at=timezone.now(),
        )  # fmt: skip


@contextmanager
def dying(at: int, behind: bool, seen: list[int]) -> Iterator[None]:
    """Raises Crash before or behind statement `at` (from 0) of this connection; counts them in `seen`."""
    from django.db import connection

    count = [0]

    def wrapper(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK")):  # how Django begins and ends transactions
            return execute(sql, params, many, context)
        if count[0] == at and not behind:
            raise Crash
        result = execute(sql, params, many, context)
        count[0] += 1
        if count[0] == at + 1 and behind:
            raise Crash
        return result

    with connection.execute_wrapper(wrapper):
        try:
            yield
        finally:
            seen.append(count[0])


def one_game(site: Site, ended: Ended, draw: random.Random, run: Run) -> None:
    """Deals a game to people who can afford it, and settles it with a crash on the way."""
    from django.db import transaction
    from django.utils import timezone

    from games.coins.models import Account, GameCoins, Hold
    from games.coins.services import posting, settling
    from games.models import Player

    terms = drawn_terms(ended, draw)
    people = sitting(site, ended.seats, terms.hold, draw)
    game = site.game_of(ended, terms)
    game.roster = [Player(game=game, seat=seat, user=person, kind="person") for seat, person in enumerate(people)]
    with transaction.atomic():
        now = timezone.now()
        rows = posting.locked(site.accounts[person.pk] for person in people)
        if any(account.free < terms.hold for account in rows.values()):
            transaction.set_rollback(True)  # another thread was quicker
            return
        for account in rows.values():
            account.held += terms.hold
            account.save(update_fields=["held"])
        Hold.objects.bulk_create(
            Hold(table=game.table, account=account, amount=terms.hold, at=now) for account in rows.values()
        )
        settling.on_deal(game, now)
    seen: list[int] = []
    at, behind = draw.randrange(max(16, run.statements) + 1), draw.random() < 0.5
    try:
        with dying(at, behind, seen):
            settle(game, ended)
    except Crash:
        run.crashes[f"{'behind' if behind else 'before'} {at:2}"] += 1
        coins = GameCoins.objects.get(game=game)
        if coins.state != "open" or Account.objects.get(game=game).balance != terms.hold * ended.seats:
            run.faults.append(f"game {game.code}: something was left behind by a settlement that was cut off")
        with dying(10**9, False, seen):
            settle(game, ended)
    run.statements = max(run.statements, *seen)
    settle(game, ended)  # check 73: once more changes nothing
    check(game, ended, terms, run)


def settle(game: Any, ended: Ended) -> None:
    """What `log.append` and `services.entering` do in the transaction that ends a game; the crash of the commit too."""
    from django.db import transaction
    from django.utils import timezone

    from games import log
    from games.coins.services import settling
    from games.models import Game

    with transaction.atomic():
        locked = log.lock(game.code)
        assert locked is not None
        locked.roster = game.roster
        locked.pending_replay = log.Replay(0, ended.state, ())
        Game.objects.filter(pk=game.pk).update(state="over", end_reason=ended.reason, to_act=None)
        locked.state, locked.end_reason = "over", ended.reason
        settling.on_game_over(locked, timezone.now())
        Game.objects.filter(pk=0).exists()  # stands for the commit: everything is written, nothing is kept yet


def check(game: Any, ended: Ended, terms: Terms, run: Run) -> None:
    """The game ended once, and moved what the arithmetic says of its result and the purses then (check 71)."""
    from games.coins.models import Account, GameCoins, Transaction
    from games.coins.services import settling

    coins = GameCoins.objects.get(game=game)
    kinds = list(Transaction.objects.filter(game=game).order_by("pk").values_list("kind", flat=True))
    options = newest("whot").options(ended.preset, {})
    expected = settlement("whot", 1, terms, ended.state, ended.first, options, coins.purses or [])
    if kinds != ["deal", "refunded" if expected.refunded else "settled"]:
        run.faults.append(f"game {game.code}: its transactions are {kinds}")
    if settling.of_value(coins.outcome or {}) != expected:
        run.faults.append(f"game {game.code}: {coins.outcome} is not {expected}")
    if Account.objects.get(game=game).balance:
        run.faults.append(f"game {game.code}: something is left in its escrow")
    bankrupt = ", bankrupt" if any(place.bankrupt for place in expected.places) else ""
    run.ends[f"{terms.kind} {ended.reason}{' (returned)' if expected.refunded else ''}{bankrupt}"] += 1


def drawn_terms(ended: Ended, draw: random.Random) -> Terms:
    if ended.preset == "002":
        return Terms("stake", draw.choice((1, 7, 100, 333)), draw.choice((0, 1, 250, 2_000)))
    modes = MULTIPLIERS[:4] if ended.preset == "000" else MULTIPLIERS[4:]
    return Terms("wild", draw.choice(modes))


def sitting(site: Site, seats: int, hold: int, draw: random.Random) -> list[Any]:
    """So many people with enough coins; who has too few is given some by staff, as E5.5 has it."""
    from games.coins.models import Account
    from games.coins.services import granting

    people = draw.sample(site.people, seats)
    free = {account.user_id: account.free for account in Account.objects.filter(user__in=people)}
    for person in people:
        while free[person.pk] < hold:
            more = min(granting.MOST_PRIZE, draw.randrange(hold, 2 * hold + 1))
            key = f"{threading.get_ident()}:{time.perf_counter_ns()}"
            granting.prize(person, more, key)
            free[person.pk] += more
    return people


def ledger_faults() -> list[str]:
    """What `checking` finds, but for working games out again: these have no log."""
    from games.coins import checking

    asked = (checking._transactions, checking._running, checking._balances, checking._held, checking._games)
    found = list(chain.from_iterable(question() for question in asked))
    return found if checking.sums().agree else [*found, f"the sums do not agree: {checking.sums()}"]


def read_totals(run: Run, over: threading.Event) -> None:
    """Reads the sum of all accounts again and again: it is 0 whoever commits meanwhile."""
    from django.db import connection
    from django.db.models import Sum

    from games.coins.models import Account

    while not over.is_set():
        total = Account.objects.aggregate(sum=Sum("balance"))["sum"]
        run.totals += 1
        if total != 0:
            run.faults.append(f"somebody read a total of {total}")
        if Account.objects.filter(balance__lt=0).exclude(kind="mint").exists():
            run.faults.append("somebody read a balance below zero")
        over.wait(0.05)
    connection.close()


def run_games(games: int, seed: int, threads: int = 1, people: int = PEOPLE, tell: bool = False) -> Run:
    """In an empty database of the site's settings."""
    draw, run, begun = random.Random(seed), Run(seed), time.monotonic()
    ends, site, over = pool(draw, min(600, max(40, games // 10))), Site(people), threading.Event()
    if threads > 1:
        reader = threading.Thread(target=read_totals, args=(run, over))
        reader.start()
    look = FIRST_LOOK
    for done in range(0, games, SLICE):
        some = min(SLICE, games - done)
        shares = [some // threads + (n < some % threads) for n in range(threads)]
        if threads == 1:
            _share(site, ends, random.Random(f"{seed}:{done}"), shares[0], run)
        else:
            workers = [
                threading.Thread(target=_closing, args=(site, ends, random.Random(f"{seed}:{done}:{n}"), share, run))
                for n, share in enumerate(shares)
            ]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        if done + some >= min(look, games):
            look = max(done + some + FIRST_LOOK, (done + some) * 5 // 4)
            run.faults += ledger_faults()
            if tell:
                print(f"{done + some} games, {time.monotonic() - begun:.0f} s, {len(run.faults)} faults", flush=True)
        if run.faults:
            break
    over.set()
    if threads > 1:
        reader.join()
    return run


def _share(site: Site, ends: list[Ended], draw: random.Random, games: int, run: Run) -> None:
    for _game in range(games):
        one_game(site, draw.choice(ends), draw, run)


def _closing(site: Site, ends: list[Ended], draw: random.Random, games: int, run: Run) -> None:
    from django.db import connection

    try:
        _share(site, ends, draw, games, run)
    except Exception as error:
        run.faults.append(f"a thread ended: {type(error).__name__}: {error}")
    finally:
        connection.close()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.coin_crashes", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    chosen = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    import django

    django.setup()
    from django.test.utils import setup_databases, teardown_databases

    made = setup_databases(verbosity=0, interactive=False)
    try:
        run = run_games(chosen.games, chosen.seed, chosen.threads, tell=True)
    finally:
        teardown_databases(made, verbosity=0)
    for name, count in (*sorted(run.crashes.items()), *sorted(run.ends.items())):
        print(f"  {name}: {count}")
    print(f"{sum(run.ends.values())} games, {sum(run.crashes.values())} crashes, {run.totals} totals read")
    print("\n".join(run.faults[:20]) or "each game ended once, and every coin is in its place")
    return 1 if run.faults else 0


if __name__ == "__main__":
    sys.exit(main())
