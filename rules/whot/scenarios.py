"""Scenario rows of Whot, checked against the engine.

`differences(row)` gives the ways in which the engine's answer differs from the row's, or the one
sentence that says why the row cannot be understood. Every key is known or an error: a row that is
misread must never pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.core import BadOptions, IllegalAction, Randomness, Seat, Step, act
from rules.shuffle import Seed
from rules.whot import coins, tally
from rules.whot.actions import Play
from rules.whot.cards import (
    CARD,
    CARDS,
    PACKS,
    SHAPE_LETTERS,
    SHAPE_OF_LETTER,
    Card,
    Kind,
    codes_in,
    size,
)  # fmt: skip
from rules.whot.dealing import position
from rules.whot.game import WHOT
from rules.whot.notation import read_card
from rules.whot.options import OPTION_FIELDS, Options, options_for
from rules.whot.rulings import points_of, rulings_for
from rules.whot.state import Owed, State

Row = Mapping[str, Any]


class RowProblem(Exception):
    """The row itself is wrong."""


def differences(row: Row) -> list[str]:
    """What differs, one line each; empty when the row holds."""
    try:
        kind = _get(row, "kind", str)
        if kind not in _KINDS:
            raise RowProblem(f"unknown kind: {kind!r}")
        answer, allowed = _KINDS[kind]
        _only(row, _COMMON | allowed, "field")
        expect = _get(row, "expect", dict)
        wrong, found = answer(row, expect)
        unknown = sorted(set(expect) - set(found) - {"illegal_at"})
        if unknown:
            raise RowProblem(f"unknown expectation: {', '.join(unknown)}")
        return wrong + [
            f"{key}: expected {_shown(expect[key])}, got {_shown(value)}"
            for key, (value, same) in found.items()
            if key in expect and not same(expect[key])
        ]
    except (RowProblem, BadOptions, ValueError, TypeError, KeyError, IndexError) as problem:
        return [f"the row cannot be read: {problem or type(problem).__name__}"]


Found = dict[str, tuple[object, Callable[[Any], bool]]]
Answer = tuple[list[str], Found]

_COMMON = {"id", "game", "kind", "seed_doc", "clause", "ruling", "note", "rules", "expect"}


def _shown(value: object) -> str:
    return str(value).replace("'", '"')


def _only(given: Mapping[str, Any], known: set[str], what: str) -> None:
    unknown = sorted(set(given) - known)
    if unknown:
        raise RowProblem(f"unknown {what}: {', '.join(unknown)}")


def _get(row: Row, key: str, kind: type, default: Any = ...) -> Any:
    if key not in row and default is not ...:
        return default
    if key not in row:
        raise RowProblem(f"{key} is missing")
    value = row[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise RowProblem(f"{key} must be of type {kind.__name__}, not {_shown(value)}")
    return value


def _rules(row: Row, also: set[str] = frozenset()) -> tuple[Options, dict[str, Any]]:  # type: ignore[assignment]
    """The options of a row, and the named keys of `also`. `max_refills` is off unless named."""
    rules = dict(_get(row, "rules", dict))
    preset = rules.pop("preset", None)
    if not isinstance(preset, str):
        raise RowProblem("rules name no preset")
    extra = {key: rules.pop(key) for key in sorted(also) if key in rules}
    _only(rules, set(OPTION_FIELDS), "option")
    if rules.get("max_refills") == "none":
        rules["max_refills"] = None
    return options_for(preset, **({"max_refills": None} | rules)), extra


def _cards(codes: object) -> list[Card]:
    if not isinstance(codes, list):
        raise RowProblem(f"not a list of cards: {_shown(codes)}")
    return [read_card(code) for code in codes]


def _is(value: object) -> tuple[object, Callable[[Any], bool]]:
    """A found value that must be just the expected one (true is not 1)."""
    return (
        value,
        lambda expected: expected == value and (isinstance(expected, bool) == isinstance(value, bool)),
    )


def _hands(hands: list[tuple[str, ...]]) -> tuple[object, Callable[[Any], bool]]:
    def same(expected: Any) -> bool:
        wanted = [Counter(card.code for card in _cards(hand)) for hand in expected]
        return wanted == [Counter(hand) for hand in hands]

    return [list(hand) for hand in hands], same


def _set(values: Sequence[Any]) -> tuple[object, Callable[[Any], bool]]:
    return list(values), lambda expected: sorted(expected) == sorted(values)


def _groups(ranking: Sequence[Sequence[Seat]]) -> tuple[object, Callable[[Any], bool]]:
    shown = [sorted(group) for group in ranking]
    return shown, lambda expected: [sorted(group) for group in expected] == shown


# -- play ---------------------------------------------------------------------------------------


class _Scripted:
    """Refills in the row's own order, in place of a shuffle."""

    def __init__(self, orders: list[list[Card]] | None) -> None:
        self.orders = orders

    def permutation(self, label: str, number: int) -> Sequence[int]:
        return range(number)

    def below(self, label: str, bound: int) -> int:
        return 0


class _ScriptedRefills(_Scripted):
    """As a position's seed: gives each refill's order as indexes into the sorted pile.

    A refill is asked for as `shuffle/k` with the size of the pile; the pile itself is the state's.
    """

    pile: tuple[str, ...] = ()

    def permutation(self, label: str, number: int) -> Sequence[int]:
        refill = int(label.removeprefix("shuffle/"))
        if self.orders is None:
            return range(number)
        if refill > len(self.orders):
            raise RowProblem(f"refill_order has no refill {refill}")
        codes = [card.code for card in self.orders[refill - 1]]
        pile = sorted(codes, key=lambda code: CARD[code].index)
        if len(pile) != number:
            raise RowProblem(f"refill {refill} is of {number} cards, refill_order has {len(pile)}")
        places: list[int] = []
        for code in codes:  # equal cards are told apart by nothing: take the next free place
            place = pile.index(code)
            pile[place] = ""
            places.append(place)
        return places


def _position(row: Row, options: Options) -> State:
    hands = [_cards(hand) for hand in _get(row, "hands", list)]
    if _get(row, "players", int) != len(hands):
        raise RowProblem(f"players is {row['players']}, but there are {len(hands)} hands")
    pending = _get(row, "pending", dict)
    _only(pending, {"pick", "kind", "by", "demand"}, "kind of pending")
    if pending and ("demand" in pending) == ("pick" in pending):
        raise RowProblem("pending is a pick or a demand")
    turn = _get(row, "turn", int)
    direction = _get(row, "direction", int)
    if direction not in (1, -1):
        raise RowProblem("direction is 1 or -1")
    owed = call = None
    if "pick" in pending:
        number, count = _get(pending, "kind", int), _get(pending, "pick", int)
        by = _get(pending, "by", int, (turn - direction) % len(hands))
        if number not in (2, 5) or count < 1 or by not in range(len(hands)):
            raise RowProblem("what is pending is a number of cards, of kind 2 or 5, by a seat")
        owed = Owed(number, count, by)
    elif pending:
        if pending["demand"] not in SHAPE_OF_LETTER:
            raise RowProblem(f"unknown shape: {pending['demand']!r}")
        call = SHAPE_OF_LETTER[pending["demand"]]
    orders = row.get("refill_order")
    misses = _get(row, "missed", list, None)
    if misses is not None and (len(misses) != len(hands) or any(type(n) is not int or n < 0 for n in misses)):
        raise RowProblem("missed has one number a seat")
    return position(
        options,
        hands,
        read_card(_get(row, "top", str)),
        _cards(_get(row, "market", list)),
        seed=_ScriptedRefills(None if orders is None else [_cards(order) for order in orders]),
        pile=_cards(_get(row, "pile_below_top", list, [])),
        call=call,
        owed=owed,
        turn=turn,
        direction=direction,
        misses=misses,
    )


def _action(given: Any) -> tuple[Seat | None, str | None]:
    """Seat and text of a row's action; text None for one that no notation can say."""
    if not isinstance(given, dict):
        raise RowProblem(f"not an action: {_shown(given)}")
    _only(given, {"p", "do", "card", "call", "last"}, "field of an action")
    do = given.get("do")
    if do != "play" and set(given) - {"p", "do"}:
        raise RowProblem(f"only a play has a card: {_shown(given)}")
    if do in ("time_up", "abandon"):
        return None, do
    seat = _get(given, "p", int)
    if do in ("draw", "pass", "timeout", "leave"):
        return seat, do
    if do != "play":
        raise RowProblem(f"unknown action: {do!r}")
    text = f"play {read_card(_get(given, 'card', str)).code}"
    call = given.get("call")
    if call is not None:
        if call not in SHAPE_OF_LETTER:
            return seat, None  # W4.9: one of the five shapes, nothing else
        text += f" call {SHAPE_OF_LETTER[call].value}"
    return seat, text + (" last" if _get(given, "last", bool, False) else "")


def _play(row: Row, expect: Row) -> Answer:
    options, _extra = _rules(row)
    state = _position(row, options)
    if not expect:
        raise RowProblem("nothing is expected")
    refuse_at = _get(expect, "illegal_at", int, None)
    for number, given in enumerate(_get(row, "actions", list)):
        seat, text = _action(given)
        if seat is not None and seat not in range(state.setup.seats):
            raise RowProblem(f"action {number}: there is no seat {seat}")
        try:
            if text is None:
                raise IllegalAction("W4.9", _NO_SHAPE)
            step: Step[State] = act(WHOT, state, seat, text)
        except IllegalAction as refusal:
            if number != refuse_at:
                return [f"action {number} ({seat}: {text}) was refused: {refusal}"], _found(state)
            continue
        if number == refuse_at:
            return [f"action {number} ({seat}: {text}) had to be refused"], _found(step.state)
        _check_refill(row, state, step.state)
        state = step.state
    if refuse_at is not None and refuse_at not in range(len(row["actions"])):
        raise RowProblem(f"illegal_at: there is no action {refuse_at}")
    return [], _found(state)


def _check_refill(row: Row, before: State, after: State) -> None:
    """A refill must have been of just the cards that `refill_order` gives."""
    if after.refills != before.refills and "refill_order" in row:
        given = row["refill_order"][after.refills - 1]
        if [card.code for card in after.market] != given:
            raise RowProblem(f"refill {after.refills} was not of the cards in refill_order")


_NO_SHAPE = "a called shape is circle, triangle, cross, square or star"


def _found(state: State) -> Found:
    over = state.end is not None
    outcome = WHOT.outcome(state)
    out = state.absence.out
    plays = [a.card.code for a in WHOT.legal_actions(state) if isinstance(a, Play)]
    totals = ranking = None
    if outcome is not None:
        totals = [0 if seat in out else points for seat, points in enumerate(outcome.points)]
        ranking = [group for group in outcome.ranking if not set(group) & set(out)]
    market = [card.code for card in state.market_left]
    return {
        "turn": _is(WHOT.to_act(state)),
        "direction": _is(state.direction),
        "top": _is(state.top.code),
        "hands": _hands([codes_in(hand) for hand in state.hands]),
        "counts": _is([size(hand) for hand in state.hands]),
        "market": _is(market),
        "market_count": _is(len(market)),
        "pending": _pending(state),
        "legal": _set(list(dict.fromkeys(plays))),
        "over": _is(over),
        "reason": _is(state.end),
        "winners": _set(outcome.winners if outcome else ()),
        "totals": _is(totals),
        "ranking": _groups(ranking) if ranking is not None else _is(None),
        "out": _set(out),
        "drawn": _is(outcome.drawn if outcome else False),
    }


def _pending(state: State) -> tuple[object, Callable[[Any], bool]]:
    found: dict[str, Any] = {}
    if state.owed is not None:
        found = {"pick": state.owed.count, "kind": state.owed.number, "by": state.owed.by}
    elif state.call is not None and state.end is None:
        found = {"demand": SHAPE_LETTERS[state.call]}

    def same(expected: Any) -> bool:
        _only(expected, {"pick", "kind", "by", "demand"}, "kind of pending")
        if not expected:
            return not found
        return all(key in found and found[key] == value for key, value in expected.items())

    return found, same


# -- the deal -----------------------------------------------------------------------------------


def _deck(row: Row, expect: Row) -> Answer:
    options, _extra = _rules(row)
    pack = PACKS[options.pack]
    kinds = Counter(card.kind for card in pack)
    suits = Counter(card.shape for card in pack if card.kind is Kind.NUMBER)
    by_suit = {letter: suits[shape] for letter, shape in SHAPE_OF_LETTER.items()}
    by_suit["W"] = kinds[Kind.WHOT]
    numbers = Counter(card.number for card in pack)
    counted = {key: numbers[int(key)] for key in expect.get("count_of", {})}
    codes = {card.code for card in pack}

    def points(score: str) -> int:
        scored = options_for(options.preset, score=score)
        return sum(points_of(card, scored) for card in pack)

    return [], {
        "size": _is(len(pack)),
        "sum_face": _is(points("face")),
        "sum_star_double": _is(points("star_double")),
        "by_suit": (by_suit, lambda want: all(by_suit.get(k, ...) == n for k, n in want.items())),
        "count_of": _is(counted),
        "absent": (
            sorted(set(expect.get("absent", ())) & codes),
            lambda want: not {card.code for card in _cards(want)} & codes,
        ),
        "number_cards": _is(kinds[Kind.NUMBER]),
        "W20": _is(kinds[Kind.WHOT]),
        "D": _is(kinds[Kind.DISCARD_ALL]),
        "REV": _is(kinds[Kind.REVERSE]),
        "PUNCH": _is(kinds[Kind.PUNCH]),
    }


class _Stacked(_Scripted):
    """A pack in a given order."""

    def __init__(self, order: Sequence[int]) -> None:
        super().__init__(None)
        self.order = order

    def permutation(self, label: str, number: int) -> Sequence[int]:
        return self.order


def _setup(row: Row, expect: Row) -> Answer:
    options, _extra = _rules(row)
    found: Found = {}
    for key in ("accepted", "refused"):
        if key in expect:
            wanted = [n for n in expect[key] if _sits(options, n) == (key == "accepted")]
            found[key] = _is(wanted)
    if set(expect) <= set(found):
        return [], found
    seats = _get(row, "players", int)
    after = _cards(_get(row, "after_deal", list, []))
    if "start_card" in row:
        after = [read_card(row["start_card"]), *after]
    first = (_get(row, "dealer", int) + 1) % seats if "dealer" in row else 0
    seed = _stacked(options, seats, after) if after else Seed.simulation(0)
    state, events = WHOT.setup(options=options, seats=seats, seed=seed, first_seat=first)
    skipped = [code for event in events if event.name == "put_back" for code in event.cards]
    tail = [card.code for card in state.market[-max(1, len(expect.get("market_tail", ()))) :]]
    return [], found | {
        "hand_counts": _is([size(hand) for hand in state.hands]),
        "market_count": _is(len(state.market_left)),
        "pile_count": _is(1 + size(state.pile)),
        "top": _is(state.top.code),
        "skipped": _is(skipped),
        "market_tail": _is(tail if expect.get("market_tail") else []),
        "first_player": _is(state.turn),
        "direction": _is(state.direction),
    }


def _sits(options: Options, seats: int) -> bool:
    try:
        WHOT.setup(options=options, seats=seats, seed=Seed.simulation(0))
    except BadOptions:
        return False
    return True


def _stacked(options: Options, seats: int, after: list[Card]) -> Randomness:
    """A pack in which `after` follows the deal; the other cards in their own order."""
    pack = rulings_for(options).pack
    rest = list(range(len(pack)))
    chosen: list[int] = []
    for card in after:
        place = next((index for index in rest if pack[index] is card), None)
        if place is None:
            raise RowProblem(f"{card.code} is not in the pack, or not so often")
        rest.remove(place)
        chosen.append(place)
    dealt = seats * options.hand_size
    return _Stacked(rest[:dealt] + chosen + rest[dealt:])


# -- points, tallies, coins ---------------------------------------------------------------------


def _score(row: Row, expect: Row) -> Answer:
    options, _extra = _rules(row)
    points = {c: points_of(read_card(c), options) for c in _get(expect, "points", dict)}
    return [], {"points": _is(points)}


def _tally(row: Row, expect: Row) -> Answer:
    _options, extra = _rules(row, {"games", "mode", "target"})
    games = _get(row, "games", list)
    seats = _get(row, "players", int)
    if extra.get("mode", "tally") not in ("tally", "knockout"):
        raise RowProblem(f"unknown mode: {extra['mode']!r}")
    if extra.get("mode") == "knockout":
        standing = tally.knockout(games, seats, extra.get("target", tally.KNOCKOUT_TARGET))
    else:
        standing = tally.running_tally(games, seats, _get(extra, "games", int))
    return [], {
        "totals": _is(list(standing.totals)),
        "ranking": _groups(standing.ranking),
        "finished": _is(standing.finished),
        "out": _set(standing.out),
        "winners": _set(standing.winners),
    }


def _coins(row: Row, expect: Row) -> Answer:
    _options, extra = _rules(row, {"multiplier"})
    settled = coins.wild_settlement(_get(extra, "multiplier", int), _get(row, "ranking_points", list), row.get("purse"))
    bankrupt = list(settled.bankrupt)

    def same(expected: Any) -> bool:
        wanted = [] if expected is None else [expected] if isinstance(expected, int) else expected
        return sorted(wanted) == bankrupt

    return [], {
        "losses": _is(list(settled.paid)),
        "gains": _is(list(settled.gains)),
        "bankrupt": (bankrupt, same),
    }


def _feat(row: Row, expect: Row) -> Answer:
    _options, extra = _rules(row, {"multiplier"})
    ranks = _get(row, "ranks", list, [0] * coins.PLACES)
    if len(_get(row, "ranking_points", list, ranks)) != coins.PLACES or len(ranks) != coins.PLACES:
        raise RowProblem(f"there are {coins.PLACES} places")
    multiplier = _get(extra, "multiplier", int)
    delta = [coins.feat_change(place, multiplier, rank) for place, rank in enumerate(ranks)]
    return [], {"delta": _is(delta)}


_POSITION = {
    "players", "hands", "top", "pile_below_top", "market", "refill_order", "turn", "direction",
    "pending", "missed", "actions",
}  # fmt: skip
_KINDS: dict[str, tuple[Callable[[Row, Row], Answer], set[str]]] = {
    "play": (_play, _POSITION),
    "deck": (_deck, set()),
    "setup": (_setup, {"players", "after_deal", "dealer", "start_card"}),
    "score": (_score, set()),
    "tally": (_tally, {"players", "games"}),
    "coins": (_coins, {"players", "ranking_points", "purse"}),
    "feat": (_feat, {"players", "ranking_points", "purse", "ranks"}),
}
assert len(CARDS) == len(CARD)
