"""The plants of the twelve months, each from parts that are drawn once."""

from math import cos, pi, sin

from .svg import (
    BLUE,
    BROWN,
    DEEP,
    GREY,
    INK,
    LEAF,
    PAPER,
    PINK,
    RED,
    SKY,
    YELLOW,
    around,
    circle,
    ellipse,
    line,
    number,
    part,
    path,
    use,
)  # fmt: skip


def parts() -> list[str]:
    """Blossoms, leaves and strings, around 0,0."""
    needles = "".join(
        f"M0 0L{number(25 * sin(pi * a / 180))} {number(-25 * cos(pi * a / 180))}" for a in range(-84, 85, 14)
    )
    fan = path("M-11 2A11 11 0 0 1 11 2z", LEAF) + line(needles, LEAF, 3.6) + circle(0, 1, 4.2, BROWN)

    plum = "".join(circle(x, y, 8.4, RED, stroke=PAPER, w="1.4") for x, y, _ in around(5, 8.6))
    stamens = "".join(f"M0 0L{number(x)} {number(y)}" for x, y, _ in around(8, 8.2))
    plum += line(stamens, YELLOW, 1.8) + circle(0, 0, 4.6, YELLOW)

    petal = "M0 0C-10-4-10-16-4-18L0-14.5 4-18C10-16 10-4 0 0z"
    cherry = "".join(path(petal, PINK, stroke=RED, w="1.3", t=f"rotate({72 * n})") for n in range(5))
    cherry += circle(0, 0, 3.6, RED)

    string = line("M0-4C2 20-2 44 0 74", LEAF, 2.6)
    for step in range(8):
        y, size = 2 + 9.2 * step, 1.08 - 0.09 * step
        for side in (-1, 1):
            string += ellipse(side * 6.6 * size, y + 3, 7.2 * size, 4.4 * size, LEAF, turn=side * 28)
    string += ellipse(0, 77, 3.4, 6, SKY)
    for step in range(1, 8, 2):
        string += circle(0, 6 + 9.2 * step, 2.5, SKY)

    iris = path("M0 1C-12-6-10-24 0-29 10-24 12-6 0 1z", BLUE)
    iris += path("M0 0C-8-9-23-10-29 1-24 13-9 11 0 0z", BLUE) + path("M0 0C8-9 23-10 29 1 24 13 9 11 0 0z", BLUE)
    iris += path("M0-2C-12 4-11 19 0 26 11 19 12 4 0-2z", "#3f77ba", stroke=PAPER, w="1.4")
    iris += path("M0 0C-4 4-4 11 0 15 4 11 4 4 0 0z", YELLOW)
    iris += line("M-21 1-9 0M21 1 9 0", PAPER, 1.8)
    sword = path("M-4 0C-7-30-3-62 6-86 8-58 7-28 5 0z", LEAF)

    peony = "".join(circle(x, y, 11.5, RED, stroke=PAPER, w="1.5") for x, y, _ in around(9, 18))
    peony += "".join(circle(x, y, 9, DEEP, stroke=PAPER, w="1.3") for x, y, _ in around(7, 10.5, -64))
    peony += "".join(circle(x, y, 5.6, RED, stroke=PAPER, w="1.1") for x, y, _ in around(5, 5.4))
    peony += circle(0, 0, 4.2, YELLOW)
    cut = path(
        "M0 0C-3-8-12-8-15-16-9-17-8-21-10-28-3-25-1-29 0-38 1-29 3-25 10-28 8-21 9-17 15-16 12-8 3-8 0 0z", LEAF
    )
    cut += line("M0-4V-28", "#5b6b60", 1.6)

    trefoil = "".join(ellipse(x, y, 3.9, 5.6, RED, turn=t + 90) for x, y, t in around(3, 5.4))

    thin = "".join(
        ellipse(x, y, 3.3, 9, (YELLOW, RED)[n % 2], turn=t + 90) for n, (x, y, t) in enumerate(around(18, 15.5))
    )
    thin += "".join(ellipse(x, y, 2.8, 6.4, YELLOW, turn=t + 90, stroke=DEEP, w="1") for x, y, t in around(11, 7.6))
    thin += circle(0, 0, 4, DEEP)
    lobed = path(
        "M0 2C-8 2-10-4-17-5-13-10-16-16-13-21-8-20-5-25 0-31 5-25 8-20 13-21 16-16 13-10 17-5 10-4 8 2 0 2z", LEAF
    )
    lobed += line("M0 0V-22M0-8-9-13M0-8 9-13", "#5b6b60", 1.5)

    leaf = (
        "M0 16L-2 6C-7 10-13 10-18 8L-15 3-23-3-16-6-17-13-9-10-7-20-3-17 0-27 3-17 7-20 9-10 17-13 16-6 23-3 15 3 18 8"
        "C13 10 7 10 2 6z"
    )
    veins = line("M0 5V-18M0 4-15-4M0 4 15-4", PAPER, 1.3)
    maple, gold = path(leaf, RED) + veins, path(leaf, YELLOW) + line("M0 5V-18M0 4-15-4M0 4 15-4", DEEP, 1.3)

    heart = "M0 8C-10 18-30 16-33-2-35-18-24-30-12-31-8-36-3-40 0-46 3-40 8-36 12-31 24-30 35-18 33-2 30 16 10 18 0 8z"
    veined = "M0 6V-36M0-2C-10-4-18-10-22-18M0-2C10-4 18-10 22-18M0-14C-5-18-8-22-10-27M0-14C5-18 8-22 10-27"
    broad = path(heart, LEAF) + line(veined, "#e7dfca", 1.9)
    coloured = path(heart, YELLOW, stroke=INK, w="2.6") + line(veined, INK, 2)

    bells = line("M0 4V-36", LEAF, 2.6)
    for step in range(5):
        y, reach = -4 - 7.6 * step, 9 - 1.1 * step
        for side in (-1, 1):
            bells += ellipse(side * reach * 0.72, y, reach * 0.62, 3.7, (BLUE, SKY)[step % 2], turn=side * -34)
    bells += ellipse(0, -42, 2.8, 4.6, SKY)

    strand = line("M0-6C3 18-3 38 0 66", LEAF, 2.4)
    for step in range(8):
        side = (-1, 1)[step % 2]
        strand += path(f"M0 {2 + 8 * step}q{side * 9} 3 {side * 8} 13q{-side * 8}-3 {-side * 8}-13z", LEAF)
    return [
        part("fan", fan), part("plum", plum), part("cher", cherry), part("wis", string), part("iris", iris),
        part("swd", sword), part("peo", peony), part("cut", cut), part("tre", trefoil), part("mum", thin),
        part("lob", lobed), part("map", maple), part("gol", gold), part("pau", broad), part("pac", coloured),
        part("bel", bells), part("wil", strand),
    ]  # fmt: skip


def pine(clusters: list[tuple[float, float, float, float]], trunk: str) -> str:
    """Clusters as (x, y, size, turn) on a red-brown trunk."""
    return line(trunk, BROWN, 8) + line(trunk, "#a5653a", 2.5) + "".join(use("fan", *place) for place in clusters)


def plum(branch: str, blossoms: list[tuple[float, float, float]], buds: list[tuple[float, float]]) -> str:
    return (
        line(branch, LEAF, 6)
        + "".join(circle(x, y, 4.4, RED) + circle(x, y + 3.4, 2.4, LEAF) for x, y in buds)
        + "".join(use("plum", x, y, size) for x, y, size in blossoms)
    )


def cherry(places: list[tuple[float, float, float]]) -> str:
    """A dense cloud of blossoms on a branch with young leaves."""
    cloud = line("M96 20C74 16 52 26 30 22", BROWN, 4.5)
    return cloud + "".join(use("cher", x, y, size, turn=17 * n) for n, (x, y, size) in enumerate(places))


def wisteria(strings: list[tuple[float, float]]) -> str:
    """Strings that hang from the top, each (x, size)."""
    bough = line("M4 9C30 16 66 4 96 11", BROWN, 5)
    return bough + "".join(use("wis", x, 16, size) for x, size in strings)


def iris(leaves: list[tuple[float, float, float]], flowers: list[tuple[float, float, float]]) -> str:
    made = "".join(use("swd", x, 154, size, turn) for x, size, turn in leaves)
    for x, y, size in flowers:
        made += line(f"M{number(x)} {number(y + 18)}V154", LEAF, 3.4) + use("iris", x, y, size)
    return made


def peony(flowers: list[tuple[float, float, float]], leaves: list[tuple[float, float, float, float]]) -> str:
    return "".join(use("cut", *place) for place in leaves) + "".join(use("peo", *place) for place in flowers)


def clover(arches: list[tuple[float, float, float, float]]) -> str:
    """Stems that rise from the bottom and bow over, each (foot x, top y, tip x, tip y), with leaves in threes."""
    made = ""
    for foot, top, tip_x, tip_y in arches:
        control = (foot, top)
        made += line(
            f"M{number(foot)} 154Q{number(control[0])} {number(control[1])} {number(tip_x)} {number(tip_y)}", INK, 2.8
        )
        for step in range(2, 11):
            t = step / 10
            x = (1 - t) ** 2 * foot + 2 * t * (1 - t) * control[0] + t * t * tip_x
            y = (1 - t) ** 2 * 154 + 2 * t * (1 - t) * control[1] + t * t * tip_y
            side = (-1, 1)[step % 2] if t < 1 else 0
            made += use("tre", x + side * 7, y, 1.05 - 0.3 * t, 40 * side)
    return made


def hill() -> str:
    return path("M2 106C24 74 62 66 98 93V158H2z", INK)


def grass(x: float, way: int) -> str:
    """Pampas on the hill: blades light on the dark, plumes dark against the sky."""
    made = ""
    for n, (dx, height) in enumerate(((-12, 44), (-4, 58), (4, 66), (13, 50))):
        foot, bend = x + dx, way * (10 + 4 * n)
        made += line(f"M{number(foot)} 142q0-{height // 2} {bend}-{height}", PAPER, 2.6)
        made += ellipse(foot + bend + way * 3, 142 - height - 3, 3.2, 9, "#d9cba6", turn=way * 38)
    return made


def mums(
    flowers: list[tuple[float, float, float]], leaves: list[tuple[float, float, float, float]], foot: float = 154
) -> str:
    stems = "".join(
        line(
            f"M{number(x)} {number(y)}C{number(x)} {number(y + 40)} 52 {number(foot - 24)} 52 {number(foot)}", LEAF, 3.4
        )
        for x, y, _ in flowers
    )
    return stems + "".join(use("lob", *place) for place in leaves) + "".join(use("mum", *place) for place in flowers)


def maples(leaves: list[tuple[str, float, float, float, float]]) -> str:
    bough = line("M96 16C76 22 56 14 34 26M70 18C66 30 60 36 50 40", BROWN, 4)
    return bough + "".join(use(*place) for place in leaves)


def paulownia(spikes: list[tuple[float, float, float]], leaf: str = "pau") -> str:
    """Three broad leaves at the bottom under upright spikes, each (x, foot y, size)."""
    made = "".join(use("bel", x, y, size) for x, y, size in spikes)
    return made + use(leaf, 28, 128, 0.72, -34) + use(leaf, 73, 128, 0.72, 34) + use(leaf, 50, 138, 0.86)


def rain(lines: int = 7) -> str:
    """Slanted rain over the whole card."""
    marks = "".join(
        f"M{30 + 14 * n} {10 + 23 * (n % 3)}l-11 30M{14 + 13 * n} {84 + 17 * (n % 3)}l-9 26" for n in range(lines - 1)
    )
    return line(marks, GREY, 2.5)


def willow(strands: list[tuple[float, float]]) -> str:
    bough = line("M96 8C76 14 52 6 30 11", BROWN, 5)
    return bough + "".join(use("wil", x, 14, size) for x, size in strands)


def sky(fill: str, below: float = 158) -> str:
    return path(f"M2 2H98V{number(below)}H2z", fill)
