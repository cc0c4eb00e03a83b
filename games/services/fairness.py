"""Finished deals are looked at, and counted each night (scheme wgs1, step 11).

Every proof is verified again before anything is counted: a seed that no longer opens its commitment would make the
counts worthless. Rows of `DealCheck` and `FairnessReport` are summaries; the games are the truth.
"""

import logging
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from rules import shuffle
from rules.core import RulesError
from rules.record_check import Examination, deal_out
from rules.shuffle import Seed

from .. import log, seeds
from ..evenness import Deals, Shape, as_values, first_seats
from ..models import ChainEntry, DealCheck, FairnessReport, Game
from ..selectors import chain_head, records

logger = logging.getLogger(__name__)

AT_ONCE = 200  # games checked in one run: some seconds of work


def check_finished(now: datetime, most: int = AT_ONCE) -> int:
    """Checks finished games that were not checked yet, from seed to result; how many they were."""
    waiting = Game.objects.filter(state=Game.State.OVER, deal_check__isnull=True).select_related("table")
    games = list(waiting.order_by("ended_at")[:most])
    for game in games:
        what, shuffles = _looked_at(game)
        if what:
            logger.error("The deal of game %s does not hold: %s", game.code, what)
        row = {"holds": not what, "what": what[:200], "shuffles": shuffles, "at": now}
        DealCheck.objects.update_or_create(game=game, defaults=row)
    return len(games)


def _looked_at(game: Game) -> tuple[str, list[tuple[str, int]]]:
    """What does not hold in a game (empty: all holds), and its shuffles after the first."""
    try:
        examination = Examination(records.record_of(game))
        wrong = [check.name for check in examination.checks() if not check.holds]
    except (RulesError, log.BrokenLog, seeds.CannotOpen, ValueError) as error:
        return f"record: {type(error).__name__}", []
    wrong += log.differences(game)
    if not ChainEntry.objects.filter(game_id=game.code, commitment=game.commitment).exists():
        wrong.append("chain")
    asked = examination.watched.asked if examination.watched is not None else []
    return ", ".join(wrong), [(label, size) for label, size in asked if label != "shuffle/0"]


def make_report(now: datetime) -> FairnessReport:
    """The figures of today, over every game that is open, put in place of those made earlier this day."""
    figures = _Count().over(_open_games())
    ends = Game.objects.filter(state__in=(Game.State.OVER, Game.State.VOID))
    last = chain_head()
    figures |= {
        "ended": ends.count(),
        "void": ends.filter(state=Game.State.VOID).count(),
        "abandoned": ends.filter(state=Game.State.OVER, end_reason="abandoned").count(),
        "wrong": list(DealCheck.objects.filter(holds=False).values_list("game__code", "what")[:100]),
        "chain": {
            "number": last.number if last else 0,
            "entry": last.entry if last else "",
            "broken_at": seeds.chain_break(),
        },
    }
    if figures["broken"] or figures["wrong"] or figures["chain"]["broken_at"]:
        logger.error("Fairness: %s proofs or games do not hold", len(figures["broken"]) + len(figures["wrong"]))
    values = {"made_at": now, "figures": figures}
    return FairnessReport.objects.update_or_create(day=now.date(), defaults=values)[0]


def report_once_a_day(now: datetime) -> bool:
    """Makes the figures of the day unless they are there; whether it did."""
    if FairnessReport.objects.filter(day=now.date()).exists():
        return False
    make_report(now)
    return True


def _open_games() -> Iterator[DealCheck]:
    rows = DealCheck.objects.select_related("game", "game__table").order_by("game_id")
    return rows.iterator(chunk_size=500)


class _Count:
    """Counts over deals, one after the other; nothing of a deal is kept."""

    def __init__(self) -> None:
        self.games = 0
        self.broken: list[str] = []
        self.decks: dict[str, Deals] = {}
        self.more: dict[str, Shape] = {}  # by pack: refills and redeals
        self.first: dict[int, list[int]] = {}
        self.watched: dict[str, str] = {}  # by pack: what its good cards are called

    def over(self, rows: Iterator[DealCheck]) -> dict[str, Any]:
        for row in rows:
            self.games += 1
            if not self._proved(row.game):
                self.broken.append(row.game.code)
                continue
            self._add(row)
        return {
            "games": self.games,
            "broken": self.broken[:100],
            "decks": {
                deck: {
                    "count": deals.count,
                    "watched": self.watched[deck],
                    "figures": as_values(deals.figures()),
                    "more": as_values(self.more[deck].figures()),
                }
                for deck, deals in sorted(self.decks.items())
            },
            "first": as_values(first_seats(counts) for _seats, counts in sorted(self.first.items())),
        }

    @staticmethod
    def _proved(game: Game) -> bool:
        try:
            return shuffle.commitment(game.code, seeds.open_seed(game.code, game.sealed_seed)) == game.commitment
        except seeds.CannotOpen:
            return False

    def _add(self, row: DealCheck) -> None:
        game, rules = row.game, log.rules_of(row.game)
        options = rules.options(game.preset, game.options)
        deck = rules.deck(options)
        opened = seeds.open_seed(game.code, game.sealed_seed)
        seed = Seed.from_parts(opened, game.code, deck, tuple(game.client_seeds))
        dealt = rules.deal_of(deal_out(rules, options, game.seats, seed, game.first_seat, game.sitting_out).state)
        cards = [*_codes(dealt)]
        deals = self.decks.setdefault(deck, Deals(len(cards)))
        more = self.more.setdefault(deck, Shape())
        self.watched[deck] = rules.watched_name
        deals.add(seed.permutation("shuffle/0", deals.size))
        for label, size in row.shuffles:
            more.add(seed.permutation(label, size))
        good = sum(code in rules.watched for code in cards)
        for seat, hand in enumerate(dealt["hands"]):
            deals.add_hand(seat, sum(code in rules.watched for code in hand), good, len(hand))
        if game.number == 1 or rules.draws_each_game:
            self.first.setdefault(game.seats, [0] * game.seats)[game.first_seat] += 1


def _codes(value: Any) -> Iterator[str]:
    """Every card of a deal as a record holds it."""
    if isinstance(value, str):
        yield value
    else:
        for part in value.values() if isinstance(value, dict) else value:
            yield from _codes(part)
