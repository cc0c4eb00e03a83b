"""Broken rules that the tests must notice: one wrong line per clause.

    python -m tests.rules.mutations            tries them all
    python -m tests.rules.mutations W4.6 W6.3  only these clauses

Each is put into a copy of `rules/` and judged by the scenario files, and where their format has no
words for the clause by the named tests.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FILES = {"whot": ("whot.jsonl", "ours.jsonl"), "go_stop": ("go_stop.jsonl", "ours_go_stop.jsonl")}
JUDGE = "import sys; from rules.scenarios import run_files; " + ("sys.exit(run_files(sys.argv[1:], print)[1] > 0)")


class Mutation(NamedTuple):
    clause: str
    file: str
    line: str
    broken: str
    test: str = ""  # a pytest node where the scenario format cannot say it
    game: str = "whot"


CLAUSES = "tests/rules/test_clauses.py::"
OPTIONS = "tests/rules/test_options.py::"
MUTATIONS = [
    Mutation("W1.2", "cards", "Shape.STAR: (1, 2, 3, 4, 5, 7, 8)", "Shape.STAR: (1, 2, 3, 4, 5, 7)"),
    Mutation("W1.2", "cards", "numbers + (WHOT,) * 5", "numbers + (WHOT,) * 4"),
    Mutation("W1.4", "cards", '"whot49": _one_pack(False)', '"whot49": _one_pack(True)'),
    Mutation("W1.5", "cards", "return (*discards, *reverses, PUNCH, PUNCH)",
             "return (*discards, *reverses, PUNCH)"),
    Mutation("W1.6", "options", "seats >= 5 and stacking", "seats >= 6 and stacking",
             OPTIONS + "test_two_packs_are_proposed_for_five_and_six_with_stacking_picks"),
    Mutation("W2.1", "options", '"000": (2, 4),', '"000": (2, 5),'),
    Mutation("W2.2", "options", "MARKET_LEAST = 10", "MARKET_LEAST = 5",
             OPTIONS + "test_ten_cards_stay_in_the_market"),
    Mutation("W2.3", "dealing", "hands[playing[place % len(playing)]] += cards[place].bag",
             "hands[playing[place // options.hand_size]] += cards[place].bag",
             CLAUSES + "test_cards_are_dealt_one_at_a_time_from_seat_0"),
    Mutation("W2.4", "dealing", "(*cards[place + 1 :], *skipped), skipped",
             "(*skipped, *cards[place + 1 :]), skipped"),
    Mutation("W2.4", "rulings", "return not card.wild\n", "return True\n"),
    Mutation("W2.4", "rulings", "return self.effects[card.index] == PLAIN",
             "return self.effects[card.index] <= AGAIN"),
    Mutation("W2.5", "dealing", "ring.after(first_seat, -1, 2), -1",
             "ring.after(first_seat, -1, 1), -1"),
    Mutation("W3.1", "rulings", "same_number = card.kind is Kind.NUMBER and card.number == top.number",
             "same_number = False"),
    Mutation("W3.1", "game", "if not hand & fits & card.mask or", "if not hand & card.mask or"),
    Mutation("W3.1", "game", "if not hand & fits & card.mask or", "if not fits & card.mask or"),
    Mutation("W3.2", "game", "        move.fresh = move.market[move.taken - 1]\n        return\n",
             "        pass\n"),
    Mutation("W3.2", "game", "(fresh is not None and fresh is not card)", "False"),
    Mutation("W3.2", "game", "owed is None and move.rulings.may_play", "move.rulings.may_play"),
    Mutation("W3.3", "game", "(not rulings.draw_when_able or (", "(False or ("),
    Mutation("W3.3", "game", "(taken == len(market) and (rulings.count or not pile))", "False"),
    Mutation("W3.3", "game", "        owed is None\n        and hands[seat] & fits",
             "        hands[seat] & fits"),
    Mutation("W3.5", "game", "(called is not None) if effect != WILD", "False if effect != WILD"),
    Mutation("W4.1", "rulings", '"again": AGAIN, "next_only": SKIP', '"again": SKIP, "next_only": SKIP'),
    Mutation("W4.1", "rulings", '"next_only": SKIP, "off": PLAIN', '"next_only": AGAIN, "off": PLAIN'),
    Mutation("W4.2", "game", "PICK[number] + (owed.count if owed is not None else 0)", "PICK[number]"),
    Mutation("W4.2", "rulings", "for card in CARDS if card.number == number)",
             "for card in CARDS if card.number in PICK)"),
    Mutation("W4.3", "rulings", "PICK = {2: 2, 5: 3}", "PICK = {2: 1, 5: 3}"),
    Mutation("W4.4", "rulings", 'options.whot_defence == "cancel"', 'options.whot_defence == "no"'),
    Mutation("W4.5", "game", "        move.events.append(actions.misses_turn(victim))\n        move.pass_turn()",
             "        move.events.append(actions.misses_turn(victim))"),
    Mutation("W4.6", "game", "min(2 if effect == STAR else 1, len(ring.seats) - 1)",
             "2 if effect == STAR else 1"),
    Mutation("W4.6", "rulings", "if card.shape is Shape.STAR and options.star8_skips == 2",
             "if options.star8_skips == 2"),
    Mutation("W4.6", "rulings", "8: eight if options.suspension else PLAIN", "8: eight"),
    Mutation("W4.7", "game", "other = move.ring.next[move.direction][other]", "other = move.ring.next[1][other]"),
    Mutation("W4.7", "game", "if move.rulings.general_again and", "if not move.rulings.general_again and"),
    Mutation("W4.8", "game", "effect == REVERSE and len(ring.seats) > 2", "effect == REVERSE"),
    Mutation("W4.8", "rulings", "7: REVERSE if options.reverse7 else PLAIN", "7: REVERSE"),
    Mutation("W4.9", "game", "else (called is None and rest)", "else False"),
    Mutation("W4.9", "game", "fits = rulings.fits_shape[called]", "fits = rulings.fits_card[card.index]"),
    Mutation("W4.9", "rulings", "return EVERYTHING", "return WHOT.mask"),
    Mutation("W4.10", "game", "        rest -= thrown\n", ""),
    Mutation("W4.10", "rulings", "same_action = card.kind is top.kind and top.kind is not Kind.NUMBER",
             "same_action = card.kind is top.kind is Kind.REVERSE"),
    Mutation("W4.11", "rulings", "same_action = card.kind is top.kind and top.kind is not Kind.NUMBER",
             "same_action = card.kind is top.kind is Kind.DISCARD_ALL"),
    Mutation("W4.12", "game", "move.call = shape  # W4.12", "move.call = None  # W4.12"),
    Mutation("W4.12", "game", "if owed is not None and owed.by in move.ring.seats",
             "if owed is not None"),
    Mutation("W4.12", "game", "move.draw(owed.by, owed.count, \"punch\")", "move.draw(seat, owed.count, \"punch\")"),
    Mutation("W4.13", "game", "        move.finish(\"emptied_hand\")  # W7.1, W4.13\n        return move.step()\n",
             "        move.finish(\"emptied_hand\")\n"),
    Mutation("W4.14", "game",
             "    if effect >= AUTO:\n        _move_cards(move, seat, effect, call or top.shape, owed)\n"
             "    if rest in ONE_CARD:\n        _last_card(move, seat, action.last)\n",
             "    if rest in ONE_CARD:\n        _last_card(move, seat, action.last)\n"
             "    if effect >= AUTO:\n        _move_cards(move, seat, effect, call or top.shape, owed)\n"),
    Mutation("W5.1", "game", "move.draw(seat, 2, \"last_card\")", "move.draw(seat, 1, \"last_card\")"),
    Mutation("W5.1", "game", "if rest in ONE_CARD:\n        _last_card", "if True:\n        _last_card"),
    Mutation("W5.2", "game", "if said or move.rulings.call_auto", "if said",
             CLAUSES + "test_the_last_card_call_and_its_omission_are_told_to_everyone"),
    Mutation("W6.1", "move", "        self.pile = 0\n", ""),
    Mutation("W6.2", "move", "if self.taken + wanted < len(self.market)", "if self.taken + wanted <= len(self.market)"),
    Mutation("W6.3", "move", "return in_mid_draw and self.rulings.cancel_rest and why != \"market\"", "return False"),
    Mutation("W6.3", "move", "return in_mid_draw and self.rulings.cancel_rest", "return self.rulings.cancel_rest"),
    Mutation("W6.4", "move", "all_passed or not any(", "not any("),
    Mutation("W6.4", "move", "all_passed or not any(self.hands[seat] & fits for seat in self.ring.seats)",
             "all_passed"),
    Mutation("W6.5", "move", "self.refills >= self.rulings.max_refills", "self.refills > self.rulings.max_refills"),
    Mutation("W6.5", "options", '3 if values["market_empty"] == "reshuffle" else None', "None",
             OPTIONS + "test_an_option_that_hangs_on_another_follows_it"),
    Mutation("W1.1", "cards", 'zip(SHAPES, "CTXSR", strict=True)', 'zip(SHAPES, "CTSXR", strict=True)',
             CLAUSES + "test_the_five_shapes_have_their_letters"),
    Mutation("W3.4", "menus", "    if not playable:\n        return _DRAW_ALONE",
             "    if not playable:\n        return ()",
             CLAUSES + "test_with_nothing_to_draw_a_seat_that_can_play_must"),
    Mutation("W7.1", "game", "    if not rest:\n        move.finish(\"emptied_hand\")",
             "    if False:\n        move.finish(\"emptied_hand\")"),
    Mutation("E1.4", "coins", "HOLD = 50", "HOLD = 30", CLAUSES + "test_ranks_of_the_whot_road"),
    Mutation("E2.3", "coins", "if feat_threshold(rank) <= feat", "if feat_threshold(rank) < feat",
             CLAUSES + "test_ranks_of_the_whot_road"),
    Mutation("W7.2", "refusals", "if not state.setup.rulings.options.clock", "if False"),
    Mutation("W7.2", "options", "30 * turn_clock", "20 * turn_clock",
             OPTIONS + "test_the_usual_clock_of_a_whole_game"),
    Mutation("W7.3", "rulings", "Kind.DISCARD_ALL: 15, Kind.REVERSE: 10", "Kind.DISCARD_ALL: 10, Kind.REVERSE: 10"),
    Mutation("W7.3", "rulings", "return card.number * 2 if doubled", "return card.number if doubled"),
    Mutation("W7.4", "scoring", "return points[seat], size(state.hands[seat])", "return points[seat], 0"),
    Mutation("W7.5", "game", 'move.finish("abandoned")', 'move.finish("time_up")',
             CLAUSES + "test_an_abandoned_game_is_ranked_as_it_stands"),
    Mutation("W8.1", "refusals", "state.setup.rulings.options.timeout == \"none\"", "False"),
    Mutation("W8.1", "game", "if not excused and move.miss(seat)", "if move.miss(seat)",
             CLAUSES + "test_an_excused_timeout_draws_and_counts_no_miss"),
    Mutation("W8.2", "move", "return 0 < self.setup.rulings.options.max_missed <= misses[seat]",
             "return 0 < self.setup.rulings.options.max_missed < misses[seat]"),
    Mutation("W8.2", "move", "        if self.absence.misses[seat]:\n", "        if False:\n"),
    Mutation("W8.3", "move", "            self.owed = None  # a penalty aimed at it lapses\n", ""),
    Mutation("W8.3", "move", "(*absence.left_hands, self.hands[seat])", "(*absence.left_hands, 0)",
             CLAUSES + "test_leaving_does_not_pay_in_the_running_tally"),
    Mutation("W8.3", "scoring", "for seat in reversed(absence.out)", "for seat in absence.out",
             CLAUSES + "test_eliminated_seats_rank_below_all_others_the_later_first"),
    Mutation("W8.4", "move", "if len(rest) == 1:", "if len(rest) == 0:"),
    Mutation("W8.5", "options", "Whole(15, 14 * DAY, none=True)", "Whole(1, 14 * DAY, none=True)",
             OPTIONS + "test_a_value_out_of_its_range_is_refused_by_name"),
    Mutation("W9.1", "tally", "return totals[seat], -won[seat]", "return -totals[seat], -won[seat]"),
    Mutation("W9.2", "tally", "finished = len(games) == agreed", "finished = True"),
    Mutation("W9.3", "tally", "totals[seat] >= target", "totals[seat] > target"),
    Mutation("W9.3", "tally", "return -left_after.get(seat, len(games)), totals[seat]",
             "return -left_after.get(seat, len(games)), -totals[seat]"),
    Mutation("W9.5", "scoring", "max(points[seat], worst_left) if seat in held", "points[seat] if seat in held",
             CLAUSES + "test_leaving_does_not_pay_in_the_running_tally"),
    Mutation("E1.1", "coins", "LEAST_POINTS = (0, 0, 30, 50)", "LEAST_POINTS = (0, 0, 30, 30)"),
    Mutation("E1.2", "coins", "tuple(map(min, owed, purses))", "owed"),
    Mutation("E1.3", "coins", "first = 3 * (100", "first = 2 * (100"),
    Mutation("E1.5", "coins", "(seat - first_seat) % len(hands)", "seat",
             CLAUSES + "test_places_of_a_wild_game_have_no_ties"),
    Mutation("E2.1", "coins", "2 * mode * rank // 45", "mode * rank // 45"),
    Mutation("E2.2", "coins", "return 0 if place == 1 else -(1 + rank)", "return 0 if place == 1 else -1"),
]  # fmt: skip


UNBROKEN = Mutation("none", "game", "WHOT = Whot()", "WHOT = Whot()")
"""The rules as they are: every judge must let them pass."""


def survives(mutation: Mutation) -> bool:
    """True when the tests do not notice the broken line. Raises LookupError if it is not there, or if a judge fails
    otherwise than by its verdict (a test that is not there, a crash)."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(ROOT / "rules", copy / "rules", ignore=shutil.ignore_patterns("__pycache__"))
        target = copy / "rules" / mutation.game / f"{mutation.file}.py"
        source = target.read_text(encoding="utf-8")
        if source.count(mutation.line) != 1:
            raise LookupError(f"{mutation.clause}: {mutation.line!r} must stand once in {target.name}")
        target.write_text(source.replace(mutation.line, mutation.broken), encoding="utf-8")
        rows = (str(ROOT / "tests/scenarios" / name) for name in FILES[mutation.game])
        command = [sys.executable, "-c", JUDGE, *rows]
        if mutation.test:
            for folder in ("tests/rules", "tests/scenarios", "tests/playthroughs"):
                shutil.copytree(ROOT / folder, copy / folder)
            (copy / "tests/__init__.py").touch()
            command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:django",
                       "-p", "no:cacheprovider", "-c", "/dev/null", "--rootdir", str(copy),
                       mutation.test]  # fmt: skip
        run = subprocess.run(command, cwd=copy, capture_output=True, text=True, timeout=120, check=False)
        if run.returncode not in (0, 1):
            raise LookupError(f"{mutation.clause}: the judge itself failed: {run.stdout[-500:]}{run.stderr[-500:]}")
        if run.returncode == 1 and not mutation.test and "Traceback" in run.stderr:
            raise LookupError(f"{mutation.clause}: a crash is no judgement: {run.stderr[-500:]}")
        return run.returncode == 0


def main(clauses: list[str], mutations: Sequence[Mutation] = MUTATIONS) -> int:
    chosen = [m for m in mutations if not clauses or m.clause in clauses]
    survivors = [mutation for mutation in chosen if survives(mutation)]
    for mutation in survivors:
        print(f"not noticed: {mutation.clause} {mutation.file}: {mutation.broken.strip()!r}")
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} broken lines noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
