"""The hwatu cards as a browser draws them at 44 pixels, in grey: all 48 told apart, each by its left tenth."""

import io
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser

from rules.go_stop.cards import CARDS
from tests.games.test_hwatu_cards import mark_of

pytestmark = pytest.mark.once  # these are drawings

SPRITE = Path(__file__).resolve().parents[2] / "static/cards/go_stop.svg"
WIDTH, HEIGHT = 44, 70
STRIP = 11  # pixels of a card that a fanned row shows
# Steps of grey, of 255, by which two pictures must differ on average. The nearest two are 18 apart.
APART = 12.0
CONFUSABLE = [
    ("04-3", "07-3"), ("04-4", "07-4"), ("06-3", "09-3"), ("06-4", "09-4"), ("11-4", "12-4"), ("08-1", "08-2"),
    ("02-1", "12-2"), ("04-1", "12-2"), ("08-2", "12-2"), ("09-1", "10-1"),
    *((one, other) for one in ("01-2", "02-2", "03-2") for other in ("04-2", "05-2", "07-2", "12-3")),
]  # fmt: skip


@pytest.fixture(scope="module")
def drawn(browser: Browser) -> dict[str, Image.Image]:
    """Each card in grey, at the size it must be read at."""
    page = browser.new_page(viewport={"width": 12 * WIDTH, "height": 4 * HEIGHT}, device_scale_factor=1)
    uses = "".join(
        f'<use href="#{card.code}" x="{(card.month - 1) * WIDTH}" y="{card.index % 4 * HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}"/>'
        for card in CARDS
    )
    svg = SPRITE.read_text().replace("</svg>", f"{uses}</svg>")
    svg = svg.replace("<svg ", f'<svg width="{12 * WIDTH}" height="{4 * HEIGHT}" ', 1)
    page.set_content(f'<body style="margin:0;background:#fff">{svg}</body>')
    sheet = Image.open(io.BytesIO(page.screenshot())).convert("L")
    page.close()
    found = {}
    for card in CARDS:
        left, top = (card.month - 1) * WIDTH, card.index % 4 * HEIGHT
        found[card.code] = sheet.crop((left, top, left + WIDTH, top + HEIGHT))
    return found


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart: the mean difference of their greys, 0 to 255."""
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])


def test_all_48_cards_differ_pairwise_in_grey(drawn: dict[str, Image.Image]) -> None:
    close = {pair: apart(drawn[pair[0]], drawn[pair[1]]) for pair in combinations(drawn, 2)}
    assert len(close) == 48 * 47 // 2
    assert not {pair: round(value, 1) for pair, value in close.items() if value < APART}


def test_the_pairs_that_players_confuse_are_far_apart(drawn: dict[str, Image.Image]) -> None:
    close = {pair: round(apart(drawn[pair[0]], drawn[pair[1]]), 1) for pair in CONFUSABLE}
    assert not {pair: value for pair, value in close.items() if value < 2.5 * APART}


def test_month_and_kind_can_be_read_by_the_left_strip_alone(drawn: dict[str, Image.Image]) -> None:
    """A strip of 11 pixels tells cards apart that have another month or another mark."""
    strips = {code: picture.crop((0, 0, STRIP, 23)) for code, picture in drawn.items()}
    by_code = {card.code: (card.month, mark_of(card)) for card in CARDS}
    for one, other in combinations(strips, 2):
        if by_code[one] != by_code[other]:
            assert apart(strips[one], strips[other]) > 4, (one, other)


def test_every_card_is_drawn_on_and_none_is_a_plain_sheet(drawn: dict[str, Image.Image]) -> None:
    for code, picture in drawn.items():
        art = picture.crop((13, 4, WIDTH - 3, HEIGHT - 4))
        assert ImageStat.Stat(art).stddev[0] > 25, code
