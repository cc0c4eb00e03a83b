"""The picture of a result that chat programs show beside a link: 1200 by 630, a PNG of at most 60 kB.

`python -m games.pictures` reads what stands in it (a JSON list of the arguments of `result_picture`) and writes it.
"""

import json
import sys
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

SIZE = (1200, 630)
MOST_BYTES = 60 * 1024
COLOURS = 64
_FONT = Path(__file__).parent / "fonts" / "DejaVuSans-Bold.ttf"
_CLOTH, _EDGE, _TEXT, _GOLD, _CARD, _WINE = "#0b5137", "#5a3416", "#fffaf1", "#ffd98a", "#fffaf2", "#7a1230"


class Row(NamedTuple):
    """A player in the picture: place, name, and what they got, as text."""

    place: str
    name: str
    points: str


def result_picture(headline: str, below: str, rows: Sequence[Row]) -> bytes:
    """The PNG. Texts that are too long are cut; every script that the font lacks shows as boxes, never as an error."""
    image = Image.new("RGB", SIZE, _EDGE)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((14, 14, SIZE[0] - 15, SIZE[1] - 15), 36, fill=_CLOTH)
    _cards(draw)
    _text(draw, (60, 48), "WHOT", 40, _GOLD, 300)
    _text(draw, (60, 112), headline, 64, _TEXT, 800)
    _text(draw, (60, 202), below, 30, _GOLD, 800)
    height = min(60, 330 // max(len(rows), 1))
    for number, row in enumerate(rows):
        top = 268 + number * height
        fill = _GOLD if row.place == "1" else _TEXT
        _text(draw, (60, top), row.place, 36, fill, 60)
        _text(draw, (120, top), row.name, 36, fill, 520)
        _text(draw, (860, top), row.points, 36, fill, 200, right=True)
    kept = BytesIO()
    # A palette: flat colours compress well, and the size stays far below the limit.
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(kept, "PNG", optimize=True)
    return kept.getvalue()


def _text(
    draw: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, fill: str, most: int, *, right: bool = False
) -> None:
    """Text within `most` pixels: smaller down to two thirds, then cut."""
    least = size * 2 // 3
    while size > least and draw.textlength(text, _font(size)) > most:
        size -= 2
    font = _font(size)
    while text and draw.textlength(text, font) > most:
        text = text[:-2].rstrip() + "…" if len(text) > 2 else ""
    left = at[0] - (draw.textlength(text, font) if right else 0)
    draw.text((left, at[1] + size), text, fill, font, anchor="ls")


@lru_cache(maxsize=32)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONT, size)


def _cards(draw: ImageDraw.ImageDraw) -> None:
    """Five cards, one a shape, at the right edge."""
    for number in range(5):
        left, top = 905 + 26 * number, 52 + 82 * number
        box = (left, top, left + 150, top + 190)
        draw.rounded_rectangle(box, 16, fill=_CARD, outline="#c9b29a", width=4)
        x, y = left + 75, top + 56
        if number == 0:
            draw.ellipse((x - 34, y - 34, x + 34, y + 34), fill=_WINE)
        elif number == 1:
            draw.polygon([(x, y - 36), (x + 38, y + 32), (x - 38, y + 32)], fill=_WINE)
        elif number == 2:
            draw.rectangle((x - 36, y - 12, x + 36, y + 12), fill=_WINE)
            draw.rectangle((x - 12, y - 36, x + 12, y + 36), fill=_WINE)
        elif number == 3:
            draw.rectangle((x - 32, y - 32, x + 32, y + 32), fill=_WINE)
        else:
            star = [
                (0, -40),
                (10, -12),
                (40, -12),
                (16, 6),
                (25, 35),
                (0, 18),
                (-25, 35),
                (-16, 6),
                (-40, -12),
                (-10, -12),
            ]
            draw.polygon([(x + dx, y + dy) for dx, dy in star], fill=_WINE)


if __name__ == "__main__":
    above, under, players = json.load(sys.stdin.buffer)
    sys.stdout.buffer.write(result_picture(above, under, [Row(*player) for player in players]))
