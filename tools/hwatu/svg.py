"""A few letters of SVG: shapes, groups, uses, and the colours of the cards."""

from math import cos, pi, sin

RED, DEEP, INK, PAPER = "#c8202f", "#9c1524", "#1f1c22", "#fbf5e6"
LEAF, YELLOW, BLUE, SKY = "#17251f", "#f0b323", "#2d5c9c", "#8dbfe0"
PINK, BROWN, GREY, MOSS = "#f3a9b8", "#7d4426", "#8b8f98", "#8a9a2b"


def number(value: float) -> str:
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def attributes(**given: object) -> str:
    names = {"w": "stroke-width", "cap": "stroke-linecap", "join": "stroke-linejoin", "t": "transform", "o": "opacity"}
    return "".join(f' {names.get(key, key)}="{value}"' for key, value in given.items() if value is not None)


def path(d: str, fill: str = "none", **more: object) -> str:
    return f'<path d="{d}"{attributes(fill=fill, **more)}/>'


def line(d: str, stroke: str = INK, w: float = 3, **more: object) -> str:
    return path(d, stroke=stroke, w=number(w), cap="round", join="round", **more)


def circle(x: float, y: float, r: float, fill: str, **more: object) -> str:
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}"{attributes(fill=fill, **more)}/>'


def ellipse(x: float, y: float, rx: float, ry: float, fill: str, turn: float = 0, **more: object) -> str:
    t = f"rotate({number(turn)} {number(x)} {number(y)})" if turn else None
    return (
        f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}"'
        f"{attributes(fill=fill, t=t, **more)}/>"
    )


def rect(x: float, y: float, width: float, height: float, fill: str, **more: object) -> str:
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        f"{attributes(fill=fill, **more)}/>"
    )


def group(inside: str, **more: object) -> str:
    return f"<g{attributes(**more)}>{inside}</g>"


def use(part: str, x: float = 0, y: float = 0, size: float = 1, turn: float = 0, flip: bool = False) -> str:
    """A part at a place: turned, then scaled, perhaps mirrored."""
    t = f"translate({number(x)} {number(y)})"
    if turn:
        t += f"rotate({number(turn)})"
    if size != 1 or flip:
        t += f"scale({f'{-size:.3g} {size:.3g}' if flip else f'{size:.3g}'})"
    return f'<use href="#{part}" transform="{t}"/>'


def part(name: str, inside: str) -> str:
    return f'<g id="{name}">{inside}</g>'


def around(count: int, radius: float, start: float = -90) -> list[tuple[float, float, float]]:
    """Places on a circle: x, y, and the angle in degrees."""
    turns = [start + 360 * step / count for step in range(count)]
    return [(radius * cos(pi * turn / 180), radius * sin(pi * turn / 180), turn) for turn in turns]
