"""The hwatu drawings: complete, small, made by tools/draw-hwatu, with the marks that the rules of the art ask for."""

import gzip
import re
import subprocess
import sys
from pathlib import Path

from rules.go_stop.cards import BIRDS, BLUE, CARDS, CUP, PLAIN_RED, RAIN, RED_POETRY, Kind

from .drawings import symbols_of

ROOT = Path(__file__).resolve().parents[2]
SPRITE = ROOT / "static/cards/go_stop.svg"


def test_every_card_and_the_back_have_a_drawing() -> None:
    assert set(symbols_of(SPRITE)) == {card.code for card in CARDS} | {"back"}


def test_no_two_drawings_are_the_same_without_their_colours() -> None:
    plain = [re.sub(r'(fill|stroke)="#\w+"', "", inside) for inside in symbols_of(SPRITE).values()]
    assert len(set(plain)) == len(plain)


def test_every_part_a_drawing_uses_is_there_and_nothing_else_is_referred_to() -> None:
    text = SPRITE.read_text()
    assert set(re.findall(r'href="#([\w-]+)"', text)) <= set(re.findall(r'id="([\w-]+)"', text))
    assert (
        "url(" not in text and "http://" not in text.replace("http://www.w3.org/2000/svg", "") and "<style" not in text
    )


def mark_of(card: object) -> str:
    """The mark that a card's kind asks for (section 4 of the specification of the art)."""
    kind, bag, units = card.kind, card.bag, card.units  # type: ignore[attr-defined]
    if kind is Kind.BRIGHT:
        return "kw" if bag == RAIN else "kb"
    if kind is Kind.ANIMAL:
        return "kg" if bag & BIRDS else "kc" if bag == CUP else "ka"
    return "kr" if kind is Kind.RIBBON else "kd" if units == 2 else "kj"


def test_each_card_has_its_month_and_the_mark_of_its_kind() -> None:
    drawn = symbols_of(SPRITE)
    for card in CARDS:
        digits = re.findall(r'href="#n(\d)"', drawn[card.code])
        assert "".join(digits) == str(card.month), card
        assert re.findall(r'href="#(k\w)"', drawn[card.code]) == [mark_of(card)], card


def test_the_sets_of_ribbons_are_told_apart_by_what_is_on_them() -> None:
    """Writing, a wave, or nothing; the December ribbon is blank with rain behind it."""
    drawn = symbols_of(SPRITE)
    # The lines on the strip, which stands turned at one place on all ten cards.
    strips = {card.code: re.search(r'rotate\(12\)".*', drawn[card.code]) for card in CARDS if card.kind is Kind.RIBBON}
    assert all(strips.values()) and len(strips) == 10
    signs = {code: found[0].count("q4.5") and "wave" or ("V28M" in found[0] and "writing") or "blank"
             for code, found in strips.items() if found}  # fmt: skip
    for card in CARDS:
        if card.kind is Kind.RIBBON:
            wanted = "writing" if card.bag & RED_POETRY else "wave" if card.bag & BLUE else "blank"
            assert signs[card.code] == wanted, card
            assert card.bag & (RED_POETRY | BLUE | PLAIN_RED) or "l-11 30" in drawn[card.code]


def test_the_sprite_is_small() -> None:
    assert len(gzip.compress(SPRITE.read_bytes())) <= 60_000
    for code, inside in symbols_of(SPRITE).items():
        assert len(inside) <= 6_000, code


def test_the_files_are_what_the_tool_draws() -> None:
    subprocess.run([sys.executable, "tools/draw-hwatu", "--check"], cwd=ROOT, check=True, timeout=60)
