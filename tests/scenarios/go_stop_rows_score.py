"""Score rows of Go-Stop: section 5, and what Stop pays by section 6."""

from __future__ import annotations

from tests.scenarios.go_stop_rows import BIRDS, FIVE_UNITS, RED3, TEN_JUNK, score


def rows() -> None:
    _brights()
    _animals()
    _ribbons()
    _junk()
    _cup()
    _together()
    _pays()
    _bright_doubling()
    _animal_doubling()
    _junk_doubling()
    _several_doublings()


def _brights() -> None:
    note = "fewer than three brights score nothing"
    for number, cards in enumerate(("01-1", "12-1", "01-1 03-1", "11-1 12-1"), 1):
        score(f"g-bright-few-{number}", "5.1", note, cards, counts=(len(cards.split()), 0, 0, 0))
    note = "three brights without the rain"
    for number, cards in enumerate(("01-1 03-1 11-1", "01-1 08-1 11-1", "03-1 08-1 11-1"), 1):
        score(f"g-bright-three-{number}", "5.1", note, cards, bright=3, counts=(3, 0, 0, 0))
    note = "the rain among three brights makes it 2"
    three = ("01-1 08-1 12-1", "01-1 11-1 12-1", "03-1 08-1 12-1", "03-1 11-1 12-1", "08-1 11-1 12-1")
    for number, cards in enumerate(three, 1):
        score(f"g-bright-rain-{number}", "5.1", note, cards, bright=2, counts=(3, 0, 0, 0))
    note = "four brights are 4, rain or not"
    for number, cards in enumerate(("01-1 03-1 08-1 12-1", "01-1 03-1 11-1 12-1", "03-1 08-1 11-1 12-1"), 1):
        score(f"g-bright-four-{number}", "5.1", note, cards, bright=4, counts=(4, 0, 0, 0))
    note = "five brights are 15: neither four nor three is added (5.2)"
    score("g-bright-five", "5.1,5.2", note, "01-1 03-1 08-1 11-1 12-1", bright=15, counts=(5, 0, 0, 0))


def _animals() -> None:
    score("g-animals-3", "5.3", "three animals that are not the birds", "05-1 06-1 07-1", counts=(0, 3, 0, 0))
    score("g-animals-6", "5.3", "six animals: 1 + 1", "05-1 06-1 07-1 10-1 12-2 02-1", animal=2, counts=(0, 6, 0, 0))
    cards = "05-1 06-1 07-1 10-1 12-2 02-1 04-1"
    score("g-animals-7", "5.3", "seven animals: 1 + 2; two birds are no Godori", cards, animal=3)
    cards = "05-1 06-1 07-1 10-1 12-2 02-1 04-1 08-2"
    score("g-animals-8", "5.3,5.4", "eight animals: 4, and Godori 5", cards, animal=4, godori=5, counts=(0, 8, 0, 0))
    for number, cards in enumerate(("02-1 04-1", "02-1 08-2", "04-1 08-2"), 1):
        score(f"g-birds-two-{number}", "5.4", "two of the three birds", cards, counts=(0, 2, 0, 0))
    note = "the swallow is no bird of the set"
    score("g-birds-swallow-1", "5.4", note, "02-1 08-2 12-2")
    score("g-birds-swallow-2", "5.4", note, "04-1 08-2 12-2")
    note = "the moon of August is no bird: the geese are 08-2"
    score("g-birds-moon", "5.4", note, "02-1 04-1 08-1", counts=(1, 2, 0, 0))
    note = "Godori comes on top of five animals"
    score("g-birds-five", "5.3,5.4,5.13", note, f"{BIRDS} 05-1 10-1", animal=1, godori=5)


def _ribbons() -> None:
    score("g-ribbons-4", "5.5", "four ribbons, no set", "01-2 02-2 04-2 06-2", counts=(0, 0, 4, 0))
    score("g-ribbons-6", "5.5", "six ribbons: 1 + 1", "01-2 02-2 04-2 05-2 06-2 09-2", ribbon=2, counts=(0, 0, 6, 0))
    cards = "01-2 02-2 04-2 05-2 06-2 09-2 12-3"
    score("g-ribbons-7", "5.5", "seven ribbons with the December one, no set", cards, ribbon=3, counts=(0, 0, 7, 0))
    score("g-red-poetry", "5.6", "the three red poetry ribbons", RED3, red_poetry=3, counts=(0, 0, 3, 0))
    for number, cards in enumerate(("01-2 02-2", "01-2 03-2", "02-2 03-2 04-2"), 1):
        score(f"g-red-poetry-short-{number}", "5.6", "one of the red poetry ribbons is missing", cards)
    for number, cards in enumerate(("06-2 09-2", "06-2 10-2 05-2", "09-2 10-2 12-3"), 1):
        score(f"g-blue-short-{number}", "5.7", "one of the blue ribbons is missing", cards)
    for number, cards in enumerate(("04-2 05-2 12-3", "04-2 07-2 12-3", "05-2 07-2 12-3"), 1):
        note = "the December ribbon stands for none of the plain red ones"
        score(f"g-plain-red-december-{number}", "5.8,5.9", note, cards, counts=(0, 0, 3, 0))
    note = "the December ribbon stands for no red poetry ribbon either"
    score("g-red-poetry-december", "5.6,5.9", note, "01-2 02-2 12-3")
    note = "a red poetry set inside five ribbons: 1 + 3"
    score("g-ribbons-set-1", "5.5,5.6", note, f"{RED3} 04-2 06-2", ribbon=1, red_poetry=3)
    note = "two sets inside six ribbons: 2 + 3 + 3"
    score("g-ribbons-set-2", "5.5,5.6,5.7", note, f"{RED3} 06-2 09-2 10-2", ribbon=2, red_poetry=3, blue=3)
    note = "plain red and blue: 2 + 3 + 3"
    score("g-ribbons-set-3", "5.5,5.7,5.8", note, "04-2 05-2 07-2 06-2 09-2 10-2", ribbon=2, plain_red=3, blue=3)
    note = "all but the December ribbon: 5 + 3 + 3 + 3"
    cards = f"{RED3} 04-2 05-2 07-2 06-2 09-2 10-2"
    score("g-ribbons-nine", "5.5-5.8", note, cards, ribbon=5, red_poetry=3, blue=3, plain_red=3, counts=(0, 0, 9, 0))


def _junk() -> None:
    nine = "01-3 01-4 02-3 02-4 03-3 03-4 04-3 04-4 05-3"
    score("g-junk-9", "5.10", "nine units score nothing", nine, counts=(0, 0, 0, 9))
    score("g-junk-10", "5.10", "ten units: 1", TEN_JUNK, junk=1, counts=(0, 0, 0, 10))
    score("g-junk-11", "5.10", "eleven units: 2", f"{TEN_JUNK} 06-3", junk=2, counts=(0, 0, 0, 11))
    score("g-junk-14", "5.10", "fourteen units: 5", f"{TEN_JUNK} 06-3 06-4 07-3 07-4", junk=5)
    eight = "01-3 01-4 02-3 02-4 03-3 03-4 04-3 04-4"
    note = "eight cards and the coloured November one: ten units"
    score("g-junk-november", "5.10,5.11", note, f"{eight} 11-4", junk=1, counts=(0, 0, 0, 10))
    note = "eight cards and the rain junk: ten units"
    score("g-junk-december", "5.10,5.11", note, f"{eight} 12-4", junk=1, counts=(0, 0, 0, 10))
    note = "the other November junk cards are one unit each"
    score("g-junk-november-plain", "5.11", note, f"{eight} 11-2", counts=(0, 0, 0, 9))
    note = "eight and both November singles: ten"
    score("g-junk-november-plain-2", "5.11", note, f"{eight} 11-2 11-3", junk=1, counts=(0, 0, 0, 10))
    note = "both doubles alone are four units"
    score("g-junk-doubles", "5.11", note, "11-4 12-4", counts=(0, 0, 0, 4))
    note = "seven singles and a double: nine units"
    score("g-junk-seven-double", "5.11", note, "01-3 01-4 02-3 02-4 03-3 03-4 04-3 12-4", counts=(0, 0, 0, 9))


def _cup() -> None:
    eight = "01-3 01-4 02-3 02-4 03-3 03-4 04-3 04-4"
    note = "the cup as two units makes ten; as an animal nothing"
    score("g-cup-ten", "5.12", note, f"09-1 {eight}", cup="junk", junk=1, counts=(0, 0, 0, 10))
    note = "eleven units with the cup against none: junk"
    cards = f"09-1 {eight} 05-3"
    score("g-cup-eleven", "5.12", note, cards, cup="junk", junk=2, counts=(0, 0, 0, 11))
    note = "as the fifth animal 1, as junk 2: junk"
    cards = f"09-1 05-1 06-1 07-1 10-1 {eight} 05-3"
    score("g-cup-better-junk", "5.12", note, cards, cup="junk", junk=2, counts=(0, 4, 0, 11))
    note = "as the fifth animal 1, as junk nothing: animal"
    cards = "09-1 05-1 06-1 07-1 10-1 01-3 01-4"
    score("g-cup-better-animal", "5.12", note, cards, cup="animal", animal=1, counts=(0, 5, 0, 2))
    note = "ten junk units and four animals: animal 1 + junk 1 against junk 3"
    cards = f"09-1 05-1 06-1 07-1 10-1 {TEN_JUNK}"
    score("g-cup-third", "5.12", note, cards, cup="junk", junk=3, counts=(0, 4, 0, 12))
    note = "five other animals and seven junk units: as an animal 2, as junk 1"
    cards = "09-1 05-1 06-1 07-1 10-1 12-2 01-3 01-4 02-3 02-4 03-3 03-4 04-3"
    score("g-cup-sixth", "5.12", note, cards, cup="animal", animal=2, counts=(0, 6, 0, 7))
    note = "five other animals, eight junk: 2 as an animal, 1 + 1 as junk: the tie is an animal"
    cards = f"09-1 05-1 06-1 07-1 10-1 12-2 {eight}"
    score("g-cup-tie", "5.12", note, cards, cup="animal", animal=2, counts=(0, 6, 0, 8))
    note = "the cup is no bird and no ribbon: alone nothing, an animal by the tie"
    score("g-cup-alone", "5.12", note, "09-1", cup="animal", counts=(0, 1, 0, 0))
    note = "the cup beside two birds makes no Godori"
    score("g-cup-birds", "5.4,5.12", note, "09-1 02-1 04-1", cup="animal", counts=(0, 3, 0, 0))
    note = "with both doubles: 2 + 2 + 2 and four singles are ten"
    cards = "09-1 11-4 12-4 01-3 01-4 02-3 02-4"
    score("g-cup-doubles", "5.11,5.12", note, cards, cup="junk", junk=1, counts=(0, 0, 0, 10))
    note = "every junk card and the cup: 28 units are 19 points"
    every = " ".join(f"{month:02}-{k}" for month in range(1, 11) for k in (3, 4)) + " 11-2 11-3 11-4 12-4"
    score("g-cup-all-junk", "5.10,5.12", note, f"09-1 {every}", cup="junk", junk=19, counts=(0, 0, 0, 28))
    note = "the other September cards have no second reading"
    score("g-cup-none", "5.12", note, "09-2 09-3 09-4", counts=(0, 0, 1, 2))


def _together() -> None:
    note = "brights and ribbons are added"
    score("g-sum-1", "5.13", note, f"01-1 03-1 08-1 {RED3}", bright=3, red_poetry=3)
    note = "one card counts in one class only: a bright is no animal"
    score("g-sum-2", "5.13", note, "01-1 05-1 06-1 07-1 10-1", counts=(1, 4, 0, 0))
    note = "every line at once: 2 + 1 + 5 + 1 + 3 + 1"
    cards = f"01-1 03-1 12-1 {BIRDS} 05-1 06-1 {RED3} 04-2 12-3 {TEN_JUNK}"
    score("g-sum-3", "5.13", note, cards, bright=2, animal=1, godori=5, ribbon=1, red_poetry=3, junk=1)
    note = "all 48 cards: 15 + 4 + 5 + 6 + 9 + 19 with the cup as junk (5 + 17 as an animal is less)"
    cards = " ".join(f"{month:02}-{k}" for month in range(1, 13) for k in range(1, 5))
    score("g-sum-all", "5.1-5.13", note, cards, cup="junk", bright=15, animal=4, godori=5, ribbon=6, red_poetry=3,
          blue=3, plain_red=3, junk=19, counts=(5, 8, 10, 28))  # fmt: skip


def _pays() -> None:
    base = f"{BIRDS} {RED3}"  # 8 points
    lines = {"godori": 5, "red_poetry": 3}
    for gos, after, note in (
        (0, 8, "no Go"), (1, 9, "one Go adds 1"), (2, 10, "two Go add 2"), (3, 16, "three Go: twice 8, nothing added"),
        (4, 32, "four Go: four times 8"), (5, 64, "five Go: eight times 8"), (6, 128, "six Go: sixteen times 8"),
    ):  # fmt: skip
        clause = "6.2" if gos == 0 else "6.3" if gos < 3 else "6.4,R44"
        score(f"g-go-{gos}", clause, note, base, settle=(FIVE_UNITS, gos), pays=(after, "", after), **lines)
    note = "a higher score, two Go: 13 + 2"
    cards = f"{base} 06-2 09-2 10-2"
    score("g-go-high", "6.3", note, cards, settle=(FIVE_UNITS, 2), pays=(15, "", 15), ribbon=2, blue=3, **lines)


def _bright_doubling() -> None:
    base = f"01-1 03-1 08-1 {RED3} 04-1"  # 3 + 3
    lines = {"bright": 3, "red_poetry": 3}
    units = "05-3 05-4 06-3 06-4 07-3"
    note = "no bright of the opponent's: doubled"
    score("g-bd-1", "6.5", note, base, settle=(units, 0), pays=(6, "bright", 12), **lines)
    note = "one bright of the opponent's protects"
    score("g-bd-2", "6.5", note, base, settle=(f"11-1 {units}", 0), pays=(6, "", 6), **lines)
    note = "the rain bright of the opponent's protects as well"
    score("g-bd-3", "6.5,R42", note, base, settle=(f"12-1 {units}", 0), pays=(6, "", 6), **lines)
    note = "two brights are no set and double nothing"
    cards = f"01-1 03-1 {BIRDS} {RED3}"
    score("g-bd-4", "6.5,R42", note, cards, settle=(units, 0), pays=(8, "", 8), godori=5, red_poetry=3)
    note = "five brights: 15, doubled"
    cards = "01-1 03-1 08-1 11-1 12-1"
    score("g-bd-5", "6.5", note, cards, settle=(units, 0), pays=(15, "bright", 30), bright=15)
    note = "four brights with the rain, one Go: (4 + 3 + 1) doubled"
    cards = f"01-1 03-1 11-1 12-1 {RED3}"
    score("g-bd-6", "6.3,6.5", note, cards, settle=(units, 1), pays=(8, "bright", 16), bright=4, red_poetry=3)


def _animal_doubling() -> None:
    six = f"{BIRDS} 05-1 06-1 07-1"
    note = "six animals do not double"
    score("g-ad-1", "6.6", note, six, settle=(FIVE_UNITS, 0), pays=(7, "", 7), animal=2, godori=5)
    note = "eight animals double"
    cards = f"{six} 10-1 12-2"
    score("g-ad-2", "6.6", note, cards, settle=(FIVE_UNITS, 0), pays=(9, "animals", 18), animal=4, godori=5)
    note = "the opponent's own animals do not matter"
    score("g-ad-3", "6.6,R43", note, f"{six} 10-1", settle=(f"{FIVE_UNITS} 12-2 09-1", 0),
          pays=(8, "animals", 16), animal=3, godori=5)  # fmt: skip
    note = "the cup read as junk is no seventh animal: 2 + 5 + 3 = 10 as junk, 3 + 5 + 1 = 9 as an animal"
    cards = f"{six} 09-1 {TEN_JUNK}"
    score("g-ad-4", "6.6,6.9,R45", note, cards, cup="junk", settle=("12-1 06-3 06-4 07-3 07-4 08-3", 0),
          pays=(10, "", 10), animal=2, godori=5, junk=3)  # fmt: skip
    note = "the cup as the seventh animal by the tie: 3 + 5 against 2 + 5 + 1"
    cards = f"{six} 09-1 01-3 01-4 02-3 02-4 03-3 03-4 04-3 04-4"
    score("g-ad-5", "6.6,6.9,5.12", note, cards, cup="animal", settle=("12-1 06-3 06-4 07-3 07-4 08-3", 0),
          pays=(8, "animals", 16), animal=3, godori=5)  # fmt: skip
    note = "seven without the cup, and the cup as junk scores more: still seven, doubled"
    cards = f"{six} 10-1 09-1 {TEN_JUNK}"
    score("g-ad-6", "6.6,6.9", note, cards, cup="junk", settle=("12-1 06-3 06-4 07-3 07-4 08-3", 0),
          pays=(11, "animals", 22), animal=3, godori=5, junk=3)  # fmt: skip


def _junk_doubling() -> None:
    base = f"{TEN_JUNK} {BIRDS} {RED3}"  # 1 + 5 + 3
    lines = {"junk": 1, "godori": 5, "red_poetry": 3}
    for number, (theirs, doubled, note) in enumerate((
        ("12-1", True, "no junk at all is fewer than five units"),
        ("12-1 06-3", True, "one unit"),
        ("12-1 06-3 06-4 07-3", True, "three units"),
        ("12-1 06-3 06-4 07-3 07-4", True, "four units"),
        ("12-1 06-3 06-4 07-3 07-4 08-3", False, "five units protect"),
        ("12-1 11-4 12-4", True, "two doubles are four units"),
        ("12-1 11-4 12-4 06-3", False, "two doubles and a single are five units"),
        ("12-1 09-1", True, "the cup alone is two units"),
        ("12-1 09-1 11-4", True, "the cup and a double are four units"),
        ("12-1 09-1 11-4 06-3", False, "the cup, a double and a single are five units"),
        ("12-1 09-1 05-1 06-1 07-1 10-1 06-3 06-4 07-3", False, "the cup protects even as the fifth animal"),
        ("12-1 09-1 06-3 06-4", True, "the cup and two singles are four units"),
    ), 1):  # fmt: skip
        clause = "6.7,R41" if number == 1 else "6.7,6.10,R46" if "09-1" in theirs else "6.7"
        pays = (9, "junk", 18) if doubled else (9, "", 9)
        score(f"g-jd-{number}", clause, note, base, settle=(theirs, 0), pays=pays, **lines)
    note = "nine units are no junk score and double nothing"
    cards = f"01-3 01-4 02-3 02-4 03-3 03-4 04-3 04-4 05-3 {BIRDS} {RED3}"
    score("g-jd-13", "6.7", note, cards, settle=("12-1", 0), pays=(8, "", 8), godori=5, red_poetry=3)
    note = "the winner's junk scores by the cup alone: it doubles"
    cards = f"09-1 01-3 01-4 02-3 02-4 03-3 03-4 04-3 04-4 {BIRDS} {RED3}"
    score("g-jd-14", "6.7,6.9", note, cards, cup="junk", settle=("12-1", 0), pays=(9, "junk", 18), **lines)


def _several_doublings() -> None:
    brights, seven = "01-1 03-1 08-1", f"{BIRDS} 05-1 06-1 07-1 10-1"
    note = "brights and animals: four times (3 + 3 + 5)"
    score("g-dd-1", "6.8", note, f"{brights} {seven}", settle=("05-3 05-4 06-3 06-4 07-3", 0),
          pays=(11, "bright animals", 44), bright=3, animal=3, godori=5)  # fmt: skip
    note = "animals and junk: four times (3 + 5 + 1)"
    score("g-dd-2", "6.8", note, f"{seven} {TEN_JUNK}", settle=("12-1", 0), pays=(9, "animals junk", 36), animal=3,
          godori=5, junk=1)  # fmt: skip
    note = "two Go are added first: (12 + 2) eight times"
    cards = f"{brights} {seven} {TEN_JUNK}"
    score("g-dd-3", "6.3,6.8,R44", note, cards, settle=("12-2", 2), pays=(14, "bright animals junk", 112),
          bright=3, animal=3, godori=5, junk=1)  # fmt: skip
    note = "four Go and three doublings: 12 x 4 x 8"
    score("g-dd-4", "6.4,6.8,R44", note, cards, settle=("12-2", 4), pays=(48, "bright animals junk", 384),
          bright=3, animal=3, godori=5, junk=1)  # fmt: skip
    note = "what protects against one doubling leaves the others: a bright of the opponent's"
    score("g-dd-5", "6.5,6.8", note, cards, settle=("11-1", 0), pays=(12, "animals junk", 48), bright=3, animal=3,
          godori=5, junk=1)  # fmt: skip
    note = "five junk units leave brights and animals"
    score("g-dd-6", "6.7,6.8", note, cards, settle=("06-3 06-4 07-3 07-4 08-3", 0), pays=(12, "bright animals", 48),
          bright=3, animal=3, godori=5, junk=1)  # fmt: skip
