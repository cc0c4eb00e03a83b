"""Scenario rows of Go-Stop, checked against the engine (form: the README beside the scenario files).

`differences(row)` gives the ways in which the engine's answer differs from the row's, or the one sentence that says
why the row cannot be understood. Every key is known or an error: a row that is misread must never pass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.core import Event, IllegalAction, Randomness, Seat
from rules.go_stop import dealing
from rules.go_stop.capture import matches
from rules.go_stop.cards import CARD, Bag, Card, bag_of, codes_in
from rules.go_stop.game import GO_STOP
from rules.go_stop.menus import menu_of
from rules.go_stop.options import PRESET, SEATS, options_for
from rules.go_stop.scoring import LINES, score, settle
from rules.go_stop.state import Piles, Setup, State

Row = Mapping[str, Any]
Found = dict[str, Any]

_COMMON = {"id", "game", "kind", "seed_doc", "clause", "ruling", "note", "expect"}
_TOLD = ("ppuk", "chok", "ttadak", "sseul", "pile", "own_pile")


class RowProblem(Exception):
    """The row itself is wrong."""


def differences(row: Row) -> list[str]:
    """What differs, one line each; empty when the row holds."""
    try:
        kind = _get(row, "kind", str)
        if kind not in _KINDS:
            raise RowProblem(f"unknown kind: {kind!r}")
        answer, needed, allowed = _KINDS[kind]
        _only(row, _COMMON | needed | allowed, "field")
        for key in ("id", *sorted(needed)):
            if key not in row:
                raise RowProblem(f"{key} is missing")
        expect = _get(row, "expect", dict)
        if not expect:
            raise RowProblem("nothing is expected")
        wrong, found = answer(row)
        return wrong + _differing("", expect, found)
    except (RowProblem, ValueError, TypeError, KeyError, IndexError) as problem:
        return [f"the row cannot be read: {problem or type(problem).__name__}"]


# -- comparing ------------------------------------------------------------------------------------


def _shown(value: object) -> str:
    return str(value).replace("'", '"')


def _differing(place: str, expected: Row, found: Row) -> list[str]:
    """Only what is named is compared, in objects within objects too; an unknown name is an error."""
    unknown = sorted(set(expected) - set(found))
    if unknown:
        raise RowProblem(f"unknown expectation: {', '.join(place + name for name in unknown)}")
    lines = []
    for name, wanted in expected.items():
        value = found[name]
        if name in _UNORDERED:
            value, wanted = _in_order(value), _in_order(wanted)
        if isinstance(value, dict) and isinstance(wanted, dict):
            lines += _differing(f"{place}{name}.", wanted, value)
        elif not _same(wanted, value):
            lines.append(f"{place}{name}: expected {_shown(wanted)}, got {_shown(value)}")
    return lines


_UNORDERED = ("options", "piles", "doubles")
"""Lists whose order says nothing."""


def _in_order(values: object) -> object:
    return sorted(values, key=str) if isinstance(values, list) else values


def _same(one: object, other: object) -> bool:
    """Equal JSON values; true is not 1."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return set(one) == set(other) and all(_same(one[key], other[key]) for key in one)
    return one == other and isinstance(one, bool) == isinstance(other, bool)


# -- reading --------------------------------------------------------------------------------------


def _only(given: Mapping[str, Any], known: set[str], what: str) -> None:
    unknown = sorted(set(given) - known)
    if unknown:
        raise RowProblem(f"unknown {what}: {', '.join(unknown)}")


def _get(row: Row, key: str, kind: type) -> Any:
    if key not in row:
        raise RowProblem(f"{key} is missing")
    value = row[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise RowProblem(f"{key} must be of type {kind.__name__}, not {_shown(value)}")
    return value


def _cards(codes: object) -> list[Card]:
    if not isinstance(codes, list):
        raise RowProblem(f"not a list of cards: {_shown(codes)}")
    for code in codes:
        if not isinstance(code, str) or code not in CARD:
            raise RowProblem(f"there is no card {_shown(code)}")
    if len(set(codes)) < len(codes):
        raise RowProblem(f"a card stands twice: {_shown(codes)}")
    return [CARD[code] for code in codes]


def _whole(value: object, what: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RowProblem(f"{what} is a whole number from {least} to {most}, not {_shown(value)}")
    return value


def _pair(given: Row, key: str, none: bool = False) -> tuple[Any, Any]:
    values = _get(given, key, list)
    if len(values) != SEATS:
        raise RowProblem(f"{key} has one value a seat")
    one, two = (None if none and value is None else _whole(value, key, 0, 1000) for value in values)
    return one, two


# -- score ----------------------------------------------------------------------------------------


def _score(row: Row) -> tuple[list[str], Found]:
    captured = bag_of(_cards(row["captured"]))
    scored = score(captured)
    found: Found = {line: getattr(scored, line) for line in LINES}
    found |= {
        "total": scored.total,
        "cup": scored.cup,
        "counts": {name: getattr(scored, name) for name in ("brights", "animals", "ribbons", "junk_units")},
    }
    if "settle" in row:
        given = _get(row, "settle", dict)
        _only(given, {"opponent", "gos"}, "field of settle")
        gos = _whole(given.get("gos"), "gos", 0, 1000)
        paid = settle(captured, bag_of(_cards(given.get("opponent"))), gos)
        found["settle"] = paid._asdict() | {"doubles": list(paid.doubles)}
    return [], found


# -- play -----------------------------------------------------------------------------------------


class _NoChance:
    """A position's seed: nothing is shuffled in a scenario."""

    def permutation(self, label: str, size: int) -> Sequence[int]:
        raise RowProblem("nothing is shuffled here")

    def below(self, label: str, bound: int) -> int:
        raise RowProblem("nothing is drawn here")


_SEED: Randomness = _NoChance()
_STATE = {"first", "actor", "turn", "gos", "last_go_score", "ppuk_made", "piles", "setup"}


def _piles(given: Row) -> Piles:
    piles = []
    for pile in _get(given, "piles", list):
        if not isinstance(pile, dict):
            raise RowProblem(f"not a pile: {_shown(pile)}")
        _only(pile, {"month", "owner"}, "field of a pile")
        month, owner = _get(pile, "month", str), pile.get("owner")
        if f"{month}-1" not in CARD:
            raise RowProblem(f"there is no month {month!r}")
        piles.append((int(month), None if owner is None else _whole(owner, "the owner of a pile", 0, 1)))
    return tuple(piles)


def _position(row: Row) -> tuple[State | None, str | None]:
    """The position of a row, or why its deal is thrown in."""
    given = _get(row, "state", dict)
    _only(given, _STATE, "field of state")
    hands, captured = ([_cards(part) for part in _get(row, key, list)] for key in ("hands", "captured"))
    if len(hands) != SEATS or len(captured) != SEATS:
        raise RowProblem("there are two hands and two heaps of captured cards")
    layout, stock = _cards(row["layout"]), _cards(row["stock"])
    first, actor = (_whole(given.get(key), key, 0, 1) for key in ("first", "actor"))
    piles, gos, ppuk = _piles(given), _pair(given, "gos"), _pair(given, "ppuk_made")
    last_go = _pair(given, "last_go_score", none=True)
    fresh = given.get("setup", False)
    if not isinstance(fresh, bool):
        raise RowProblem("setup is true or false")
    if fresh and _whole(given.get("turn", 1), "turn", 1, 1) != 1:
        raise RowProblem("a fresh deal is turn 1")
    turn = 1 if fresh else _whole(given.get("turn"), "turn", 1, 20)
    reason = dealing.redeal_reason([bag_of(hand) for hand in hands], bag_of(layout)) if fresh else None
    if reason is not None:
        return None, reason
    state = dealing.position(
        options_for(PRESET), hands, layout, stock, captured, seed=_SEED, turn=turn, actor=actor, first_seat=first,
        piles=piles, gos=gos, last_go=last_go, ppuk=ppuk,
    )  # fmt: skip
    if fresh:
        if any(map(bool, (*captured, *gos, *ppuk, *piles))):
            raise RowProblem("in a fresh deal nothing is captured, called or made yet")
        sizes = len(hands[0]), len(hands[1]), len(layout), len(stock)
        if sizes != (10, 10, 8, 20):
            raise RowProblem(f"a deal is of 10, 10, 8 and 20 cards, not of {sizes}")
        setup = Setup(state.setup.options, _SEED, first, 0)
        state = dealing.dealt(setup, state.hands, state.layout, state.stock)
    return state, None


def _action(given: Any) -> str:
    """A row's action in our notation."""
    if not isinstance(given, dict):
        raise RowProblem(f"not an action: {_shown(given)}")
    kind = given.get("type")
    if kind not in ("play", "choose", "go", "stop"):
        raise RowProblem(f"unknown action: {_shown(kind)}")
    _only(given, {"play": {"type", "card", "target"}, "choose": {"type", "card"}}.get(kind, {"type"}),
          "field of an action")  # fmt: skip
    if kind in ("go", "stop"):
        return str(kind)
    card = _cards([given.get("card")])[0]
    target = given.get("target")
    return f"{kind} {card.code}" + ("" if target is None else f" take {_cards([target])[0].code}")


def _play(row: Row) -> tuple[list[str], Found]:
    expect = row["expect"]
    actions = [_action(given) for given in _get(row, "actions", list)]
    announced = expect.get("rejected")
    if announced is not None:
        if not isinstance(announced, dict) or set(announced) != {"action"}:
            raise RowProblem("rejected is null or the number of an action")
        _whole(announced["action"], "rejected action", 0, len(actions) - 1)
    state, reason = _position(row)
    if state is None:
        if actions:
            raise RowProblem("nothing can be played in a deal that is thrown in")
        return [], _thrown_in(row, str(reason))
    before = state
    events: list[Event] = []
    rejected = None
    wrong = []
    for number, text in enumerate(actions):
        try:
            step = GO_STOP.apply(state, state.actor, GO_STOP.parse_action(text))
        except IllegalAction as refusal:
            if announced != {"action": number}:
                wrong.append(f"action {number} ({text}) was refused: {refusal}")
            rejected = {"action": number} if rejected is None else rejected
            continue
        state = step.state
        events += step.events
    return wrong, _found(before, state, events) | {"rejected": rejected}


def _thrown_in(row: Row, reason: str) -> Found:
    given = row["state"]
    return {
        "rejected": None, "events": [], "junk_moved": [], "pending": None,
        "outcome": {"result": "redeal", "reason": reason}, "layout": sorted(row["layout"]), "piles": [],
        "gained": [[], []], "lost": [[], []], "scores": [0, 0], "gos": given["gos"],
        "last_go_score": given["last_go_score"], "ppuk_made": given["ppuk_made"],
    }  # fmt: skip


def _found(before: State, state: State, events: Sequence[Event]) -> Found:
    def codes(bags: tuple[Bag, Bag]) -> list[list[str]]:
        return [list(codes_in(bag)) for bag in bags]

    old, new = before.captured, state.captured
    return {
        "events": [event.name for event in events if event.name in _TOLD],
        "junk_moved": [code for event in events if event.name == "junk" for code in event.cards],
        "pending": _pending(state),
        "outcome": _outcome(state),
        "layout": list(codes_in(state.layout)),
        "piles": [{"month": f"{month:02}", "owner": owner} for month, owner in state.piles],
        "gained": codes((new[0] & ~old[0], new[1] & ~old[1])),
        "lost": codes((old[0] & ~new[0], old[1] & ~new[1])),
        "scores": [score(bag).total for bag in new],
        "gos": list(state.gos),
        "last_go_score": list(state.last_go),
        "ppuk_made": list(state.ppuk),
    }


def _pending(state: State) -> dict[str, Any] | None:
    seat: Seat | None = GO_STOP.to_act(state)
    if seat is None:
        return None
    if state.deciding:
        return {"type": "go_stop", "player": seat, "options": [action.text for action in menu_of(state)]}
    if state.waiting is not None:
        options = list(codes_in(matches(state.layout, state.waiting.revealed)))
        return {"type": "choose", "player": seat, "options": options, "card": state.waiting.revealed.code}
    return {"type": "play", "player": seat}


def _outcome(state: State) -> dict[str, Any] | None:
    result = state.result
    if result is None:
        return None
    if result.winner is None:
        return {"result": "draw", "reason": result.reason}
    found: dict[str, Any] = {"result": "win", "winner": result.winner, "reason": result.reason,
                             "payment": result.payment}  # fmt: skip
    if result.settlement is not None:
        found |= result.settlement._asdict() | {"doubles": list(result.settlement.doubles)}
    return found


_KINDS: dict[str, tuple[Callable[[Row], tuple[list[str], Found]], set[str], set[str]]] = {
    "score": (_score, {"captured"}, {"settle"}),
    "play": (_play, {"hands", "layout", "stock", "captured", "state", "actions"}, set()),
}
