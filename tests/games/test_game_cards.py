"""The drawings of the cards: complete, small, made by tools/draw-cards, and told apart without colour."""

import gzip
import re
import subprocess
import sys
from pathlib import Path

from rules.whot.cards import CARDS, SHAPES

from .drawings import symbols_of

ROOT = Path(__file__).resolve().parents[2]
SPRITE = ROOT / "static/cards/whot.svg"


def test_every_card_every_shape_and_the_back_have_a_drawing() -> None:
    wanted = {card.code for card in CARDS} | {shape.value for shape in SHAPES} | {"back"}
    assert set(symbols_of(SPRITE)) == wanted


def test_no_two_drawings_are_the_same_without_their_colours() -> None:
    plain = [re.sub(r'(fill|stroke)="#\w+"', "", inside) for inside in symbols_of(SPRITE).values()]
    assert len(set(plain)) == len(plain)


def test_every_part_a_drawing_uses_is_there() -> None:
    text = SPRITE.read_text()
    assert set(re.findall(r'href="#(\w+)"', text)) <= set(re.findall(r'id="(\w+)"', text))


def test_a_star_shows_its_double_value() -> None:
    """W7.3: the number inside the star is twice the printed one."""
    for number in range(1, 15):
        assert f'href="#v{2 * number}"' in symbols_of(SPRITE)[f"R{number}"]
        assert 'href="#v' not in symbols_of(SPRITE)[f"C{number}"]


def test_the_double_value_is_seen_only_where_stars_count_double() -> None:
    """W7.3: it is drawn in the colour of the text around, which is the star's own unless stars.css is there."""
    sprite, styles = SPRITE.read_text(), ROOT / "static/css"
    for number in range(1, 15):
        assert re.search(rf'<g id="v{2 * number}" [^>]*stroke="currentColor"', sprite)
    star = re.search(r'<(?:\w+:)?g [^>]*fill="(#\w+)"', symbols_of(SPRITE)["R5"])
    hidden = re.search(r"^\.face {[^}]* color: (#\w+);", (styles / "game.css").read_text(), re.M)
    shown = re.search(r"^\.face { color: (#\w+); }", (styles / "stars.css").read_text(), re.M)
    assert star and hidden and shown and hidden[1] == star[1] != shown[1]


def test_the_sprite_is_small() -> None:
    assert len(gzip.compress(SPRITE.read_bytes())) <= 20_000


def test_the_files_are_what_the_tool_draws() -> None:
    subprocess.run([sys.executable, "tools/draw-cards", "--check"], cwd=ROOT, check=True, timeout=60)
