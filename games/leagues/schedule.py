"""Who meets whom: even schedules, made again from the same arguments.

Players are numbers from 0. A meeting is a tuple of players in seat order; a round is a list of meetings, and whoever
is in none of them has a bye.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

Meeting = tuple[int, ...]
Round = list[Meeting]

FEWEST_SEATS, MOST_SEATS = 2, 6
# (players, seats) -> the first meeting of a schedule in which every pair meets equally often and everybody has every
# seat equally often: the others follow by counting on, modulo the number of players (play_quality.md, Leagues).
BLOCKS: dict[tuple[int, int], Meeting] = {
    (5, 4): (0, 1, 2, 3),
    (7, 3): (0, 1, 3),
    (7, 4): (0, 3, 5, 6),
    (11, 5): (1, 3, 4, 5, 9),
    (11, 6): (0, 2, 6, 7, 8, 10),
    (13, 4): (0, 1, 3, 9),
}
USUAL_DIVISION = {2: 8, 3: 7, 4: 7, 5: 11, 6: 11}
"""Players of a division by seats at a table: the default size, which has an even schedule."""


@dataclass
class Past:
    """What has been played so far, by player: what the next round evens out."""

    byes: Counter[int] = field(default_factory=Counter)
    met: Counter[frozenset[int]] = field(default_factory=Counter)
    seats: Counter[tuple[int, int]] = field(default_factory=Counter)  # (player, seat)

    def add(self, meetings: Iterable[Meeting], present: Collection[int]) -> None:
        """A round was drawn; those of `present` who are in no meeting had a bye."""
        playing: set[int] = set()
        for meeting in meetings:
            playing.update(meeting)
            self.met.update(frozenset(pair) for pair in combinations(meeting, 2))
            self.seats.update((player, seat) for seat, player in enumerate(meeting))
        self.byes.update(player for player in present if player not in playing)


def lot(seed: str, *what: object) -> bytes:
    """A lot that anybody can draw again: SHA-256 of the seed and what it is drawn for, in words."""
    return hashlib.sha256("|".join([seed, *map(str, what)]).encode()).digest()


def even_rounds(players: int, seats: int) -> list[Round] | None:
    """The even schedule of a division, a round at a time, or None where there is none for these numbers.

    Two seats: the circle method, everybody meets everybody once. More: the blocks above, developed modulo the number
    of players; meetings that share nobody are put into one round. Raises ValueError for fewer than two of either.
    """
    if players < 2 or not FEWEST_SEATS <= seats <= MOST_SEATS:
        raise ValueError("a schedule needs two players and tables of two to six")
    if seats == 2:
        return _circle(players)
    block = BLOCKS.get((players, seats))
    if block is None:
        return None
    meetings = [tuple((player + step) % players for player in block) for step in range(players)]
    rounds: list[Round] = []
    for meeting in meetings:
        place = next((other for other in rounds if not set(meeting) & {p for m in other for p in m}), None)
        if place is None:
            rounds.append([meeting])
        else:
            place.append(meeting)
    return rounds


def _circle(players: int) -> list[Round]:
    """Everybody meets everybody once; how often one sits first differs by one at most.

    An odd number stands in a ring: in round r the two at the same distance from r meet, and the one sits first from
    whom the other is less than half the ring ahead. With an even number the last player meets whoever is left over.
    """
    ring = players - 1 + players % 2
    rounds: list[Round] = []
    for middle in range(ring):
        pairs: Round = []
        for distance in range(1, ring // 2 + 1):
            ahead, behind = (middle + distance) % ring, (middle - distance) % ring
            pairs.append((behind, ahead) if (ahead - behind) % ring <= ring // 2 else (ahead, behind))
        if ring < players:
            pairs.append((ring, middle) if middle % 2 else (middle, ring))
        rounds.append(pairs)
    return rounds


def drawn_round(present: Sequence[int], seats: int, past: Past, seed: str) -> Round:
    """A round for whoever is there, as even as can be: full tables, byes to those who had fewest, new opponents first.

    Fewer players than seats meet at one smaller table; a single one has a bye. `past` is not changed. What is level is
    decided by lots of `seed`, which should name the season and the round.
    """
    if len(present) < 2:
        return []
    size = min(seats, len(present))
    tables = len(present) // size
    playing = sorted(_without_bye(present, tables * size, past, seed), key=lambda player: lot(seed, "table", player))
    groups = _improved(_spread(playing, tables, size, past), past)
    return [seated(group, past, seed) for group in groups]


def _without_bye(present: Sequence[int], places: int, past: Past, seed: str) -> list[int]:
    """Who plays: those who had most byes; of those who are level, those who have met the others the fewest times."""
    waiting = sorted(present, key=lambda player: (-past.byes[player], lot(seed, "bye", player)))
    last = past.byes[waiting[places - 1]]
    playing = [player for player in waiting if past.byes[player] > last]
    level = [player for player in waiting if past.byes[player] == last]
    if places - len(playing) == len(level):
        return playing + level
    cost = {player: _cost(player, playing, past) for player in level}
    while len(playing) < places:
        best = min(cost, key=cost.__getitem__)  # the first by lot among those who are level
        del cost[best]
        playing.append(best)
        for player in cost:
            cost[player] += _cost(player, [best], past)
    return playing


def _spread(playing: Sequence[int], tables: int, size: int, past: Past) -> list[list[int]]:
    """Gives each player in turn the table with a free seat where they have met the fewest."""
    groups: list[list[int]] = [[] for _ in range(tables)]
    free = list(range(tables))
    for player in playing:
        best = min(free, key=lambda at: (_cost(player, groups[at], past), len(groups[at]), at))
        groups[best].append(player)
        if len(groups[best]) == size:
            free.remove(best)
    return groups


def _cost(player: int, group: Iterable[int], past: Past) -> int:
    """How unwelcome it is to meet these: twice as often as before weighs more than twice."""
    times = (past.met[frozenset((player, other))] for other in group if other != player)
    return sum((2 * n + 1) for n in times if n)


def _improved(groups: list[list[int]], past: Past, most: int = 20) -> list[list[int]]:
    """Exchanges players who meet again for others, while that helps."""
    for _ in range(most):
        changed = False
        for at, group in enumerate(groups):
            for place, player in enumerate(group):
                if _cost(player, group, past) and _exchange(groups, at, place, past):
                    changed = True
        if not changed:
            break
    return groups


def _exchange(groups: list[list[int]], at: int, place: int, past: Past) -> bool:
    here, player = groups[at], groups[at][place]
    for there in (group for group in groups if group is not here):
        for spot, other in enumerate(there):
            rest, others = [p for p in here if p != player], [p for p in there if p != other]
            before = _cost(player, rest, past) + _cost(other, others, past)
            if _cost(other, rest, past) + _cost(player, others, past) < before:
                here[place], there[spot] = other, player
                return True
    return False


def seated(group: Iterable[int], past: Past, seed: str) -> Meeting:
    """These players in the order of seats in which each sits where they sat least; level orders by lot."""
    members = sorted(group, key=lambda player: lot(seed, "seat", player))

    def unfair(order: Meeting) -> int:
        return sum(4 ** past.seats[player, seat] for seat, player in enumerate(order))

    return min(permutations(members), key=unfair)


def divided(players: int, size: int, seats: int) -> list[int]:
    """Sizes of divisions, the top one first, for so many players: all of `size`, the last one larger or smaller.

    A rest that can't fill one table joins the division above it. Raises ValueError for a size below the seats.
    """
    if size < seats:
        raise ValueError("a division is at least one table")
    full, rest = divmod(players, size)
    sizes = [size] * full
    if not sizes:
        return [rest] if rest else []
    if rest >= seats:
        sizes.append(rest)
    else:
        sizes[-1] += rest
    return sizes


def rounds_of(players: int, seats: int) -> int:
    """Rounds of a season in a division of this size: those of its even schedule, or as many as give each pair a meeting
    at least about once, and never more than 13."""
    even = even_rounds(players, seats) if players >= 2 else []
    if even is not None:
        return len(even)
    return min(13, -(-(players - 1) // (min(seats, players) - 1)) + 1)
