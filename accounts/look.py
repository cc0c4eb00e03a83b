"""How the site looks to one person: contrast, grain and colour temperature (0.3, R54), and how fast a turn is told.

Each of the three is 0 to 100, and 50 is as designed: there the style sheets stand as they are written. Every other
position gives other values to the custom properties of `static/css/site.css`, in a style sheet that is asked for
before the first paint. Whatever the position, text stays at 4.5:1 or better (WCAG AA) on every surface it stands on;
cards, marks and the colours of seats are not touched.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

DESIGNED = 50
SPEEDS = ("slow", "normal", "fast", "off")
COOKIE = "look"
LEAST = 4.5  # to one: WCAG 2.2, 1.4.3
# The strongest grain is so opaque, of black or white; one pixel of it is the worst that a letter can stand on.
GRAIN_MOST = 0.10

Colour = tuple[float, float, float]  # 0 to 255
Palette = Mapping[str, str]

LIGHT: Palette = {
    "ground": "#fbf7f2", "raised": "#ffffff", "soft": "#f3e7dc", "line": "#d9cbc4", "text": "#241a1e",
    "quiet": "#5c4a51", "accent": "#7a1230", "on-accent": "#ffffff", "good": "#0b5f3e",
}  # fmt: skip
DARK: Palette = {
    "ground": "#191215", "raised": "#261b20", "soft": "#33252b", "line": "#4a3940", "text": "#f3eae4",
    "quiet": "#c4b2b6", "accent": "#ff9db3", "on-accent": "#2b0a14", "good": "#7fdcb0",
}  # fmt: skip
CLOTH: Palette = {
    "cloth": "#0b5137", "cloth-deep": "#063d29", "cloth-light": "#116644", "on-cloth": "#fffaf1", "gold": "#ffd98a",
}  # fmt: skip
SURFACES = ("ground", "raised", "soft")
CLOTHS = ("cloth", "cloth-deep", "cloth-light")


class Look(NamedTuple):
    """What one person chose. As text, in the cookie and with the account: "50-50-50-normal"."""

    contrast: int = DESIGNED
    grain: int = DESIGNED
    temperature: int = DESIGNED
    speed: str = "normal"

    def __str__(self) -> str:
        return "-".join(map(str, self))

    @property
    def designed(self) -> bool:
        return self[:3] == (DESIGNED, DESIGNED, DESIGNED)


def read(text: str) -> Look | None:
    """The look of a cookie or an account; None where nobody chose one, or somebody wrote it by hand and wrongly."""
    parts = text.split("-")
    if len(parts) != 4 or not all(part.isascii() and part.isdigit() and len(part) <= 3 for part in parts[:3]):
        return None
    contrast, grain, temperature = map(int, parts[:3])
    if max(contrast, grain, temperature) > 100 or parts[3] not in SPEEDS:
        return None
    return Look(contrast, grain, temperature, parts[3])


@lru_cache(maxsize=512)
def style_sheet(contrast: int, grain: int, temperature: int) -> str:
    """The custom properties for these positions, in both colour schemes."""
    light, dark = palettes(contrast, temperature)
    return (
        f":root{{{_written(light)}--grain:{grain_of(grain):.3f}}}"
        f"@media(prefers-color-scheme:dark){{:root{{{_written(dark)}}}}}"
    )


def grain_of(position: int) -> float:
    """How opaque the grain is."""
    return GRAIN_MOST * position / 100


def palettes(contrast: int, temperature: int) -> tuple[dict[str, str], dict[str, str]]:
    """The colours in the light and in the dark scheme, by the name of their custom property."""
    strength, warmth = (contrast - DESIGNED) / DESIGNED, (temperature - DESIGNED) / DESIGNED
    cloth = _cloth(strength, warmth)
    return {**_scheme(LIGHT, False, strength, warmth), **cloth}, {**_scheme(DARK, True, strength, warmth), **cloth}


def _scheme(palette: Palette, dark: bool, strength: float, warmth: float) -> dict[str, str]:
    far, near = ((255.0,) * 3, (0.0,) * 3) if dark else ((0.0,) * 3, (255.0,) * 3)
    colours = {name: colour_of(value) for name, value in palette.items()}
    for name in (*SURFACES, "line"):
        toward, share = (near, 0.85 * strength) if strength > 0 else ((128.0,) * 3, -0.08 * strength)
        if name == "line" and strength > 0:
            toward, share = far, 0.4 * strength
        colours[name] = _rounded(_warmed(_mixed(colours[name], toward, share), warmth, dark))
    flatter = {"text": 0.28, "quiet": 0.12, "accent": 0.15, "good": 0.10}
    stronger = {"text": 1.0, "quiet": 0.7, "accent": 0.45, "good": 0.45}
    grounds = [colours["raised"], colours["soft"], *grained(colours["ground"])]
    for name, share in flatter.items():
        toward = far if strength > 0 else colours["ground"]
        moved = _mixed(colours[name], toward, stronger[name] * strength if strength > 0 else -share * strength)
        colours[name] = readable(moved, grounds)
    colours["on-accent"] = readable(colours["on-accent"], [colours["accent"]])
    return {name: _hex(colour) for name, colour in colours.items()}


def _cloth(strength: float, warmth: float) -> dict[str, str]:
    colours = {name: colour_of(value) for name, value in CLOTH.items()}
    for name in CLOTHS:
        toward, share = ((0.0,) * 3, 0.35 * strength) if strength > 0 else ((128.0,) * 3, -0.05 * strength)
        colours[name] = _rounded(_warmed(_mixed(colours[name], toward, share), warmth, True))
    grounds = [colours[name] for name in CLOTHS]
    for name, stronger, flatter in (("on-cloth", 1.0, 0.18), ("gold", 0.3, 0.08)):
        toward, share = ((255.0,) * 3, stronger * strength) if strength > 0 else (colours["cloth"], -flatter * strength)
        colours[name] = readable(_mixed(colours[name], toward, share), grounds)
    return {name: _hex(colour) for name, colour in colours.items()}


def readable(colour: Colour, grounds: Iterable[Colour]) -> Colour:
    """The colour, moved away from the grounds as far as it takes to be read on each of them."""
    lights = [luminance(_rounded(ground)) for ground in grounds]
    bright = lights[0] > 0.18
    away, worst = ((0.0,) * 3, min(lights)) if bright else ((255.0,) * 3, max(lights))
    colour = _rounded(colour)
    while _apart(luminance(colour), worst) < LEAST and colour != away:
        moved = _rounded(_mixed(colour, away, 0.08))
        colour = away if moved == colour else moved
    return colour


def ratio(one: Colour, other: Colour) -> float:
    """The contrast of two colours, 1 to 21 (WCAG 2.2)."""
    return _apart(luminance(_rounded(one)), luminance(_rounded(other)))


def _apart(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


_LINEAR = [
    part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (n / 255 for n in range(256))
]


def luminance(colour: Colour) -> float:
    """How bright it is, 0 to 1; of a colour in whole steps."""
    red, green, blue = (_LINEAR[int(part)] for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def grained(ground: Colour) -> tuple[Colour, Colour, Colour]:
    """The ground, and its darkest and lightest pixel under the strongest grain. (On the cloth grain only darkens.)"""
    return ground, _mixed(ground, (0.0,) * 3, GRAIN_MOST), _mixed(ground, (255.0,) * 3, GRAIN_MOST)


def _warmed(colour: Colour, warmth: float, dark: bool) -> Colour:
    """Warmer: less blue and, where it is dark, more red; cooler the other way round."""
    red, green, blue = colour
    if dark:
        shift = (10 * warmth, 2 * warmth, -8 * warmth) if warmth > 0 else (5 * warmth, 0.0, -12 * warmth)
    else:
        shift = (0.0, -6 * warmth, -28 * warmth) if warmth > 0 else (22 * warmth, 5 * warmth, 0.0)
    return tuple(min(255.0, max(0.0, part + by)) for part, by in zip((red, green, blue), shift, strict=True))  # type: ignore[return-value]


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    return tuple(a + (b - a) * share for a, b in zip(one, other, strict=True))  # type: ignore[return-value]


def _rounded(colour: Colour) -> Colour:
    return tuple(float(round(part)) for part in colour)  # type: ignore[return-value]


def colour_of(text: str) -> Colour:
    return tuple(float(int(text[at : at + 2], 16)) for at in (1, 3, 5))  # type: ignore[return-value]


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{round(part):02x}" for part in colour)


def _written(colours: Mapping[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in colours.items())
