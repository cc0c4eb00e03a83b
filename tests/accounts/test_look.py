"""Contrast, grain and colour temperature for the whole site, kept per person, readable at every position (0.3, R54)."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from accounts import look
from accounts.look import Look

from .conftest import member, signed_in

CSS = Path(settings.BASE_DIR) / "static" / "css"
# Colours that style sheets name themselves, by scheme, and that stand on the ground and on what is raised.
FIXED = {"light": ("#1d5e3a", "#9c1c1c"), "dark": ("#8fd6ac", "#ffb0a6")}
ON_CLOTH = ("#d5e8dc",)
ON_GOLD = ("#241a1e", "#2b1a05")


def of_css(block: str) -> dict[str, str]:
    """The custom properties of a block, with colours of three digits written out."""
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]+);", block))
    return {
        name: "#" + "".join(2 * digit for digit in value[1:]) if len(value) == 4 else value
        for name, value in found.items()
    }


def test_at_fifty_everything_is_as_the_style_sheets_have_it() -> None:
    site, pieces = (CSS / "site.css").read_text(), (CSS / "pieces.css").read_text()
    light, dark = site.split("@media (prefers-color-scheme: dark)")[:2]
    root, dark_root = pieces.split("@media (prefers-color-scheme: dark)")[:2]
    written = of_css(light) | of_css(root)
    assert written == {**look.LIGHT, **look.CLOTH}
    assert look.palettes(50, 50)[0] == written
    assert of_css(dark.split("*, *::before")[0]) | of_css(dark_root.split("}\n}")[0]) == look.DARK
    assert look.palettes(50, 50)[1] == {**look.DARK, **look.CLOTH}


def test_text_is_readable_at_every_position_in_both_palettes() -> None:
    """WCAG AA, 4.5 to 1, of every text and what it stands on: 101 times 101 positions, the grain at its most."""
    poor = []
    for contrast in range(101):
        for temperature in range(101):
            for scheme, colours in zip(FIXED, look.palettes(contrast, temperature), strict=True):
                poor += [(contrast, temperature, scheme, *pair) for pair in pairs_below(scheme, colours)]
    assert poor == []


def pairs_below(scheme: str, named: dict[str, str]) -> list[tuple[str, str]]:
    """The pairs of text and ground that can't be read."""
    read = {name: look.colour_of(value) for name, value in named.items()}
    light = {name: look.luminance(colour) for name, colour in read.items()}
    ground = [look.luminance(tuple(map(round, pixel))) for pixel in look.grained(read["ground"])]
    surfaces = [light["raised"], light["soft"], min(ground), max(ground)]
    fixed = {text: look.luminance(look.colour_of(text)) for text in (*FIXED[scheme], *ON_CLOTH, *ON_GOLD)}
    cloths = [light[name] for name in look.CLOTHS]
    pairs = [(name, light[name], max(surfaces) if scheme == "dark" else min(surfaces))
             for name in ("text", "quiet", "accent", "good")]  # fmt: skip
    plain = [light["raised"], min(ground), max(ground)]
    pairs += [(text, fixed[text], max(plain) if scheme == "dark" else min(plain)) for text in FIXED[scheme]]
    pairs += [(text, light.get(text, fixed.get(text, 0.0)), max(cloths)) for text in ("on-cloth", "gold", *ON_CLOTH)]
    pairs += [(text, fixed[text], light["gold"]) for text in ON_GOLD]
    pairs += [("on-accent", light["on-accent"], light["accent"])]
    return [
        (name, f"{found:.2f}")
        for name, one, other in pairs
        if (found := (max(one, other) + 0.05) / (min(one, other) + 0.05)) < 4.5
    ]


def test_a_poor_pair_would_be_found() -> None:
    light, _dark = look.palettes(50, 50)
    assert [name for name, _ratio in pairs_below("light", {**light, "quiet": "#999999"})] == ["quiet"]


def test_more_contrast_is_more_and_less_is_less() -> None:
    for scheme in (0, 1):
        ratios = [
            look.ratio(look.colour_of(colours["text"]), look.colour_of(colours["ground"]))
            for colours in (look.palettes(at, 50)[scheme] for at in (0, 25, 50, 75, 100))
        ]
        assert ratios == sorted(ratios) and ratios[0] < ratios[-1] - 5


def test_warmer_is_less_blue_against_red() -> None:
    for scheme in (0, 1):
        for name in (*look.SURFACES, *look.CLOTHS):
            blues = [
                look.colour_of(look.palettes(50, at)[scheme][name])[2]
                - look.colour_of(look.palettes(50, at)[scheme][name])[0]
                for at in (0, 50, 100)
            ]
            assert blues[0] > blues[1] > blues[2]


def test_grain_is_nothing_at_nought_and_grows() -> None:
    assert look.grain_of(0) == 0 and look.grain_of(100) == look.GRAIN_MOST
    assert f"--grain: {look.grain_of(50)};" in (CSS / "site.css").read_text()
    assert "--grain:0.100" in look.style_sheet(50, 100, 50)


@pytest.mark.parametrize(
    "text",
    ["", "50", "50-50-50", "50-50-101-normal", "-1-50-50-slow", "50-50-50-warp", "50-50-50-normal-x", "٥٠-50-50-off"],
)
def test_a_look_that_is_none_is_not_read(text: str) -> None:
    assert look.read(text) is None


def test_a_look_is_read_as_it_was_written() -> None:
    chosen = Look(0, 100, 7, "slow")
    assert look.read(str(chosen)) == chosen


# -- the page --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_without_an_account_it_is_kept_in_a_cookie_and_holds_before_the_first_paint() -> None:
    client = Client()
    assert 'id="look"' not in client.get("/help/").content.decode()
    answer = client.post("/look/", {"contrast": "80", "grain": "0", "temperature": "20", "speed": "fast"})
    assert (answer.status_code, answer.cookies["look"].value) == (302, "80-0-20-fast")
    page = client.get("/help/").content.decode()
    link = re.search(r'<link rel="stylesheet" id="look" href="([^"]+)">', page.split("</head>")[0])
    assert link and 'data-speed="fast"' in page
    style = client.get(link[1])
    assert style.headers["Content-Type"].startswith("text/css")
    assert style.content.decode() == look.style_sheet(80, 0, 20)
    form = client.get("/look/").content.decode()
    assert 'value="80"' in form and "80%" in form
    assert re.findall(r'name="speed" value="(\w+)"', form) == ["slow", "normal", "fast", "off"]  # from slow to at once


@pytest.mark.django_db
def test_with_an_account_it_is_there_in_another_browser() -> None:
    person = member("Chinedu")
    signed_in(person).post("/look/", {"contrast": "50", "grain": "90", "temperature": "50", "speed": "off"})
    person.refresh_from_db()
    assert person.look == "50-90-50-off"
    other = signed_in(person)
    assert "/look/50-90-50.css" in other.get("/help/").content.decode()
    other.post("/look/", {"designed": "yes"})
    page = other.get("/help/").content.decode()
    assert 'id="look"' not in page and 'data-speed="off"' in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"contrast": "101"}, "100"),
        ({"grain": "-1"}, "0"),
        ({"temperature": "warm"}, "whole number"),
        ({"speed": "warp"}, "warp"),
    ],
)
def test_a_position_that_is_none_is_refused_and_nothing_changes(changes: dict[str, str], says: str) -> None:
    person = member("Chinedu")
    whole = {"contrast": "50", "grain": "50", "temperature": "50", "speed": "normal"}
    answer = signed_in(person).post("/look/", {**whole, **changes})
    assert answer.status_code == 422 and says in answer.content.decode()
    person.refresh_from_db()
    assert person.look == "" and "look" not in answer.cookies


def test_a_style_sheet_of_a_position_that_is_none_is_not_there() -> None:
    for path in ("101-0-0", "00-0-0", "-1-0-0", "0-0", "a-b-c"):
        assert Client().get(f"/look/{path}.css").status_code == 404


@pytest.mark.django_db
def test_a_cookie_written_by_hand_changes_nothing() -> None:
    client = Client()
    client.cookies["look"] = '80-0-20-fast"><script>'
    page = client.get("/help/").content.decode()
    assert 'id="look"' not in page and 'data-speed="normal"' in page
