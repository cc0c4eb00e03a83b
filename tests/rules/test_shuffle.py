"""Scheme wgs1 against its published vectors (fairness, steps 1 to 7)."""

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from rules.shuffle import (
    Seed,
    bounded,
    commitment,
    first_seat,
    game_key,
    is_contribution,
    permutation,
    transcript,
    words,
)
from rules.whot.cards import PACKS

VECTORS = json.loads((Path(__file__).parent.parent / "scenarios" / "shuffle_vectors.json").read_text())
CASES = {case["name"]: case for case in VECTORS["cases"]}


@pytest.fixture(params=CASES, name="case")
def _case(request):
    return CASES[request.param]


def _key(case):
    text = transcript(case["game_id"], case["deck"], case["client_seeds"], case["beacon"])
    return game_key(bytes.fromhex(case["server_seed"]), text)


def test_the_vectors_are_of_this_scheme():
    assert VECTORS["scheme"] == "wgs1"
    assert {"cases", "bounded"} <= set(VECTORS) and len(CASES) >= 7 and len(VECTORS["bounded"]) >= 8


def test_a_seed_has_its_published_commitment(case):
    assert commitment(case["game_id"], bytes.fromhex(case["server_seed"])) == case["commitment"]


def test_the_transcript_binds_game_pack_and_contributions(case):
    text = transcript(case["game_id"], case["deck"], case["client_seeds"], case["beacon"])
    assert text == case["transcript"]
    assert hashlib.sha256(text.encode("ascii")).hexdigest() == case["transcript_sha256"]


def test_the_game_key_is_the_hmac_of_the_transcript(case):
    assert _key(case).hex() == case["game_key"]


def test_words_are_the_blocks_of_the_label_in_order(case):
    source = words(_key(case), "shuffle/0")
    block = b"".join(next(source).to_bytes(4, "big") for _ in range(8))
    assert block.hex() == case["first_block_deal0"]


def test_the_deal_is_the_published_permutation(case):
    dealt = permutation(_key(case), "shuffle/0", case["deck_size"])
    assert dealt == case["permutation"]
    assert hashlib.sha256(",".join(map(str, dealt)).encode()).hexdigest() == case["permutation_sha256"]


def test_the_first_seat_is_drawn_as_published(case):
    seats = len(case["client_seeds"])
    seed = Seed.from_parts(
        bytes.fromhex(case["server_seed"]), case["game_id"], case["deck"], case["client_seeds"], case["beacon"]
    )
    assert first_seat(seed, seats) == case["first_seat"]
    assert seed.below("first", seats) == case["first_seat"]
    assert seed.permutation("shuffle/0", case["deck_size"]) == case["permutation"]


def test_each_refill_is_shuffled_under_its_own_label():
    with_refills = [case for case in CASES.values() if "reshuffles" in case]
    assert with_refills
    for case in with_refills:
        for refill in case["reshuffles"]:
            order = permutation(_key(case), f"shuffle/{refill['index']}", len(refill["pile"]))
            assert [sorted(refill["pile"])[place] for place in order] == refill["order"]


def test_one_changed_bit_of_a_contribution_changes_key_deal_and_nothing_committed():
    one, other = CASES["whot54-2p-counting-seed"], CASES["one-bit-changed-client-seed-vs-first"]
    assert _key(one) != _key(other)
    assert permutation(_key(one), "shuffle/0", 54) != permutation(_key(other), "shuffle/0", 54)
    assert one["commitment"] == other["commitment"]


@pytest.mark.parametrize("case", VECTORS["bounded"], ids=lambda case: f"below-{case['bound']}-{case['words'][0]}")
def test_a_bounded_integer_rejects_words_beyond_the_last_multiple(case):
    source = iter(case["words"])
    assert case["limit"] == 2**32 - 2**32 % case["bound"]
    assert bounded(source, case["bound"]) == case["result"]
    assert len(case["words"]) - len(list(source)) == case["consumed"]


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_a_bound_outside_one_word_is_refused(bound):
    with pytest.raises(ValueError, match="bound"):
        bounded(iter([1]), bound)


def test_words_that_run_out_are_refused():
    with pytest.raises(ValueError, match="ran out"):
        bounded(iter([2**32 - 1]), 54)


def test_the_shuffle_in_place_says_what_bounded_says():
    # Step 7 written out with `bounded`: last index down to 1, swap with an integer up to it.
    for size in (1, 2, 49, 54, 108, 132):
        source = words(b"k" * 32, "shuffle/3")
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            other = bounded(source, last + 1)
            order[last], order[other] = order[other], order[last]
        assert permutation(b"k" * 32, "shuffle/3", size) == order


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("-", True),
        ("ab" * 16, True),
        ("ab" * 32, True),
        ("ab" * 15, False),
        ("ab" * 33, False),
        ("a" * 33, False),
        ("AB" * 16, False),
        ("ab" * 16 + "\n", False),
        ("gg" * 16, False),
        ("", False),
    ],
)
def test_a_contribution_is_sixteen_to_thirty_two_bytes_in_lower_case_hex(text, fine):
    assert is_contribution(text) is fine


# Step 7: the pack's canonical order, written out here a second time from the clause (W1.2, W1.4, W1.5).
PLAIN = [
    *(f"C{n}" for n in (1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14)),
    *(f"T{n}" for n in (1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14)),
    *(f"X{n}" for n in (1, 2, 3, 5, 7, 10, 11, 13, 14)),
    *(f"S{n}" for n in (1, 2, 3, 5, 7, 10, 11, 13, 14)),
    *(f"R{n}" for n in (1, 2, 3, 4, 5, 7, 8)),
]
WILD = ["DC", "DT", "DX", "DS", "DR", "REVC", "REVT", "REVX", "REVS", "REVR", "PUNCH", "PUNCH"]


@pytest.mark.parametrize(
    ("deck", "codes"),
    [
        ("whot54", [*PLAIN, *["W20"] * 5]),
        ("whot49", PLAIN),
        ("whot2x54", [*PLAIN, *["W20"] * 5] * 2),
        ("whot2x49", PLAIN * 2),
        ("whot132", [*[*PLAIN, *["W20"] * 5] * 2, *WILD * 2]),
    ],
)
def test_card_ids_follow_the_frozen_order_of_each_pack(deck, codes):
    assert [card.code for card in PACKS[deck]] == codes
    assert len(codes) == int("".join(c for c in deck.partition("x")[2] or deck if c.isdigit())) * (
        2 if "x" in deck else 1
    )


def test_a_seed_never_shows_itself():
    seed = Seed(b"\x01" * 32)
    assert "01" not in repr(seed) and "\\x01" not in repr(seed)
    assert not hasattr(seed, "__dict__")


def test_all_labels_give_different_orders():
    seed = Seed.simulation(7)
    orders = [tuple(seed.permutation(f"shuffle/{k}", 54)) for k in range(20)]
    assert max(Counter(orders).values()) == 1
