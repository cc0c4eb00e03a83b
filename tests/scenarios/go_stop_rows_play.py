"""Play rows of Go-Stop: sections 2 to 4, 6.1 and 6.11, and the rulings about them."""

from __future__ import annotations

from tests.scenarios.go_stop_rows import BIRDS, NAGARI, RED3, play, setup, win

QUAD_WIN = {"result": "win", "reason": "hand_quad", "payment": 5}


def rows() -> None:
    _deals()
    _hand_card()
    _stock_card()
    _ppuk()
    _ttadak()
    _chok()
    _sseul()
    _piles()
    _junk_order()
    _three_ppuk()
    _decisions()
    _last_turns()
    _refusals()


def _deals() -> None:
    quad = "05-1 05-2 05-3 05-4"
    setup("g-deal-1", "2.1-2.3", "nothing special: the first player is to play", "", "", "", next=0)
    setup("g-deal-2", "2.3,R02", "the other seat was drawn to begin", "", "", "", first=1, next=1)
    redeal = {"result": "redeal", "reason": "layout_quad"}
    setup("g-deal-3", "2.4", "four of May in the layout: redeal", "", "", quad, outcome=redeal)
    setup("g-deal-4", "2.5", "four of May in the first hand: 5 at once", quad, "", "",
          outcome=QUAD_WIN | {"winner": 0})  # fmt: skip
    setup("g-deal-5", "2.5", "four of May in the second hand: that seat wins, whoever begins", "", quad, "",
          outcome=QUAD_WIN | {"winner": 1})  # fmt: skip
    setup("g-deal-6", "2.5", "the same where that seat begins", "", quad, "", first=1, outcome=QUAD_WIN | {"winner": 1})
    both = {"result": "redeal", "reason": "both_hand_quads"}
    setup("g-deal-7", "2.6", "a quad in each hand: redeal", quad, "11-1 11-2 11-3 11-4", "", outcome=both)
    two = f"{quad} 11-1 11-2 11-3 11-4"
    setup("g-deal-8", "2.5,R06", "two quads in one hand: 5, not 10", "", two, "", outcome=QUAD_WIN | {"winner": 1})
    setup("g-deal-9", "2.6,R06", "two quads in one hand and one in the other: redeal", two, "08-1 08-2 08-3 08-4", "",
          outcome=both)  # fmt: skip
    setup("g-deal-10", "R05", "a quad in the layout and one in the second hand: redeal", "", "11-1 11-2 11-3 11-4",
          quad, outcome=redeal)  # fmt: skip
    setup("g-deal-11", "R05", "quads in the layout and in both hands: the layout is the reason", "08-1 08-2 08-3 08-4",
          "11-1 11-2 11-3 11-4", quad, outcome=redeal)  # fmt: skip
    setup("g-deal-12", "2.7,R07", "a trio in the layout is one pile of nobody's", "", "", "12-1 12-2 12-4", piles="12",
          next=0)  # fmt: skip
    setup("g-deal-13", "2.7,R07", "two trios are two piles", "", "", "02-1 02-2 02-3 09-1 09-2 09-4", piles="02 09",
          next=0)  # fmt: skip
    setup("g-deal-14", "R08", "two of a month are two loose cards, no pile", "", "", "02-1 02-2 09-1 09-2", next=0)
    setup("g-deal-15", "R09,4.10", "three of a month in a hand are nothing special", "03-1 03-2 03-3", "", "", next=0)
    setup("g-deal-16", "2.5,2.7", "a quad in a hand wins beside a trio in the layout too", quad, "", "02-1 02-2 02-3",
          piles="02", outcome=QUAD_WIN | {"winner": 0})  # fmt: skip
    setup("g-deal-17", "R10,2.5", "after a quad nothing can be played", quad, "", "", do="play 05-1",
          outcome=QUAD_WIN | {"winner": 0}, rejected={"action": 0})  # fmt: skip


def _hand_card() -> None:
    eight = "01-1 02-1 03-1 04-1 06-1 08-1 09-1 10-1"
    play("g-hand-1", "3.2", "no card of the month: it stays in the layout, and the stock card too", "play 05-1",
         hand="05-1", layout=eight, stock="07-1", next=1, left=f"{eight} 05-1 07-1", gained=("", ""))  # fmt: skip
    play("g-hand-2", "3.3", "one card of the month: the two are captured", "play 04-3", hand="04-3", layout=eight,
         stock="07-1", next=1, left="01-1 02-1 03-1 06-1 07-1 08-1 09-1 10-1",
         gained=("04-1 04-3", ""))  # fmt: skip
    play("g-hand-3", "3.3,R11", "with a match taking it is compulsory, even a junk card by a bright", "play 08-1",
         hand="08-1", layout="08-3 02-1 03-1 04-1", stock="07-1", next=1, left="02-1 03-1 04-1 07-1",
         gained=("08-1 08-3", ""))  # fmt: skip
    play("g-hand-4", "R11", "any card may be played: one without a match although another has one", "play 05-1",
         hand="05-1 04-3", layout=eight, stock="07-1", next=1, left=f"{eight} 05-1 07-1")  # fmt: skip
    two = "06-1 06-3 02-1 03-1"
    play("g-hand-5", "3.4,R12", "two of the month: the one named is taken", "play 06-2 take 06-3", hand="06-2",
         layout=two, stock="07-1", next=1, left="06-1 02-1 03-1 07-1", gained=("06-2 06-3", ""))  # fmt: skip
    play("g-hand-6", "3.4,R12", "the other one named", "play 06-2 take 06-1", hand="06-2", layout=two, stock="07-1",
         next=1, left="06-3 02-1 03-1 07-1", gained=("06-1 06-2", ""))  # fmt: skip
    play("g-hand-7", "3.4,R14", "two equal junk cards still need a name", "play 06-1", hand="06-1",
         layout="06-3 06-4 02-1 03-1", stock="07-1", refused=0, next=0, left="06-3 06-4 02-1 03-1")  # fmt: skip
    play("g-hand-8", "3.5,R20", "three of the month: all four", "play 06-2", hand="06-2",
         layout="06-1 06-3 06-4 02-1", stock="07-1", piles="06:-", events="pile", next=1, left="02-1 07-1",
         gained=("06-1 06-2 06-3 06-4", ""))  # fmt: skip
    play("g-hand-9", "R12", "with one match the right target is tolerated", "play 04-3 take 04-1", hand="04-3",
         layout=eight, stock="07-1", next=1, gained=("04-1 04-3", ""))  # fmt: skip
    play("g-hand-10", "R12", "with a pile a target of it is tolerated, and all four come", "play 06-2 take 06-4",
         hand="06-2", layout="06-1 06-3 06-4 02-1", stock="07-1", piles="06:-", events="pile", next=1,
         gained=("06-1 06-2 06-3 06-4", ""))  # fmt: skip
    play("g-hand-11", "3.2", "onto an empty layout both cards stay", "play 05-1", hand="05-1", layout="", stock="07-1",
         turn=5, next=1, left="05-1 07-1", gained=("", ""))  # fmt: skip
    play("g-hand-12", "3.3", "seat 1 plays by the same rules", "play 04-3", hand="04-3", layout=eight, stock="07-1",
         actor=1, next=0, gained=("", "04-1 04-3"))  # fmt: skip


def _stock_card() -> None:
    four = "01-1 02-1 03-1 04-1"
    play("g-stock-1", "3.6", "the stock card finds nothing and stays", "play 01-3", hand="01-3", layout=four,
         stock="12-2", next=1, left="02-1 03-1 04-1 12-2", gained=("01-1 01-3", ""))  # fmt: skip
    play("g-stock-2", "3.6,R17", "two ordinary pairs in a turn: no Ttadak, and no junk moves", "play 01-3",
         hand="01-3", layout=four, stock="03-3", theirs="07-3 07-4", next=1, left="02-1 04-1",
         gained=("01-1 01-3 03-1 03-3", ""), lost=("", ""))  # fmt: skip
    play("g-stock-3", "3.6,R13", "two loose cards of the stock card's month: a decision", "play 01-3", hand="01-3",
         layout="01-1 03-1 03-2 04-1", stock="03-4", choice="03-4 03-1 03-2", gained=("", ""))  # fmt: skip
    play("g-stock-4", "3.6,R13", "the decision once taken: one goes, one stays", "play 01-3; choose 03-1", hand="01-3",
         layout="01-1 03-1 03-2 04-1", stock="03-4", next=1, left="03-2 04-1",
         gained=("01-1 01-3 03-1 03-4", ""))  # fmt: skip
    play("g-stock-5", "3.6,R13", "the same after a card that found nothing", "play 05-3; choose 03-2", hand="05-3",
         layout="01-1 03-1 03-2 04-1", stock="03-4", next=1, left="01-1 03-1 04-1 05-3",
         gained=("03-2 03-4", ""))  # fmt: skip
    play("g-stock-6", "3.6,R19", "the stock card takes a pile of nobody's: one junk card", "play 01-3", hand="01-3",
         layout="01-1 03-1 03-2 03-3", stock="03-4", theirs="07-3 07-4", piles="03:-", events="pile", junk="07-3",
         next=1, left="", gained=("01-1 01-3 03-1 03-2 03-3 03-4 07-3", ""), lost=("", "07-3"))  # fmt: skip
    play("g-stock-7", "R19,3.2", "a stock card that takes a pile after a card that found nothing", "play 05-3",
         hand="05-3", layout="01-1 03-1 03-2 03-3", stock="03-4", theirs="07-4", piles="03:1", ppuk=(0, 1),
         events="pile", junk="07-4", next=1, left="01-1 05-3")  # fmt: skip
    play("g-stock-8", "3.4,3.6", "both choices in one turn", "play 01-4 take 01-1; choose 03-2", hand="01-4",
         layout="01-1 01-2 03-1 03-2", stock="03-4", next=1, left="01-2 03-1",
         gained=("01-1 01-4 03-2 03-4", ""))  # fmt: skip
    play("g-stock-9", "R15", "the stock card cannot match what the hand card takes: it is of another month",
         "play 01-4 take 01-1", hand="01-4", layout="01-1 01-2 03-1 03-2", stock="06-1", next=1,
         left="01-2 03-1 03-2 06-1")  # fmt: skip


def _ppuk() -> None:
    four = "01-1 02-1 03-1 04-1"
    play("g-ppuk-1", "3.8", "hand, layout and stock card of a month stay as a pile of the player's", "play 03-3",
         hand="03-3", layout=four, stock="03-4", theirs="07-3", events="ppuk", next=1,
         left="01-1 02-1 03-1 03-3 03-4 04-1", gained=("", ""), ppuk_made=[1, 0],
         piles_after=[("03", 0)])  # fmt: skip
    play("g-ppuk-2", "3.8", "made by seat 1", "play 03-3", hand="03-3", layout=four, stock="03-4", actor=1,
         events="ppuk", next=0, ppuk_made=[0, 1], piles_after=[("03", 1)])  # fmt: skip
    play("g-ppuk-3", "3.8,R18", "a Ppuk gives no decision although the score is 9 and no Go was called", "play 03-3",
         hand="03-3", layout=four, stock="03-4", mine=f"05-2 06-2 09-2 10-2 {RED3}",
         events="ppuk", next=1)  # fmt: skip
    play("g-ppuk-4", "3.8,4.4", "the opponent takes it at once with the hand card: one junk card",
         "play 03-3; play 03-2", hand="03-3", other="03-2", layout=four, stock="03-4 12-2", mine="09-3 09-4",
         events="ppuk pile", junk="09-3", next=0, left="01-1 02-1 04-1 12-2", ppuk_made=[1, 0], piles_after=[],
         gained=("", "03-1 03-2 03-3 03-4 09-3"), lost=("09-3", ""))  # fmt: skip
    play("g-ppuk-5", "3.8,R19", "the opponent's stock card takes it", "play 03-3; play 12-3", hand="03-3",
         other="12-3", layout=four, stock="03-4 03-2", mine="09-3 09-4", events="ppuk pile", junk="09-3", next=0,
         left="01-1 02-1 04-1 12-3", gained=("", "03-1 03-2 03-3 03-4 09-3"), lost=("09-3", ""))  # fmt: skip
    play("g-ppuk-6", "3.8,4.5", "the maker takes it two turns later: two units", "play 03-3; play 12-3; play 03-2",
         hand="03-3 03-2", other="12-3", layout=four, stock="03-4 07-2 11-2", theirs="09-3 09-4 10-3",
         events="ppuk own_pile", junk="09-3 09-4", next=1, ppuk_made=[1, 0],
         lost=("", "09-3 09-4"))  # fmt: skip
    play("g-ppuk-7", "R16,R15", "two in the layout at first is no Ppuk but Ttadak", "play 03-3 take 03-1", hand="03-3",
         layout="03-1 03-2 01-1 02-1", stock="03-4", events="ttadak", next=1, ppuk_made=[0, 0])  # fmt: skip
    play("g-ppuk-8", "3.8", "a second Ppuk of the same player: two made, nothing won yet", "play 03-3", hand="03-3",
         layout=four, stock="03-4", ppuk=(1, 0), events="ppuk", next=1, ppuk_made=[2, 0])  # fmt: skip


def _ttadak() -> None:
    two = "03-1 03-2 01-1 02-1"
    play("g-ttadak-1", "3.9,4.1", "all four and one junk card", "play 03-3 take 03-1", hand="03-3", layout=two,
         stock="03-4", theirs="07-3 08-3", events="ttadak", junk="07-3", next=1, left="01-1 02-1",
         gained=("03-1 03-2 03-3 03-4 07-3", ""), lost=("", "07-3"))  # fmt: skip
    play("g-ttadak-2", "3.9,R21", "the other target named: the same", "play 03-3 take 03-2", hand="03-3", layout=two,
         stock="03-4", theirs="07-3 08-3", events="ttadak", junk="07-3", next=1, left="01-1 02-1",
         gained=("03-1 03-2 03-3 03-4 07-3", ""))  # fmt: skip
    play("g-ttadak-3", "R21,R12", "the target must be named although it will not matter", "play 03-3", hand="03-3",
         layout=two, stock="03-4", refused=0, next=0, left=two)  # fmt: skip
    play("g-ttadak-4", "4.1,R26", "the opponent has no junk: nothing moves", "play 03-3 take 03-1", hand="03-3",
         layout=two, stock="03-4", theirs="07-1 08-1 09-1", events="ttadak", next=1, lost=("", ""))  # fmt: skip
    play("g-ttadak-5", "3.9,R22", "the only two layout cards, of one month: Ttadak, no Sseul", "play 03-3 take 03-1",
         hand="03-3", layout="03-1 03-2", stock="03-4", theirs="07-3 07-4", turn=5, events="ttadak", junk="07-3",
         next=1, left="", lost=("", "07-3"))  # fmt: skip
    play("g-ttadak-6", "3.9", "no choice is asked for the stock card of one's own month", "play 03-3 take 03-1",
         hand="03-3", layout=two, stock="03-4", events="ttadak", next=1,
         gained=("03-1 03-2 03-3 03-4", ""))  # fmt: skip


def _chok() -> None:
    four = "01-1 02-1 04-1 06-1"
    play("g-chok-1", "3.10,4.1", "the stock card captures the unmatched hand card: one junk card", "play 03-3",
         hand="03-3", layout=four, stock="03-4", theirs="07-3 08-3", events="chok", junk="07-3", next=1, left=four,
         gained=("03-3 03-4 07-3", ""), lost=("", "07-3"))  # fmt: skip
    play("g-chok-2", "3.10,R22", "on an empty layout: Chok, no Sseul", "play 03-3", hand="03-3", layout="",
         stock="03-4", theirs="07-3 08-3", turn=5, events="chok", junk="07-3", next=1, left="",
         lost=("", "07-3"))  # fmt: skip
    play("g-chok-3", "4.1,R25", "only a double to give: the double goes, for one card", "play 03-3", hand="03-3",
         layout=four, stock="03-4", theirs="11-4 10-1", events="chok", junk="11-4", next=1,
         gained=("03-3 03-4 11-4", ""))  # fmt: skip
    play("g-chok-4", "4.8", "the cup is never taken, even alone", "play 03-3", hand="03-3", layout=four, stock="03-4",
         theirs="09-1", events="chok", next=1, lost=("", ""))  # fmt: skip
    play("g-chok-5", "4.8,R29", "the cup read as junk stays; the last single goes", "play 03-3", hand="03-3",
         layout=four, stock="03-4", theirs="09-1 01-3 01-4 02-3 02-4 04-3 04-4 05-3 05-4", events="chok",
         junk="01-3", next=1, lost=("", "01-3"))  # fmt: skip
    play("g-chok-6", "3.10", "seat 1 takes from seat 0", "play 03-3", hand="03-3", layout=four, stock="03-4", actor=1,
         theirs="07-3", events="chok", junk="07-3", next=0, lost=("07-3", ""))  # fmt: skip
    play("g-chok-7", "3.10,R15", "matching another month's card is no Chok", "play 03-3", hand="03-3", layout=four,
         stock="01-4", theirs="07-3", next=1, left="02-1 04-1 06-1 03-3", lost=("", ""))  # fmt: skip


def _sseul() -> None:
    play("g-sseul-1", "4.2", "the only two layout cards, each by one card of the turn", "play 01-3", hand="01-3",
         layout="01-1 02-1", stock="02-4", theirs="07-3 08-3", turn=5, events="sseul", junk="07-3", next=1, left="",
         gained=("01-1 01-3 02-1 02-4 07-3", ""))  # fmt: skip
    play("g-sseul-2", "4.2,R22", "one of two cards taken only: no Sseul", "play 01-3", hand="01-3",
         layout="01-1 02-1", stock="06-4", theirs="07-3", turn=5, next=1, left="02-1 06-4", lost=("", ""))  # fmt: skip
    play("g-sseul-3", "4.2,R22", "a pile and a single: the layout is empty, but it is a pile, no Sseul", "play 01-3",
         hand="01-3", layout="01-1 01-2 01-4 02-1", stock="02-4", theirs="07-3 08-3", piles="01:-", turn=5,
         events="pile", junk="07-3", next=1, left="")  # fmt: skip
    play("g-sseul-4", "4.2,R22", "a single and a pile by the stock card: no Sseul either", "play 02-4", hand="02-4",
         layout="01-1 01-2 01-4 02-1", stock="01-3", theirs="07-3 08-3", piles="01:-", turn=5, events="pile",
         junk="07-3", next=1, left="")  # fmt: skip
    play("g-sseul-5", "4.2,R22", "two piles empty the layout: two piles, no Sseul", "play 02-4", hand="02-4",
         layout="01-1 01-2 01-4 02-1 02-2 02-3", stock="01-3", theirs="07-3 08-3 09-3", piles="01:- 02:-",
         events="pile pile", junk="07-3 08-3", next=1, left="")  # fmt: skip
    play("g-sseul-6", "4.2", "four layout cards of which two are taken: no Sseul", "play 01-3", hand="01-3",
         layout="01-1 02-1 06-1 09-2", stock="02-4", theirs="07-3", turn=5, next=1, left="06-1 09-2")  # fmt: skip
    play("g-sseul-7", "4.2,R22", "two layout cards, and the hand card is captured by the stock card: Chok",
         "play 03-3", hand="03-3", layout="01-1 02-1", stock="03-4", theirs="07-3", turn=5, events="chok", junk="07-3",
         next=1, left="01-1 02-1")  # fmt: skip
    play("g-sseul-8", "4.2,R26", "Sseul against an opponent without junk", "play 01-3", hand="01-3",
         layout="01-1 02-1", stock="02-4", theirs="10-1", turn=5, events="sseul", next=1, lost=("", ""))  # fmt: skip


def _piles() -> None:
    lay = "05-1 05-2 05-3 01-1"
    play("g-pile-1", "4.4,R07", "a pile of the deal: one junk card, whoever takes it", "play 05-4", hand="05-4",
         layout=lay, stock="12-2", theirs="07-3 08-3", piles="05:-", events="pile", junk="07-3", next=1,
         left="01-1 12-2", lost=("", "07-3"))  # fmt: skip
    play("g-pile-2", "4.4", "the opponent's Ppuk: one junk card", "play 05-4", hand="05-4", layout=lay, stock="12-2",
         theirs="07-3 08-3", piles="05:1", ppuk=(0, 1), events="pile", junk="07-3", next=1,
         lost=("", "07-3"))  # fmt: skip
    own = {"hand": "05-4", "layout": lay, "stock": "12-2", "piles": "05:0", "ppuk": (1, 0), "next": 1}
    play("g-pile-3", "4.5", "one's own Ppuk: two singles", "play 05-4", theirs="07-3 08-3 09-3", events="own_pile",
         junk="07-3 08-3", lost=("", "07-3 08-3"), **own)  # type: ignore[arg-type]  # fmt: skip
    play("g-pile-4", "4.6,R27", "one's own Ppuk against a double alone: one double pays both units", "play 05-4",
         theirs="11-4 10-1", events="own_pile", junk="11-4", **own)  # type: ignore[arg-type]  # fmt: skip
    play("g-pile-5", "4.6,R27", "two doubles and no single: one of them settles it", "play 05-4", theirs="12-4 11-4",
         events="own_pile", junk="11-4", **own)  # type: ignore[arg-type]  # fmt: skip
    play("g-pile-6", "4.7,R27", "two singles go before any double", "play 05-4", theirs="11-4 12-4 08-3 07-4",
         events="own_pile", junk="07-4 08-3", **own)  # type: ignore[arg-type]  # fmt: skip
    play("g-pile-7", "4.7,R27", "one single and a double: both go, no change is given", "play 05-4", theirs="11-4 08-3",
         events="own_pile", junk="08-3 11-4", **own)  # type: ignore[arg-type]  # fmt: skip
    play("g-pile-8", "R26", "one's own Ppuk against one single: that is all", "play 05-4", theirs="08-3",
         events="own_pile", junk="08-3", **own)  # type: ignore[arg-type]  # fmt: skip
    play("g-pile-9", "R26,4.8", "one's own Ppuk against the cup alone: nothing", "play 05-4", theirs="09-1",
         events="own_pile", **own)  # type: ignore[arg-type]  # fmt: skip
    two = "05-1 05-2 05-3 06-1 06-2 06-3"
    play("g-pile-10", "R24", "two piles, the own one by the stock card: one card first, then two units", "play 05-4",
         hand="05-4", layout=two, stock="06-4", theirs="07-3 08-3 09-3 09-4", piles="05:1 06:0", ppuk=(1, 1),
         events="pile own_pile", junk="07-3 08-3 09-3", next=1, left="")  # fmt: skip
    play("g-pile-11", "R24", "two piles, the own one by the hand card: single and double first, then nothing is left",
         "play 05-4", hand="05-4", layout=two, stock="06-4", theirs="07-3 11-4", piles="05:0 06:-", ppuk=(1, 0),
         events="own_pile pile", junk="07-3 11-4", next=1, left="")  # fmt: skip
    play("g-pile-12", "R24", "the same the other way round: the single for the pile, the double for the own one",
         "play 06-4", hand="06-4", layout=two, stock="05-4", theirs="07-3 11-4", piles="05:0 06:-", ppuk=(1, 0),
         events="pile own_pile", junk="07-3 11-4", next=1, left="")  # fmt: skip
    play("g-pile-13", "R24,4.5", "two own piles: two units each", "play 06-4", hand="06-4", layout=two, stock="05-4",
         theirs="07-3 08-3 11-4 10-3", piles="05:0 06:0", ppuk=(2, 0), events="own_pile own_pile",
         junk="07-3 08-3 10-3 11-4", next=1)  # fmt: skip
    play("g-pile-14", "R23", "a pile by the hand card and an ordinary pair by the stock card: one transfer",
         "play 05-4", hand="05-4", layout="05-1 05-2 05-3 01-1", stock="01-4", theirs="07-3 08-3", piles="05:-", turn=7,
         events="pile", junk="07-3", next=1, left="")  # fmt: skip
    play("g-pile-15", "4.4,R13", "a pile by the hand card and a choice for the stock card: the junk waits for it",
         "play 05-4", hand="05-4", layout="05-1 05-2 05-3 01-1 01-2 02-1", stock="01-4", theirs="07-3", piles="05:-",
         choice="01-4 01-1 01-2", gained=("", ""), lost=("", ""))  # fmt: skip
    play("g-pile-16", "4.4,R13", "and once it is taken", "play 05-4; choose 01-2", hand="05-4",
         layout="05-1 05-2 05-3 01-1 01-2 02-1", stock="01-4", theirs="07-3", piles="05:-", events="pile", junk="07-3",
         next=1, left="01-1 02-1", gained=("01-2 01-4 05-1 05-2 05-3 05-4 07-3", ""))  # fmt: skip


def _junk_order() -> None:
    lay = "01-1 02-1 04-1 06-1"
    for number, (theirs, taken, note) in enumerate((
        ("10-3 09-4 08-3", "08-3", "the lowest id of the singles"),
        ("10-4 10-3", "10-3", "within a month the lower k"),
        ("12-4 11-2", "11-2", "a November single before the rain double"),
        ("11-4 12-4", "11-4", "of two doubles the lower id"),
        ("11-4 11-3 11-2", "11-2", "November's plain cards before its double"),
        ("09-1 09-3", "09-3", "never the cup, although its id is lower"),
        ("08-1 08-2 09-2 10-3", "10-3", "only printed junk: no bright, animal or ribbon"),
    ), 1):  # fmt: skip
        play(f"g-junk-order-{number}", "4.7,R29", note, "play 03-3", hand="03-3", layout=lay, stock="03-4",
             theirs=theirs, events="chok", junk=taken, next=1)  # fmt: skip


def _three_ppuk() -> None:
    lay = "01-1 02-1 03-1 04-1"
    third = {"result": "win", "reason": "three_ppuk", "payment": 5}
    play("g-third-1", "4.9,R31,R32", "the third Ppuk wins 5 at once", "play 03-3", hand="03-3", layout=lay,
         stock="03-4", ppuk=(2, 0), events="ppuk", ppuk_made=[3, 0], outcome=third | {"winner": 0})  # fmt: skip
    play("g-third-2", "4.9,R30", "the opponent's two do not count", "play 03-3", hand="03-3", layout=lay, stock="03-4",
         ppuk=(1, 2), events="ppuk", ppuk_made=[2, 2], next=1)  # fmt: skip
    play("g-third-3", "4.9,R31", "made by seat 1, which called three Go: still 5 flat", "play 03-3", hand="03-3",
         layout=lay, stock="03-4", actor=1, ppuk=(0, 2), gos=(0, 3), last=(None, 9), events="ppuk",
         outcome=third | {"winner": 1})  # fmt: skip
    play("g-third-4", "4.9,R30", "piles taken since do not lower the count", "play 03-3", hand="03-3", layout=lay,
         stock="03-4", ppuk=(2, 0), piles="", events="ppuk", outcome=third | {"winner": 0})  # fmt: skip
    play("g-third-5", "4.9,R10", "after it nothing can be played", "play 03-3; play 12-3", hand="03-3", other="12-3",
         layout=lay, stock="03-4", ppuk=(2, 0), events="ppuk", refused=1, outcome=third | {"winner": 0})  # fmt: skip
    play("g-third-6", "R31,4.9", "the opponent who called Go gets nothing", "play 03-3", hand="03-3", layout=lay,
         stock="03-4", ppuk=(2, 1), gos=(0, 2), last=(None, 12), events="ppuk",
         outcome=third | {"winner": 0})  # fmt: skip


def _decisions() -> None:
    lay = "04-1 06-1 09-2 10-1"
    eight = f"{RED3} 02-1 08-2 05-1 07-1"  # red poetry 3 and four animals; with 04-1: Godori 5 and five animals 1
    reach = {"hand": "04-3", "layout": lay, "stock": "12-2", "mine": eight}
    play("g-go-offer", "6.1,1.2,1.3", "9 points at the end of the own turn: Stop or Go", "play 04-3",
         offer="stop go", scores=[9, 0], **reach)  # type: ignore[arg-type]  # fmt: skip
    play("g-six", "1.3,6.1", "3 + 3 = 6 points are no decision", "play 09-3", hand="09-3", layout="09-2 06-1 04-1 02-1",
         stock="12-2", mine="01-1 03-1 08-1 06-2 10-2", next=1, scores=[6, 0])  # fmt: skip
    play("g-seven", "1.3,6.1", "3 + 4 = 7 points are a decision", "play 09-3", hand="09-3",
         layout="09-2 06-1 04-1 02-1", stock="12-2", mine="01-1 03-1 08-1 11-1 06-2 10-2", offer="stop go",
         scores=[7, 0])  # fmt: skip
    play("g-stop", "6.2", "Stop pays the combination score; against no bright and no junk nothing doubles here",
         "play 04-3; stop", outcome=win(0, 9, 9), scores=[9, 0], **reach)  # type: ignore[arg-type]  # fmt: skip
    play("g-go", "6.1,6.3", "Go: counted, remembered, the opponent plays", "play 04-3; go", next=1, scores=[9, 0],
         last_go_score=[9, None], gos_after=[1, 0], **reach)  # type: ignore[arg-type]  # fmt: skip
    play("g-go-seat-1", "6.1,R40b", "Go by seat 1 is its own", "play 04-3; go", actor=1, next=0,
         last_go_score=[None, 9], gos_after=[0, 1], **reach)  # type: ignore[arg-type]  # fmt: skip
    rising = {"hand": "10-3", "layout": "10-1 06-1 09-2 12-2", "stock": "11-2", "mine": f"{eight} 04-1"}
    play("g-after-go-rise", "1.4,6.1,R37", "after Go at 9 a sixth animal makes 10: a decision", "play 10-3",
         gos=(1, 0), last=(9, None), offer="stop go", scores=[10, 0], **rising)  # type: ignore[arg-type]  # fmt: skip
    play("g-after-go-same", "1.4,R37", "after Go at 10 the score comes to 10: no decision", "play 10-3", gos=(1, 0),
         last=(10, None), next=1, scores=[10, 0], **rising)  # type: ignore[arg-type]  # fmt: skip
    play("g-after-go-less", "1.4,R37", "after Go at 12 and junk lost since, 10 is less: no decision", "play 10-3",
         gos=(1, 0), last=(12, None), next=1, **rising)  # type: ignore[arg-type]  # fmt: skip
    play("g-after-go-idle", "1.4", "after Go a turn that captures nothing: no decision", "play 11-3", hand="11-3",
         layout="10-1 06-1", stock="12-3", mine=f"{eight} 04-1", gos=(1, 0), last=(9, None), turn=7, next=1,
         scores=[9, 0])  # fmt: skip
    play("g-go-twice", "6.3", "a second Go", "play 10-3; go", gos=(1, 0), last=(9, None), next=1,
         last_go_score=[10, None], gos_after=[2, 0], **rising)  # type: ignore[arg-type]  # fmt: skip
    play("g-stop-one-go", "6.3", "Stop after one Go: 10 + 1", "play 10-3; stop", gos=(1, 0), last=(9, None),
         outcome=win(0, 11, 10, 1, 11), **rising)  # type: ignore[arg-type]  # fmt: skip
    play("g-stop-two-go", "6.3", "Stop after two Go: 10 + 2", "play 10-3; stop", gos=(2, 0), last=(9, None),
         outcome=win(0, 12, 10, 2, 12), **rising)  # type: ignore[arg-type]  # fmt: skip
    play("g-stop-three-go", "6.4,R44", "Stop after three Go: 10 x 2", "play 10-3; stop", gos=(3, 0), last=(9, None),
         outcome=win(0, 20, 10, 3, 20), **rising)  # type: ignore[arg-type]  # fmt: skip
    play("g-stop-other-went", "1.5,R38", "the other called Go and loses its points; no extra doubling for it",
         "play 04-3; stop", gos=(0, 2), last=(None, 12), outcome=win(0, 9, 9),
         **reach)  # type: ignore[arg-type]  # fmt: skip
    play("g-stop-other-go", "6.3,R40b", "the other's Go counts nothing for who stops", "play 10-3; stop", gos=(1, 4),
         last=(9, 20), outcome=win(0, 11, 10, 1, 11), **rising)  # type: ignore[arg-type]  # fmt: skip
    play("g-go-not-points", "R40", "Go points do not help to reach a decision: 9 after Go at 9", "play 04-3",
         hand="04-3", layout=lay, stock="12-2", mine=eight, gos=(1, 0), last=(9, None), next=1)  # fmt: skip
    play("g-chok-reaches", "6.1,R39,R28", "the tenth unit comes by a transfer and counts at once: 6 + 1", "play 05-3",
         hand="05-3", layout="04-1 06-1 09-2 10-1", stock="05-4", theirs="07-3",
         mine="01-1 08-1 03-1 " + RED3 + " 01-3 01-4 02-3 02-4 03-3 03-4 08-3", events="chok", junk="07-3",
         offer="stop go", scores=[7, 0])  # fmt: skip
    play("g-transfer-costs", "R28,R39", "what the opponent loses leaves its score: 1 becomes 0", "play 05-3",
         hand="05-3", layout="04-1 06-1 09-2 10-1", stock="05-4", events="chok", junk="01-3", next=1, scores=[0, 0],
         theirs="01-3 01-4 02-3 02-4 03-3 03-4 04-3 04-4 08-3 08-4")  # fmt: skip
    play("g-cup-decides", "5.12,6.1,R45", "the cup turns to junk by itself: 3 + 3 + 1 = 7", "play 05-3", hand="05-3",
         layout="05-4 06-1 04-1 02-1", stock="12-2",
         mine=f"01-1 08-1 03-1 {RED3} 09-1 01-3 01-4 02-3 02-4 03-3 03-4", offer="stop go", scores=[7, 0])  # fmt: skip
    doubled = {"hand": "04-3", "layout": lay, "stock": "12-2", "mine": f"01-1 08-1 03-1 {BIRDS.replace('04-1', '')}"}
    play("g-stop-bright", "6.5", "Stop with a bright set against none: (3 + 5) x 2", "play 04-3; stop",
         outcome=win(0, 16, 8, doubles="bright"), **doubled)  # type: ignore[arg-type]  # fmt: skip
    play("g-stop-bright-guarded", "6.5", "the same against one bright", "play 04-3; stop", theirs="11-1",
         outcome=win(0, 8, 8), **doubled)  # type: ignore[arg-type]  # fmt: skip
    play("g-stop-seat-1", "6.2,6.5", "Stop by seat 1", "play 04-3; stop", actor=1,
         outcome=win(1, 16, 8, doubles="bright"), **doubled)  # type: ignore[arg-type]  # fmt: skip
    junk = {"hand": "05-3", "layout": "05-4 06-1 12-1 11-1", "stock": "12-2",
            "mine": f"{BIRDS} {RED3} 01-3 01-4 02-3 02-4 03-3 03-4 04-3 04-4"}  # fmt: skip
    play("g-stop-junk", "6.7", "Stop with a junk score against four units: 9 x 2", "play 05-3; stop",
         theirs="07-3 07-4 08-3 08-4", outcome=win(0, 18, 9, doubles="junk"),
         **junk)  # type: ignore[arg-type]  # fmt: skip
    play("g-stop-junk-guarded", "6.7", "against five units: 9", "play 05-3; stop", theirs="07-3 07-4 08-3 08-4 09-3",
         outcome=win(0, 9, 9), **junk)  # type: ignore[arg-type]  # fmt: skip
    play("g-stop-junk-cup", "6.10,R46", "three units, and the cup", "play 05-3; stop", theirs="07-3 07-4 08-3 09-1",
         outcome=win(0, 9, 9), **junk)  # type: ignore[arg-type]  # fmt: skip


def _last_turns() -> None:
    last = {"hand": "05-3", "turn": 20, "gos": (0, 1), "last": (None, 12)}
    play("g-last-chok", "4.3,R34", "Chok on turn 20: told, but no junk moves", "play 05-3", layout="", stock="05-4",
         theirs="07-3 07-4", events="chok", outcome=NAGARI, left="", lost=("", ""),
         **last)  # type: ignore[arg-type]  # fmt: skip
    play("g-last-sseul", "4.3,R34", "Sseul on turn 20: no junk", "play 05-3", layout="05-4 07-1", stock="07-2",
         theirs="07-3", events="sseul", outcome=NAGARI, left="", lost=("", ""),
         **last)  # type: ignore[arg-type]  # fmt: skip
    play("g-last-ttadak", "4.3,R34", "Ttadak on turn 20: all four, no junk", "play 05-3 take 05-1",
         layout="05-1 05-2", stock="05-4", theirs="07-3", events="ttadak", outcome=NAGARI, left="",
         lost=("", ""), **last)  # type: ignore[arg-type]  # fmt: skip
    play("g-last-pile", "4.4,R33", "a pile on turn 20 still pays", "play 05-3", layout="05-1 05-2 05-4 07-1",
         stock="07-2", theirs="07-3 07-4", piles="05:-", events="pile", junk="07-3", outcome=NAGARI, left="",
         **last)  # type: ignore[arg-type]  # fmt: skip
    play("g-last-own-pile", "4.5,R33", "one's own Ppuk on turn 20 still pays two units", "play 05-3",
         layout="05-1 05-2 05-4 07-1", stock="07-2", theirs="07-3 07-4", piles="05:0", ppuk=(1, 0), events="own_pile",
         junk="07-3 07-4", outcome=NAGARI, left="", **last)  # type: ignore[arg-type]  # fmt: skip
    play("g-19-chok", "4.3,R34", "turn 19 is not the last turn of the deal: Chok pays", "play 05-3", hand="05-3",
         turn=19, layout="06-1 07-1", stock="05-4", other="06-4", theirs="07-3", events="chok", junk="07-3",
         next=1)  # fmt: skip
    play("g-19-sseul", "4.3,R34", "Sseul on turn 19 pays", "play 05-3", hand="05-3", turn=19, layout="05-1 07-1",
         stock="07-2", theirs="07-3", events="sseul", junk="07-3", next=1)  # fmt: skip
    play("g-18-go", "6.11,R35", "turn 18 is not its player's last: Stop or Go", "play 04-3", hand="04-3", turn=18,
         layout="04-1 06-1 09-2 10-1", stock="12-2", mine=f"{RED3} 02-1 08-2", offer="stop go")  # fmt: skip
    end = {"hand": "04-3", "layout": "04-1 06-1", "stock": "12-2", "mine": f"{RED3} 02-1 08-2"}
    play("g-19-stop-only", "6.11,R35", "turn 19 is its player's last: only Stop", "play 04-3", turn=19, offer="stop",
         scores=[8, 0], **end)  # type: ignore[arg-type]  # fmt: skip
    play("g-19-go", "6.11,R35", "Go on turn 19 is refused, and Stop stays open", "play 04-3; go", turn=19, refused=1,
         offer="stop", scores=[8, 0], **end)  # type: ignore[arg-type]  # fmt: skip
    play("g-19-stop", "6.11,R40c", "Stop on turn 19 pays", "play 04-3; stop", turn=19, outcome=win(0, 8, 8),
         **end)  # type: ignore[arg-type]  # fmt: skip
    close = {"hand": "04-3", "layout": "04-1 12-4", "stock": "12-2", "mine": f"{RED3} 02-1 08-2"}
    play("g-20-stop-only", "6.11", "turn 20: only Stop", "play 04-3", turn=20, events="sseul", offer="stop", left="",
         **close)  # type: ignore[arg-type]  # fmt: skip
    play("g-20-go", "6.11", "turn 20: Go is refused", "play 04-3; go", turn=20, events="sseul", refused=1,
         offer="stop", **close)  # type: ignore[arg-type]  # fmt: skip
    play("g-20-stop", "6.11,6.2", "turn 20: Stop pays", "play 04-3; stop", turn=20, events="sseul",
         outcome=win(0, 8, 8), **close)  # type: ignore[arg-type]  # fmt: skip
    play("g-20-not-declined", "R40c", "it cannot be declined into a Nagari by playing on", "play 04-3; play 05-3",
         turn=20, events="sseul", refused=1, offer="stop", **close)  # type: ignore[arg-type]  # fmt: skip
    play("g-nagari-under", "1.6,R36a,R47", "turn 20 ends with 0 and nobody stopped: Nagari, nobody is paid",
         "play 05-3", hand="05-3", turn=20, layout="05-4 07-1", stock="07-2", events="sseul", outcome=NAGARI,
         left="")  # fmt: skip
    play("g-nagari-same", "1.4,1.6", "after Go at 8 the score is 8 again on turn 20: Nagari", "play 04-3", turn=20,
         gos=(1, 0), last=(8, None), events="sseul", outcome=NAGARI, **close)  # type: ignore[arg-type]  # fmt: skip
    play("g-19-under", "1.6", "turn 19 without a decision: the second player has the last turn", "play 05-3",
         hand="05-3", turn=19, layout="05-4 07-1", stock="08-3", next=1, left="07-1 08-3")  # fmt: skip


def _refusals() -> None:
    lay = "03-1 03-2 01-1 02-1"
    base = {"hand": "03-3 05-1", "layout": lay, "stock": "07-1", "other": "12-3", "left": lay}
    for number, (clause, note, do) in enumerate((
        ("3.1,R12", "a card that is in the opponent's hand", "play 12-3"),
        ("3.1,R12", "a card that lies in the layout", "play 03-1"),
        ("3.1,R12", "a card that lies in the stock", "play 07-1"),
        ("3.4,R12", "two of the month and no target", "play 03-3"),
        ("3.4,R12", "a target of another month", "play 03-3 take 01-1"),
        ("3.4,R12", "a target of the month that is not in the layout", "play 03-3 take 03-4"),
        ("3.4,R12", "the card itself as its target", "play 03-3 take 03-3"),
        ("3.2,R12", "a target where nothing of the month lies there", "play 05-1 take 01-1"),
        ("R10,R13", "choosing where no stock card waits", "choose 03-1"),
        ("6.1,R10", "Go where it is not offered", "go"),
        ("6.1,R10", "Stop where it is not offered", "stop"),
    ), 1):  # fmt: skip
        play(f"g-no-{number}", clause, note, do, refused=0, next=0, gained=("", ""),
             **base)  # type: ignore[arg-type]  # fmt: skip
    choose = {"hand": "01-3", "layout": "01-1 03-1 03-2 04-1", "stock": "03-4", "other": "12-3",
              "choice": "03-4 03-1 03-2"}  # fmt: skip
    for number, (clause, note, do) in enumerate((
        ("R13", "a card of another month", "play 01-3; choose 04-1"),
        ("R13", "the stock card itself", "play 01-3; choose 03-4"),
        ("R13", "a card of the month that does not lie there", "play 01-3; choose 03-3"),
        ("R10", "another hand card before the choice", "play 01-3; play 12-3"),
        ("R10,6.1", "Stop before the choice", "play 01-3; stop"),
        ("R10,6.1", "Go before the choice", "play 01-3; go"),
    ), 12):  # fmt: skip
        play(f"g-no-{number}", clause, note, do, refused=1, **choose)  # type: ignore[arg-type]  # fmt: skip
    offer = {"hand": "04-3 05-3", "layout": "04-1 06-1 09-2 10-1", "stock": "12-2", "mine": f"{RED3} 02-1 08-2",
             "other": "12-3", "offer": "stop go"}  # fmt: skip
    for number, (clause, note, do) in enumerate((
        ("R40a", "playing on without an answer", "play 04-3; play 05-3"),
        ("R40a,R13", "choosing a card in place of an answer", "play 04-3; choose 06-1"),
    ), 18):  # fmt: skip
        play(f"g-no-{number}", clause, note, do, refused=1, **offer)  # type: ignore[arg-type]  # fmt: skip
    play("g-no-20", "R10,6.1", "after Stop nothing can be played", "play 04-3; stop; play 12-3", hand="04-3",
         layout="04-1 06-1 09-2 10-1", stock="12-2", mine=f"{RED3} 02-1 08-2", other="12-3", refused=2,
         outcome=win(0, 8, 8))  # fmt: skip
    play("g-no-21", "R10,6.1", "after Go the caller does not play again", "play 04-3; go; play 05-3", hand="04-3 05-3",
         layout="04-1 06-1 09-2 10-1", stock="12-2", mine=f"{RED3} 02-1 08-2", other="12-3", refused=2,
         next=1)  # fmt: skip
    play("g-no-22", "R10,1.4", "Stop after Go where the score has not risen", "play 11-3; stop", hand="11-3",
         layout="10-1 06-1", stock="12-3", mine=f"{RED3} {BIRDS}", gos=(1, 0), last=(8, None), turn=7, refused=1,
         next=1)  # fmt: skip
    play("g-no-23", "R10,1.6", "after a Nagari nothing can be played", "play 05-3; play 05-4", hand="05-3", turn=20,
         layout="05-4 07-1", stock="07-2", events="sseul", refused=1, outcome=NAGARI)  # fmt: skip
    play("g-no-24", "4.10", "two cards of a month are played one at a time: no bomb", "play 03-3 take 03-4",
         hand="03-3 03-4 03-2", layout="03-1 01-1 02-1 04-1", stock="07-1", refused=0, next=0)  # fmt: skip
