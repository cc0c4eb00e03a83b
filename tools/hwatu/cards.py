"""The 48 cards: plant, motif, and the tab with month and mark."""

from .motifs import (
    boar,
    bridge,
    butterfly,
    crane,
    crescent,
    cuckoo,
    cup,
    curtain,
    deer,
    goose,
    phoenix,
    ribbon,
    swallow,
    thunder,
    walker,
    warbler,
)  # fmt: skip
from .plants import (
    cherry,
    clover,
    grass,
    hill,
    iris,
    maples,
    mums,
    paulownia,
    peony,
    pine,
    plum,
    rain,
    sky,
    willow,
    wisteria,
)  # fmt: skip
from .plants import parts as plant_parts
from .svg import DEEP, INK, PAPER, RED, YELLOW, around, circle, group, line, number, part, path, rect, use

CODES = [f"{month:02}-{k}" for month in range(1, 13) for k in range(1, 5)]
DIGITS = (  # one line each, in a box of 20 by 30
    "M10 3C5 3 3 8 3 15s2 12 7 12 7-5 7-12S15 3 10 3z",
    "M5 9l6-6v24",
    "M3 10c0-4 3-7 7-7s7 2 7 6c0 6-9 10-14 18h15",
    "M3 3h13l-7 9c5 0 8 3 8 7s-3 8-7 8c-4 0-6-2-7-4",
    "M13 27V3L2 20h16",
    "M16 3H6L5 13c2-1 3-2 5-2 5 0 7 4 7 8s-3 8-7 8c-3 0-6-1-7-4",
    "M15 4C8 5 3 11 3 19c0 5 3 8 7 8s7-3 7-7-3-7-7-7-6 2-7 6",
    "M3 3h14L8 27",
    "M10 14c-4 0-6-2-6-5s2-6 6-6 6 3 6 6-2 5-6 5zm0 0c-5 0-7 3-7 7s3 6 7 6 7-2 7-6-2-7-7-7z",
    "M5 26c7-1 12-7 12-15 0-5-3-8-7-8s-7 3-7 7 3 7 7 7 6-2 7-6",
)


# -- the tab --------------------------------------------------------------------------------------


def marks() -> list[str]:
    """The marks of the kinds, around 0,0 within 9 units to each side."""
    rays = "".join(
        f"M{number(x * 0.72)} {number(y * 0.72)}L{number(x)} {number(y)}" for x, y, _ in around(8, 9.6, -67.5)
    )
    bright = circle(0, 0, 5.2, RED) + line(rays, RED, 2.6)
    rainy = circle(0, 0, 9, RED) + line("M-2-5l-2.5 9M2.6-4l-2.5 9", PAPER, 2.4)
    diamond = path("M0-10L8.5 0 0 10-8.5 0z", INK)
    bird = path("M-6.5 1C-4-3-2-2.5 0 .5 2-2.5 4-3 6.5 1 4 0 2 .8 0 4-2 .8-4 0-6.5 1z", PAPER)
    dot = circle(0, 0, 4.6, INK)
    two = circle(0, -5.6, 4.4, INK) + circle(0, 5.6, 4.4, INK)
    cupped = path("M0-10.5L7-3.5 0 3.5-7-3.5z", INK) + circle(-4.4, 8.4, 3.3, INK) + circle(4.4, 8.4, 3.3, INK)
    bar = path("M-8 5L3-8 8-4-3 9z", RED, stroke=INK, w="1.6")
    return [
        part("kb", bright), part("kw", rainy), part("ka", diamond), part("kg", diamond + bird), part("kr", bar),
        part("kj", dot), part("kd", two), part("kc", cupped),
    ]  # fmt: skip


KINDS = {
    1: "bright ribbon junk junk", 2: "bird ribbon junk junk", 3: "bright ribbon junk junk", 4: "bird ribbon junk junk",
    5: "animal ribbon junk junk", 6: "animal ribbon junk junk", 7: "animal ribbon junk junk", 8: "bright bird junk junk",
    9: "cup ribbon junk junk", 10: "animal ribbon junk junk", 11: "bright junk junk double",
    12: "rain animal ribbon double",
}  # fmt: skip
MARK = {
    "bright": "kb",
    "rain": "kw",
    "animal": "ka",
    "bird": "kg",
    "ribbon": "kr",
    "junk": "kj",
    "double": "kd",
    "cup": "kc",
}


def tab(month: int, kind: str) -> str:
    """Month and mark on paper, top left."""
    digits = str(month)
    size, step = (0.62, 0) if len(digits) == 1 else (0.54, 8.6)
    left = 14 - 10 * size if not step else 14 - (20 * size + step) / 2
    shown = "".join(
        f'<use href="#n{digit}" transform="translate({number(left + step * place)} 7)scale({size})"/>'
        for place, digit in enumerate(digits)
    )
    plate = path("M4 4H25V46A6 6 0 0 1 19 52H4z", PAPER) + line("M25 4V46A6 6 0 0 1 19 52H4", INK, 1.6)
    numbers = group(
        shown, fill="none", stroke=INK, **{"stroke-width": "5.4", "stroke-linecap": "round", "stroke-linejoin": "round"}
    )
    return plate + numbers + use(MARK[kind], 14, 39)


# -- the pictures ---------------------------------------------------------------------------------


def january() -> list[str]:
    trunk = "M96 148C80 132 76 112 84 92"
    return [
        sky("#f6d9cf", 70) + circle(68, 36, 21, RED) + pine([(80, 132, 0.85, -20), (20, 140, 0.8, 10)], "M96 150C86 146 80 140 74 138")
        + crane(),
        pine([(70, 44, 0.95, 10), (34, 84, 0.9, -25), (78, 112, 0.95, 25), (32, 136, 0.85, -10)], "M92 152C70 128 84 84 64 48")
        + ribbon("poetry"),
        pine([(62, 62, 1.25, -8), (50, 128, 1.3, 8)], trunk + "M86 118C74 116 66 122 54 128M84 92C82 80 72 70 64 64"),
        pine([(68, 50, 1.1, 12), (34, 92, 1.05, -22), (58, 140, 1.15, 0)], trunk + "M84 92C76 80 72 62 70 54M84 104C64 104 46 100 38 96M86 120C78 132 66 138 60 140"),
    ]  # fmt: skip


def february() -> list[str]:
    one = "M96 136C74 132 60 118 46 122 30 126 22 112 10 114M60 120C62 104 78 98 80 82"
    return [
        plum("M96 120C78 124 60 108 42 116 28 122 20 112 8 118M44 116C40 132 52 140 50 152", [(70, 40, 1.15), (84, 134, 0.95), (30, 138, 1.05)], [(44, 34), (88, 66)])
        + warbler(),
        plum("M96 40C76 48 60 34 44 46 34 54 34 66 26 72M52 154C56 140 70 136 92 130", [(82, 46, 0.95), (34, 74, 0.9), (82, 124, 1), (34, 136, 0.95)], [(60, 32), (64, 144)])
        + ribbon("poetry"),
        plum(one, [(62, 66, 1.45), (36, 118, 1.3)], [(80, 84), (86, 126), (66, 142), (14, 104)]),
        plum("M8 148C28 140 36 124 52 126 68 128 74 112 94 108M46 126C42 106 56 92 54 72", [(60, 52, 1.25), (28, 112, 1.15), (76, 112, 1.25)], [(54, 84), (90, 90)]),
    ]  # fmt: skip


def march() -> list[str]:
    top = [
        (36, 30, 0.85),
        (58, 24, 0.95),
        (82, 28, 0.9),
        (46, 50, 0.85),
        (70, 50, 0.95),
        (88, 58, 0.8),
        (34, 68, 0.8),
        (56, 72, 0.85),
        (78, 76, 0.8),
    ]
    return [
        cherry([*top, (16, 66, 0.75)]) + curtain(),
        cherry([(40, 34, 0.9), (66, 26, 1), (86, 44, 0.9), (32, 62, 0.8), (86, 76, 0.8), (30, 128, 0.85), (80, 132, 0.95), (54, 146, 0.7)])
        + ribbon("poetry"),
        cherry([(40, 34, 1), (22, 68, 1.05), (48, 66, 1.15), (26, 100, 1.05), (54, 98, 0.95), (22, 130, 0.85), (70, 40, 0.85)])
        + line("M78 154C86 124 66 90 70 44", "#7d4426", 4.5) + use("cher", 74, 128, 0.6),
        cherry([(56, 28, 0.9), (82, 32, 1.05), (60, 58, 1), (84, 64, 1.1), (64, 90, 1.05), (86, 96, 0.95), (66, 122, 0.9), (86, 126, 0.8)])
        + line("M28 154C20 124 40 96 34 60", "#7d4426", 4.5) + use("cher", 30, 120, 0.6),
    ]  # fmt: skip


def april() -> list[str]:
    return [
        crescent() + wisteria([(40, 0.62), (62, 0.5), (82, 0.68)]) + cuckoo(),
        wisteria([(34, 1.2), (58, 0.9), (82, 1.35)]) + ribbon("plain"),
        wisteria([(39, 1.42), (62, 0.95), (84, 1.6)]),
        wisteria([(33, 0.82), (50, 1.3), (68, 0.88), (86, 1.45)]) + line("M8 150C36 144 60 152 92 148", "#7d4426", 3),
    ]  # fmt: skip


def may() -> list[str]:
    return [
        iris([(26, 0.9, -10), (72, 1.05, 6), (88, 0.95, 12)], [(52, 48, 0.95), (80, 66, 0.8)]) + bridge(),
        iris([(18, 0.9, -8), (34, 1.05, -3), (76, 1.1, 6), (88, 0.8, 14)], [(76, 44, 0.85), (28, 92, 0.75)]) + ribbon("plain"),
        iris([(20, 1.1, -10), (36, 0.9, -4), (66, 1.2, 5), (82, 1, 12)], [(54, 66, 1.35)]),
        iris([(14, 0.9, -8), (28, 1.1, -4), (56, 0.95, 2), (84, 1.05, 8)], [(68, 42, 1.05), (36, 98, 1.1)]),
    ]  # fmt: skip


def june() -> list[str]:
    return [
        peony([(58, 118, 1.12)], [(26, 132, 0.95, -60), (88, 138, 0.95, 60), (28, 112, 0.8, -40), (84, 100, 0.8, 46), (54, 92, 0.6, -8)])
        + group(butterfly(), t="translate(64 34)rotate(-14)") + group(butterfly(), t="translate(34 72)rotate(22)scale(.72)"),
        peony([(74, 44, 0.8), (36, 132, 0.85)], [(40, 52, 0.9, -60), (84, 84, 0.9, 140), (76, 132, 0.95, 60), (24, 108, 0.8, -40)]) + ribbon("blue"),
        peony([(52, 112, 1.45)], [(24, 80, 1.1, -30), (50, 72, 1.05, 4), (80, 80, 1.1, 34), (20, 146, 0.7, -80), (86, 146, 0.7, 80)]),
        line("M56 60C60 96 44 124 50 154", "#17251f", 4)
        + peony([(60, 54, 1.3)], [(48, 130, 1.15, -64), (52, 136, 1.15, 60), (54, 104, 0.9, 60), (50, 112, 0.9, -56)])
        + circle(28, 104, 8, RED) + path("M20 106C22 116 34 116 36 106 32 110 24 110 20 106z", "#17251f"),
    ]  # fmt: skip


def july() -> list[str]:
    return [
        clover([(86, 40, 34, 34), (94, 60, 60, 64), (16, 90, 20, 72)]) + boar(),
        clover([(30, 20, 84, 34), (70, 60, 88, 92), (20, 80, 34, 70)]) + ribbon("plain"),
        clover([(30, 10, 84, 56), (78, 60, 34, 92)]),
        clover([(22, 30, 62, 34), (50, 40, 90, 66), (84, 70, 40, 104)]),
    ]  # fmt: skip


def august() -> list[str]:
    return [
        sky(RED) + circle(60, 50, 31, PAPER) + hill(),
        sky("#f7efd9") + group(goose(), t="translate(64 30)scale(1.02)") + group(goose(), t="translate(46 60)scale(.86)")
        + group(goose(), t="translate(78 68)scale(.74)") + hill(),
        sky("#f7efd9") + hill() + grass(28, 1),
        sky("#f7efd9") + hill() + grass(72, -1),
    ]  # fmt: skip


def september() -> list[str]:
    return [
        mums([(64, 44, 1.2), (38, 68, 0.7)], [(84, 84, 0.9, 50), (34, 92, 0.6, -60)], 110) + cup(),
        mums([(74, 44, 0.95), (32, 124, 0.9)], [(36, 60, 0.95, -40), (84, 90, 0.9, 50), (78, 140, 0.95, 60)]) + ribbon("blue"),
        mums([(54, 70, 1.65)], [(28, 138, 1.1, -50), (78, 134, 1.15, 46), (50, 150, 0.85, 0)]),
        mums([(66, 44, 1.2), (38, 102, 1.25)], [(80, 104, 1.05, 40), (74, 144, 1.05, 56), (24, 150, 0.85, -40)]),
    ]  # fmt: skip


def october() -> list[str]:
    return [
        maples([("map", 52, 34, 0.85, 20), ("gol", 80, 32, 0.8, -12), ("map", 84, 62, 0.75, 30), ("gol", 16, 138, 0.5, 40)]) + deer(),
        maples([("map", 44, 36, 0.9, -10), ("gol", 80, 44, 0.95, 20), ("map", 86, 92, 0.85, 60), ("gol", 28, 84, 0.8, -40), ("map", 30, 134, 0.95, 10), ("map", 82, 138, 0.85, -30)])
        + ribbon("blue"),
        maples([("map", 66, 52, 1.45, 12), ("gol", 36, 96, 1.3, -24), ("map", 72, 126, 1.35, 30)]),
        maples([("map", 48, 36, 1, -14), ("gol", 80, 52, 1.05, 24), ("map", 30, 86, 1.05, -30), ("map", 68, 100, 1.2, 8), ("gol", 36, 134, 1.05, 40)]),
    ]  # fmt: skip


def november() -> list[str]:
    return [
        sky("#fdf0cf") + paulownia([(20, 112, 0.5)]) + phoenix(),
        paulownia([(34, 90, 1), (56, 84, 1.55), (80, 90, 1)]),
        paulownia([(36, 86, 1.5), (58, 92, 0.95), (82, 86, 1.5)]),
        sky(RED) + paulownia([(34, 92, 1.05), (58, 80, 1.2), (82, 92, 1.05)], "pac"),
    ]  # fmt: skip


def december() -> list[str]:
    return [
        rain() + willow([(84, 1), (94, 1.3)]) + walker(),
        sky("#efe7d4") + willow([(36, 0.62), (62, 0.72), (84, 0.55)]) + rain(5) + swallow(),
        rain(8) + willow([(36, 1.35), (84, 1.7)]) + ribbon("plain"),
        sky(RED) + thunder(),
    ]  # fmt: skip


MONTHS = (january, february, march, april, may, june, july, august, september, october, november, december)


def back() -> str:
    rows = "".join(use("plum", 26 + 24 * x, 30 + 25 * y, 0.42) for y in range(5) for x in range(3))
    frame = rect(10, 10, 80, 140, "none", stroke=PAPER, w="2.5", rx=5)
    return rect(0, 0, 100, 160, DEEP, rx=7) + frame + rows + circle(50, 80, 0.1, YELLOW)


def sprite_parts() -> list[str]:
    """Parts and symbols of the sprite, a line each."""
    face = part("pp", rect(1, 1, 98, 158, PAPER, rx=6))
    edge = part(
        "ee",
        path(
            "M7 0H93A7 7 0 0 1 100 7V153A7 7 0 0 1 93 160H7A7 7 0 0 1 0 153V7A7 7 0 0 1 7 0zM8 4A4 4 0 0 0 4 8V152A4 4 0 0 0 8 156H92A4 4 0 0 0 96 152V8A4 4 0 0 0 92 4z",
            RED,
            **{"fill-rule": "evenodd"},
        ),
    )
    digits = [f'<path id="n{digit}" d="{d}"/>' for digit, d in enumerate(DIGITS)]
    made = [face, edge, *digits, *marks(), *plant_parts()]
    for month, pictures in enumerate(MONTHS, 1):
        for k, (picture, kind) in enumerate(zip(pictures(), KINDS[month].split(), strict=True), 1):
            inside = use("pp") + picture + tab(month, kind) + use("ee")
            inside = inside.replace(' transform="translate(0 0)"', "")
            made.append(f'<symbol id="{month:02}-{k}" viewBox="0 0 100 160">{inside}</symbol>')
    made.append(f'<symbol id="back" viewBox="0 0 100 160">{back()}</symbol>')
    return made
