"""Broken rules of Go-Stop that the tests must notice: one wrong line per clause.

python -m tests.rules.go_stop.mutations            tries them all
python -m tests.rules.go_stop.mutations 5.12 R24   only these clauses
"""

from __future__ import annotations

import sys

from tests.rules.mutations import Mutation, main

CLAUSES = "tests/rules/go_stop/test_clauses.py::"
CONTRACT = "tests/rules/go_stop/test_contract.py::"


def of(clause: str, file: str, line: str, broken: str, test: str = "") -> Mutation:
    return Mutation(clause, file, line, broken, test, "go_stop")


MUTATIONS = [
    of("2.1", "cards", '"brjj", "arjj", "brjj"', '"brjj", "arjj", "arjj"'),
    of("2.2", "dealing", "HAND, LAYOUT = 10, 8", "HAND, LAYOUT = 9, 10",
       CLAUSES + "test_the_deal_follows_one_shuffle"),
    of("2.3", "dealing", 'first_seat = seed.below("first", seats)', "first_seat = 0",
       CLAUSES + "test_who_begins_is_drawn_from_the_deals_own_seed"),
    of("2.4", "dealing", 'if quads_in(layout):', "if False:"),
    of("R04", "dealing", 'label = f"redeal/{redeals}"', 'label = f"shuffle/{redeals}"',
       CLAUSES + "test_a_deal_is_thrown_in_until_one_stands"),
    of("R05", "dealing", '    if quads_in(layout):\n        return "layout_quad"\n'
       '    return "both_hand_quads" if all(map(quads_in, hands)) else None',
       '    if all(map(quads_in, hands)):\n        return "both_hand_quads"\n'
       '    return "layout_quad" if quads_in(layout) else None'),
    of("2.5", "dealing", 'Result("hand_quad", lucky, FLAT)', 'Result("hand_quad", 1 - lucky, FLAT)'),
    of("R06", "scoring", "FLAT = 5", "FLAT = 10"),
    of("2.6", "dealing", "all(map(quads_in, hands))", "any(map(quads_in, hands))"),
    of("2.7", "capture", ".bit_count() == 3)", ".bit_count() == 2)"),
    of("R07", "capture", "tuple((month, None) for", "tuple((month, 0) for"),
    of("3.1", "refusals", "if not state.hands[state.actor] & card.bag:", "if False:"),
    of("3.2", "turns", "layout |= card.bag  # 3.2", "layout |= 0"),
    of("3.4", "turns", "taken = action.target.bag  # 3.4", "taken = taken & -taken"),
    of("R12", "refusals", "if target is not None and target not in found:", "if False:"),
    of("3.5", "turns", "    elif count == 3:\n        piles, owner", "    elif count == 4:\n        piles, owner"),
    of("3.6", "turns", "if met.bit_count() == 2:", "if met.bit_count() == 4:"),
    of("R13", "refusals", "if action.card not in found:", "if False:"),
    of("R15", "turns", "if revealed.month == card.month:", "if revealed.month == card.month and count:"),
    of("3.8", "turns", "        if count == 1:\n", "        if False:\n"),
    of("3.8", "turns", "(*self.piles, (card.month, seat))", "(*self.piles, (card.month, 1 - seat))"),
    of("R18", "turns", 'three_ppuk", seat, FLAT))\n        return self._passed_on()',
       'three_ppuk", seat, FLAT))\n        return self._captured(0, [])'),
    of("3.9", "turns", "self.layout &= ~month\n", "self.layout &= ~self.cards.taken\n"),
    of("3.10", "turns", 'name = "chok" if count == 0 else "ttadak"', 'name = "ttadak"'),
    of("4.1", "turns", 'junk_units(self.theirs, 2) if cause == "own_pile" else junk_card(self.theirs)',
       'junk_units(self.theirs, 2)'),
    of("4.2", "turns", "if not self.layout and gained.bit_count() == 4:", "if gained.bit_count() == 4:"),
    of("R22", "turns", "if not self.layout and gained.bit_count() == 4:", "if not self.layout:"),
    of("4.3", "turns", 'if cause not in ("pile", "own_pile") and self.state.turn == LAST_TURN:', "if False:"),
    of("R33", "turns", 'if cause not in ("pile", "own_pile") and self.state.turn', "if self.state.turn"),
    of("R34", "turns", '"own_pile") and self.state.turn == LAST_TURN:', '"own_pile") and self.state.turn >= 19:'),
    of("4.4", "turns", '"own_pile" if owner == self.seat else "pile"', '"own_pile"'),
    of("4.5", "turns", '"own_pile" if owner == self.seat else "pile"', '"pile"'),
    of("4.6", "capture", "units -= card.units", "units -= 1"),
    of("4.7", "capture", "first_in(junk & ~DOUBLES or junk)", "first_in(1 << junk.bit_length() - 1)"),
    of("4.7", "capture", "first_in(junk & ~DOUBLES or junk)", "first_in(junk & DOUBLES or junk)"),
    of("4.8", "cards", "JUNK = _of_kind(Kind.JUNK)", 'JUNK = _of_kind(Kind.JUNK) | CARD["09-1"].bag'),
    of("4.9", "turns", "if made >= 3:", "if made >= 4:"),
    of("R30", "turns", "made = self.state.ppuk[seat] + 1", "made = sum(self.state.ppuk) + 1"),
    of("R24", "turns", "                causes.append(self._pile(cards.played, cards.owner))",
       "                causes.insert(0, self._pile(cards.played, None))"),
    of("R28", "turns", "self.mine |= card.bag\n", "self.mine |= 0\n"),
    of("5.1", "scoring", "bright = 2 if captured & RAIN else 3", "bright = 3"),
    of("5.1", "scoring", "15 if brights == 5 else 4", "4 if brights == 5 else 4"),
    of("5.3", "scoring", "return count - least + 1 if", "return count - least if"),
    of("5.4", "cards", 'BIRDS = of_codes("02-1 04-1 08-2")', 'BIRDS = of_codes("02-1 04-1 12-2")'),
    of("5.6", "cards", 'RED_POETRY = of_codes("01-2 02-2 03-2")', 'RED_POETRY = of_codes("01-2 02-2 12-3")'),
    of("5.7", "cards", 'BLUE = of_codes("06-2 09-2 10-2")', 'BLUE = of_codes("06-2 09-2")'),
    of("5.9", "cards", 'PLAIN_RED = of_codes("04-2 05-2 07-2")', 'PLAIN_RED = of_codes("04-2 05-2 12-3")'),
    of("5.10", "scoring", "_from(animals, 5), _from(units, 10)  # 5.3, 5.10", "_from(animals, 5), _from(units, 9)"),
    of("5.11", "cards", '"bjjd", "bard"', '"bjjj", "bard"'),
    of("5.12", "scoring", "if sum(other) > animal + junk:", "if sum(other) >= animal + junk:"),
    of("5.12", "scoring", "if sum(other) > animal + junk:", "if False:"),
    of("5.13", "scoring", "red_poetry + blue + plain_red + junk  # 5.13", "max(red_poetry, blue, plain_red) + junk"),
    of("6.1", "turns", "total < ENOUGH if last_go is None", "total <= ENOUGH if last_go is None"),
    of("1.3", "scoring", "ENOUGH = 7", "ENOUGH = 6"),
    of("R37", "turns", "else total <= last_go:", "else total < last_go:"),
    of("R37", "game", "score(state.captured[seat]).total),", "score(state.captured[1 - seat]).total),"),
    of("6.3", "scoring", "mine.total + gos if gos <= 2", "mine.total if gos <= 2"),
    of("6.4", "scoring", "else mine.total << gos - 2", "else (mine.total + gos) << gos - 2"),
    of("6.5", "scoring", "if mine.bright and not loser & BRIGHTS:", "if mine.brights and not loser & BRIGHTS:"),
    of("R42", "scoring", "not loser & BRIGHTS:", "not loser & BRIGHTS & ~RAIN:"),
    of("6.6", "scoring", "if mine.animals >= 7:", "if mine.animals >= 8:"),
    of("6.7", "scoring", "protecting_units(loser) < 5:", "protecting_units(loser) <= 5:"),
    of("R41", "scoring", "protecting_units(loser) < 5:", "0 < protecting_units(loser) < 5:"),
    of("6.7", "scoring", "if mine.junk and protecting", "if protecting"),
    of("6.8", "scoring", "after_go << len(doubles)", "after_go << min(1, len(doubles))"),
    of("6.9", "scoring", "            animals, units = animals - 1, units + 2\n", ""),
    of("6.10", "scoring", "+ (2 if captured & CUP else 0)", "+ 0"),
    of("6.11", "state", "return self.turn >= LAST_TURN - 1", "return self.turn >= LAST_TURN"),
    of("6.11", "menus", "return _STOP_ALONE if state.last_of_actor else _STOP_OR_GO", "return _STOP_OR_GO"),
    of("6.11", "refusals", "if state.deciding and state.last_of_actor:", "if False:"),
    of("1.5", "game", 'Result("stop", seat, paid.payment, paid)', 'Result("stop", 1 - seat, paid.payment, paid)'),
    of("1.6", "turns", 'return self._over(Result("nagari"))', 'return self._over(Result("nagari", self.seat, FLAT))'),
    of("R10", "refusals", "    if seat != state.actor or type(seat) is not int:", "    if False:",
       CONTRACT + "test_nobody_but_the_actor_may_act"),
    of("R40a", "refusals", "    if state.deciding:\n        raise", "    if False:\n        raise"),
    of("R49", "view", "hand=() if seat is None else codes_in(state.hands[seat])",
       "hand=codes_in(state.hands[seat or 0])",
       CONTRACT + "test_what_a_viewer_cannot_see_changes_nothing_for_it"),
    of("R49", "view", "for hand in state.hands) if over else None", "for hand in state.hands)",
       CONTRACT + "test_what_a_viewer_cannot_see_changes_nothing_for_it"),
    of("R53", "options", "MOST_MISSES = 2", "MOST_MISSES = 3",
       CLAUSES + "test_two_misses_in_a_row_lose_the_deal_before_the_turn_is_played"),
    of("R53", "menus", "return menu_of(state)[0]", "return menu_of(state)[-1]",
       CLAUSES + "test_a_timeout_plays_the_lowest_card_with_the_lowest_target_and_the_lowest_choice"),
    of("R53", "game", 'Result("last_player", 1 - seat, FLAT)', 'Result("last_player", seat, FLAT)',
       CLAUSES + "test_who_leaves_loses_even_with_points_on_the_table"),
    of("R53", "game", "return step if not state.misses[seat] else _with_misses(step, seat, 0)", "return step",
       CLAUSES + "test_a_move_of_ones_own_sets_the_misses_back"),
    of("R53a", "actions", 'f" take {target.code}" if target', 'f" takes {target.code}" if target'),
]  # fmt: skip

UNBROKEN = of("none", "game", "GO_STOP = GoStop()", "GO_STOP = GoStop()")
"""The rules as they are: every judge must let them pass."""

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], MUTATIONS))
