"""The players that do not look ahead: by chance, like a beginner, and by sound rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence

from rules.bots.contract import Chance, Decision, Stop, never
from rules.bots.whot.moves import Turn, said
from rules.bots.whot.playout import Choice
from rules.core import Event
from rules.whot.actions import DRAW, Action, Play, play
from rules.whot.view import View

THINKS = 60  # of a hundred turns of a beginner
PANICS = 70  # of a hundred of the others under an open pick: picks it, answer or not
TIMID = 22  # of a hundred of the others, where nothing forces one to play: to market, to keep a nice card
FORGETS = 25  # of a hundred "last cards" of a beginner

FEW_CARDS = 2  # in another hand: time to hit it, and to get rid of points
HITS = 30  # what a special card is worth more then, on the scale of Board.wants
POINTS = 3  # ... and every point in the hand
THE_END_IS_NEAR = 8  # cards in a market that is not made anew (W6.2)


def by_chance(view: View, told: Sequence[Event], chance: Chance, stop: Stop = never) -> Decision:
    """Any card that it may play, or what else it may do, and any call with it."""
    return Decision(_any(said(view.legal), chance))


def _any(moves: Sequence[Action], chance: Chance) -> Action:
    cards = list(dict.fromkeys(_without_call(action) for action in moves))
    card = cards[chance.below("move", len(cards))]
    ways = [action for action in moves if _without_call(action) == card]
    return ways[chance.below("call", len(ways))]


def _without_call(action: Action) -> str:
    return action.card.code if type(action) is Play else action.text


def easy(view: View, told: Sequence[Event], chance: Chance, stop: Stop = never) -> Decision:
    """Plays like a beginner: thinks now and then, holds cards back for no reason, forgets to say "last card"."""
    if len(view.legal) == 1:
        return Decision(view.legal[0])
    turn = Turn.plain(view)
    if chance.below("thinks", 100) < THINKS:
        action = turn.moves[turn.thumb()]
    elif DRAW in view.legal and chance.below("timid", 100) < (PANICS if view.owed else TIMID):
        action = DRAW
    else:
        action = _any(said(view.legal), chance)
    if type(action) is Play and action.last and chance.below("forgets", 100) < FORGETS:
        action = play(action.card, action.call)
    return Decision(action)


def normal(view: View, told: Sequence[Event], chance: Chance, stop: Stop = never) -> Decision:
    """Plays by rules of thumb: keeps company together, holds Whots back, hits whoever is about to finish, and gets rid
    of points when the end is near."""
    if len(view.legal) == 1:
        return Decision(view.legal[0])
    turn = Turn.plain(view)
    first = turn.thumb()
    winning = next((choice for choice in turn.moves if turn.wins_at_once(choice)), None)
    if winning is not None:
        return Decision(turn.moves[winning])
    if first.card <= 0 or view.fresh is not None or 1 << first.card - 1 & turn.board.wilds:
        return Decision(turn.moves[first])
    return Decision(turn.moves[_best_plain(turn, first)])


def _best_plain(turn: Turn, first: Choice) -> Choice:
    board, hand = turn.board, turn.hand
    finishing = turn.fewest_against() <= FEW_CARDS
    ending = finishing or (board.rulings.count and turn.view.market_count < THE_END_IS_NEAR)

    def wanted(choice: Choice) -> int:
        card = choice.card
        found = board.wants[card][(hand & board.shape_mates[card]).bit_count()]
        found += 10 * (hand & board.number_mates[card]).bit_count()
        if finishing and board.effect[card]:
            found += HITS
        return found + POINTS * board.points[card] if ending else found

    plain = [choice for choice in turn.moves if choice.card > 0 and not 1 << choice.card - 1 & board.wilds]
    return max(plain, key=lambda choice: (wanted(choice), choice == first))
