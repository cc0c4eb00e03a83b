"""A whole season with computer players' choices for people: `python -m tests.league_season --players 1000`.

Days pass by a stepped clock and nobody but the tasks runs the league: people join, come to their tables, move,
withdraw, or stop coming without a word. Every game goes through the one door; no result is written here. What must be
true at the end is checked and printed; whatever is not ends the run with an error.
"""

import argparse
import random
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

from tests.soaking import on_a_test_database

ZONE, BEGINS = "Europe/Berlin", datetime(2027, 3, 25, 17, 0, tzinfo=UTC)  # the clocks go forward on the 28th there
SILENT = 0.5  # of those who drop out; the others withdraw


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--dropping", type=float, default=0.15, help="the share of players who drop out")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with on_a_test_database():
        from games.services import limits

        with mock.patch.object(limits, "MOVES_A_MINUTE", 10**9):
            began = time.monotonic()
            print("\n".join(whole_season(chosen.players, chosen.seats, chosen.dropping, chosen.seed)))
            print(f"{(time.monotonic() - began) / 60:.1f} minutes")


def whole_season(players: int, seats: int, dropping: float, seed: int) -> list[str]:
    """Plays a season on an empty database; what was found true of it, a line each. Raises AssertionError."""
    from tests.stepped import stepped

    chance = random.Random(seed)
    with stepped(BEGINS - timedelta(days=2)) as clock:
        season, people = _announced(players, seats)
        goers = chance.sample(people, round(players * dropping))
        world = World(season, clock, people, goers, chance)
        world.run()
        return [*world.told(), *Checks(season).told()]


def _announced(players: int, seats: int) -> tuple[Any, list[Any]]:
    from accounts.models import User
    from games.leagues import joining
    from games.leagues.schedule import USUAL_DIVISION
    from games.leagues.season_rules import SeasonRules
    from games.services.rules_of_table import TableRules

    people = User.objects.bulk_create(
        User(username=f"player{number}", display_name=f"Player {number}") for number in range(players)
    )
    table = TableRules(preset="001", seats=seats, options={"turn_clock": 3600})
    rules = SeasonRules(
        table=table, layout="divisions", division_size=USUAL_DIVISION[seats], movers=2, zone=ZONE, begins_at=BEGINS,
        length=1, unit="d", no_show_points=1,
    )  # fmt: skip
    season = joining.found(people[0], "League of a thousand", rules, join="open")
    for person in people[1:]:
        joining.join(season.pk, person)
    return season, people


class World:
    """The people of a league and the time they live in."""

    def __init__(
        self, season: Any, clock: Any, people: Sequence[Any], goers: Collection[Any], chance: random.Random
    ) -> None:
        self.season, self.clock, self.chance = season, clock, chance
        self.people = {person.pk: person for person in people}
        self.goes_in = {person.pk: chance.randint(1, 5) for person in goers}  # the round in which they do
        self.silent = {pk for pk in self.goes_in if chance.random() < SILENT}
        self.here = set(self.people)
        self.moves = self.steps = 0

    def run(self) -> None:
        from games.leagues.models import Season
        from tests.games.leagues.playing import next_moment

        while True:
            self._sweep()
            self._somebody_goes()
            if self._come() + self._play():
                continue
            if Season.objects.get(pk=self.season.pk).state == Season.State.OVER:
                return
            moment = next_moment(self.season, self.clock.now)
            assert moment is not None, "the season is not over, and nothing will happen any more"
            self.clock.to(moment + timedelta(seconds=1))
            self.steps += 1

    def _sweep(self) -> None:
        """The tasks of the schedule, until there is nothing due."""
        from games import selectors
        from games import tasks as of_games
        from games.leagues import rounds
        from games.leagues import tasks as of_leagues

        while True:
            of_leagues.run_leagues()
            of_games.end_overdue()
            due = any(find(self.clock.now) for find, _do in rounds._KINDS)
            if not due and not selectors.overdue_games(self.clock.now):
                return

    def _somebody_goes(self) -> None:
        from games.leagues import joining
        from games.leagues.models import Round

        open_round = Round.objects.filter(season=self.season, state=Round.State.OPEN).first()
        if open_round is None:
            return
        for pk in [pk for pk, number in self.goes_in.items() if number <= open_round.number and pk in self.here]:
            self.here.discard(pk)
            if pk not in self.silent:
                joining.withdraw(self.season.pk, self.people[pk])

    def _come(self) -> int:
        from games.models import Seat, Table
        from games.services import tables

        waiting = Seat.objects.filter(
            table__meeting__round__season=self.season, table__state=Table.State.ASSEMBLING, agreed=0
        )
        came = 0
        for code, user, agreement in list(waiting.values_list("table__code", "user", "table__agreement")):
            if user in self.here:
                tables.agree(code, self.people[user], agreement, "cd" * 16)
                came += 1
        return came

    def _play(self) -> int:
        """Everybody who is here moves where it is their turn, until it is nobody's."""
        from django.db.models import F

        from games.models import Game, Player
        from games.services import play
        from tests.games.factories import key
        from tests.games.leagues.playing import chosen

        turns = Player.objects.filter(
            game__table__meeting__round__season=self.season, game__state=Game.State.PLAYING, seat=F("game__to_act")
        )
        moved = 0
        for code, user in list(turns.values_list("game__code", "user")):
            if user not in self.here:
                continue
            game = Game.objects.select_related("table").get(code=code)
            game.roster = list(game.players.order_by("seat"))
            while game.to_act is not None and (user := game.roster[game.to_act].user_id) in self.here:
                game = play.act(code, self.people[user], chosen(game, game.to_act), game.seq, key())
                moved += 1
        self.moves += moved
        return moved

    def told(self) -> list[str]:
        return [
            f"{len(self.people)} players, {len(self.goes_in)} dropped out, {len(self.silent)} of them without a word",
            f"{self.moves} moves of people, the clock was moved on {self.steps} times",
        ]


class Checks:
    """What has to be true of a season that is over."""

    def __init__(self, season: Any) -> None:
        from games.leagues.models import Season

        self.season = Season.objects.select_related("league__founder").get(pk=season.pk)

    def told(self) -> list[str]:
        return [self.rounds(), self.matches(), self.games(), self.ties(), self.rebuilt(), self.even()]

    def rounds(self) -> str:
        from games.leagues.models import Round

        rows = list(Round.objects.filter(season=self.season).order_by("number"))
        assert all(row.state == Round.State.CLOSED for row in rows)
        hours = [round((row.ends_at - row.opens_at).total_seconds() / 3600) for row in rows]
        assert 23 in hours or len(hours) < 4, "the clocks went forward in the season"
        return f"{len(rows)} rounds of {', '.join(map(str, hours))} hours, all closed by themselves"

    def matches(self) -> str:
        from games.leagues.models import Meeting

        states = Counter(Meeting.objects.filter(round__season=self.season).values_list("state", flat=True))
        assert set(states) <= {Meeting.State.OVER, Meeting.State.VOID}
        return f"{states[Meeting.State.OVER]} matches over, {states[Meeting.State.VOID]} without a result"

    def games(self) -> str:
        from games import log
        from games.leagues import results
        from games.models import Game

        reasons: Counter[str] = Counter()
        for game in Game.objects.select_related("table").iterator(chunk_size=200):
            assert game.state == Game.State.OVER and not log.differences(game), game.code
            reasons[game.end_reason or ""] += 1
        assert results.differences(self.season) == []
        told = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
        return f"{sum(reasons.values())} games replayed from their logs and equal to their results: {told}"

    def ties(self) -> str:
        """Every place but the first is decided by a figure that is worse, behind figures that are level."""
        from games.leagues import standings, tables

        order, decided = standings.ORDER_BY_POINTS, Counter[str]()
        for rows in tables.worked_out(self.season).divisions.values():
            assert [row.place for row in rows] == list(range(1, len(rows) + 1))
            for above, row in zip(rows, rows[1:], strict=False):
                assert row.why is not None and row.decided_by in order
                before = order[: order.index(row.decided_by)]
                level = [figure for figure in before if figure != standings.HEAD_TO_HEAD]
                assert all(above.value(figure) == row.value(figure) for figure in level)
                assert standings._key(above, row.decided_by) < standings._key(row, row.decided_by)  # type: ignore[operator]
                decided[row.decided_by] += 1
        told = ", ".join(f"{count} by {figure}" for figure, count in decided.most_common())
        return f"every place is explained: {told}"

    def rebuilt(self) -> str:
        """The table worked out anew, and the one on the pages, row for row."""
        from django.test import Client
        from django.urls import reverse

        from games.leagues import lookups, tables
        from games.leagues.standings import shown

        remembered = tables.table_of(self.season)
        tables.forget()
        assert tables.worked_out(self.season) == remembered
        client, rows_seen = Client(), 0
        for division, rows in remembered.divisions.items():
            page = client.get(reverse("league", args=[self.season.league.code]), {"division": division})
            people = lookups.users_of([row.player for row in rows])
            at, text = 0, page.content.decode()
            for row in rows:
                at = text.index(f'role="rowheader">{people[row.player].user.shown_name}', at)
                at = text.index(f"</span> {shown(row.points)}</td>", at)
                rows_seen += 1
        return f"the table worked out anew equals the one on {len(remembered.divisions)} pages, {rows_seen} rows"

    def even(self) -> str:
        """Byes and seats of those who stayed, in the divisions that nobody left and in the others."""
        from games.leagues.models import Entry, Meeting, Seating
        from games.leagues.schedule import even_rounds
        from games.models import Game

        seats = defaultdict[int, Counter[int]](Counter)
        played: Counter[int] = Counter()
        first = Counter(Game.objects.values_list("first_seat", flat=True))
        rows = Seating.objects.filter(round__season=self.season).exclude(meeting__state=Meeting.State.VOID)
        for entry, seat in rows.values_list("entry", "number"):
            played[entry] += 1
            seats[entry][seat] += 1
        members = defaultdict[int, list[Entry]](list)
        for row in Entry.objects.filter(season=self.season, division__isnull=False):
            members[row.division or 1].append(row)
        worst = {"even": [0, 0], "whole": [0, 0], "left": [0, 0]}
        for entries in members.values():
            stayed = [row.pk for row in entries if row.left is None]
            if not stayed:
                continue
            kind = "left" if len(stayed) < len(entries) else "whole"
            schedule = even_rounds(len(entries), self.season.seats) if len(entries) > 1 else None
            if kind == "whole" and schedule is not None and len(schedule) == self.season.rounds:
                kind = "even"
            byes = [self.season.rounds - played[pk] for pk in stayed]
            counts = [[seats[pk][seat] for seat in range(self.season.seats)] for pk in stayed]
            found = max(byes) - min(byes), max(max(row) - min(row) for row in counts)
            worst[kind] = [max(pair) for pair in zip(worst[kind], found, strict=True)]
        assert worst["even"] <= [0, 1], "by an even schedule everybody has as many byes, and every seat as often"
        assert worst["whole"][0] <= 1 and worst["left"][0] <= 2, "byes go to those who had fewest"
        told = {
            "even": "with an even schedule of as many rounds",
            "whole": "of other sizes",
            "left": "that somebody left",
        }
        return (
            "byes, and the seats of one player, differ at most: "
            + ", ".join(
                f"by {worst[kind][0]} and {worst[kind][1]} in divisions {words}" for kind, words in told.items()
            )
            + "; first turns by seat, as drawn: "
            + ", ".join(str(count) for _seat, count in sorted(first.items()))
        )


if __name__ == "__main__":
    main()
