"""What makes a card: birds, beasts, people and things, and the four kinds of ribbon."""

from .svg import (
    BLUE,
    BROWN,
    DEEP,
    GREY,
    INK,
    MOSS,
    PAPER,
    RED,
    SKY,
    YELLOW,
    circle,
    ellipse,
    group,
    line,
    path,
    rect,
)  # fmt: skip


def crane() -> str:
    """Standing in profile, looking up at the sun."""
    body = path("M30 104C32 90 46 82 60 86 72 88 78 98 74 106 66 116 42 118 30 104z", PAPER, stroke=INK, w="2.6")
    tail = path("M32 106C22 104 14 110 10 120 20 120 24 124 34 122 42 120 46 114 44 110z", INK)
    neck = line("M66 92C78 84 72 66 64 62", INK, 9.6) + line("M66 92C78 84 72 66 64 62", PAPER, 5.6)
    head = circle(63, 60, 6, PAPER, stroke=INK, w="2.4") + path("M58 57C60 51 67 52 68 57z", RED)
    beak = path("M58 58L42 52 57 63z", YELLOW, stroke=INK, w="1.4") + circle(62, 60, 1.5, INK)
    wing = line("M40 102C50 98 58 98 66 102M44 108C52 105 58 105 64 108", GREY, 2.5)
    legs = line("M48 114V142M58 113V142M48 142h-7M58 142h-7", INK, 3)
    return legs + tail + body + wing + neck + head + beak


def warbler() -> str:
    """A small yellow-green bird on the branch."""
    return (
        path("M34 86C40 68 62 64 74 76 80 84 92 86 94 92 84 98 74 96 68 100 56 108 40 102 34 86z", MOSS)
        + path("M50 88C60 80 74 82 82 92 70 94 58 96 50 88z", "#5f6d16")
        + path("M36 90C42 102 54 106 66 100 58 94 46 94 36 90z", YELLOW)
        + circle(41, 81, 9.5, MOSS) + path("M33 79L24 83 34 86z", INK) + circle(40, 79, 2, INK)
        + line("M54 103v7M61 102v7", INK, 2.6)
    )  # fmt: skip


def curtain() -> str:
    """A festive curtain in red and white stripes, held up by a cord."""
    made = path("M2 88C20 104 34 104 50 90 66 104 80 104 98 88V158H2z", PAPER)
    for x in (4, 27, 50, 73):
        made += path(f"M{x} 84h11.5v74h-11.5z", RED)
    made += path("M2 80H98V88C80 104 66 104 50 90 34 104 20 104 2 88z", INK)
    made += line("M12 90C24 100 34 99 46 90M54 90C66 100 76 99 88 90", YELLOW, 2.6)
    made += circle(50, 92, 5, YELLOW) + line("M50 96v16M46 96l-3 14M54 96l3 14", YELLOW, 2.6)
    return made + line("M4 124H96", DEEP, 2.5)


def crescent() -> str:
    return path("M86 82A30 30 0 1 1 52 46 24 24 0 1 0 86 82z", RED)


def cuckoo() -> str:
    """Flying across, wings spread."""
    return (
        path("M22 104C38 98 44 104 56 104 66 104 78 98 84 92 82 104 74 116 58 116 44 118 34 108 22 104z", INK)
        + path("M48 108C40 88 46 74 58 66 60 82 66 94 66 108z", INK)
        + path("M56 112C56 126 66 134 80 136 76 124 72 116 68 110z", "#4a4650")
        + line("M52 84l10 2M50 92l13 2", PAPER, 2.2) + line("M46 113l4-6M54 115l4-6M62 114l4-7", PAPER, 2)
        + circle(83, 95, 6.5, INK) + path("M88 92L96 96 88 99z", YELLOW) + circle(84, 94, 1.7, YELLOW)
    )  # fmt: skip


def bridge() -> str:
    """Three planks in a zigzag over the water, on posts."""
    posts = "".join(rect(x, y, 4.6, 26, BROWN) for x, y in ((9, 124), (36, 116), (43, 104), (60, 100), (88, 88)))
    water = line("M8 142q7-5 14 0t14 0 14 0 14 0 14 0 14 0M14 150q7-4 14 0t14 0 14 0 14 0 14 0", BLUE, 2.6)
    planks = ""
    for x, y, fill in ((50, 78, "#d8a265"), (30, 96, "#b98048"), (4, 114, "#d8a265")):
        reach = 46 if x != 30 else 42
        planks += path(f"M{x} {y + 9}l{reach}-10v11l-{reach} 10z", fill, stroke=INK, w="2.4")
        planks += line(f"M{x + 3} {y + 14}l{reach - 6}-9", BROWN, 1.6)
    return water + posts + planks


def butterfly() -> str:
    """Around 0,0, wings open."""
    return (
        path("M0 0C-6-16-22-20-26-10-28 0-14 6 0 2z", YELLOW, stroke=INK, w="2.2")
        + path("M0 0C6-16 22-20 26-10 28 0 14 6 0 2z", YELLOW, stroke=INK, w="2.2")
        + path("M0 2C-12 4-18 12-12 18-6 20-1 12 0 4z", RED, stroke=INK, w="2")
        + path("M0 2C12 4 18 12 12 18 6 20 1 12 0 4z", RED, stroke=INK, w="2")
        + circle(-17, -9, 3.4, RED) + circle(17, -9, 3.4, RED)
        + line("M0-6V12M0-6C-2-12-6-15-9-16M0-6C2-12 6-15 9-16", INK, 2.6)
    )  # fmt: skip


def boar() -> str:
    """Walking to the left, bristles up."""
    return (
        line("M38 122v16M48 124v15M70 124v15M80 120v18", INK, 6.5)
        + path("M16 106C22 92 36 88 48 86 66 80 86 86 92 102 94 116 84 126 68 126 48 128 34 128 28 120 20 120 12 116 10 110z", "#4b2d20")
        + path("M34 92l2-9 6 7 4-9 6 7 6-8 5 7 7-6 4 8 7-4 3 9C70 84 50 84 34 92z", INK)
        + path("M10 108C6 110 6 116 10 117 16 118 22 116 24 112z", "#9a6a52") + circle(10.5, 112, 1.7, INK)
        + path("M17 115C14 109 17 104 21 102 20 107 21 111 23 115z", PAPER, stroke=INK, w="1.4")
        + path("M32 98C30 90 36 86 41 88 42 94 40 100 36 102z", INK) + circle(29, 102.5, 2.6, PAPER) + circle(28.4, 102.5, 1.4, INK)
        + line("M92 104q6 2 3 9", INK, 3) + line("M50 104q10 5 20 1M54 113q10 4 18 0", "#7a5038", 2.4)
    )  # fmt: skip


def goose() -> str:
    """In flight to the left, around 0,0."""
    return (
        path("M-24 4C-14 0-8-2 0-2 10-4 18 0 24 4 14 8 0 10-8 6-14 6-20 8-24 4z", INK)
        + path("M-4 0C2-16 14-22 24-22 20-12 14-4 8 2z", INK) + path("M-2 0C-8-10-14-14-20-15-16-7-10 0-6 3z", "#4a4650")
        + circle(-23, 3.5, 4.2, INK) + path("M-26 2l-8 3 8 3z", YELLOW)
    )  # fmt: skip


def cup() -> str:
    """A red lacquer cup on its foot, with a mark like a character."""
    return (
        path("M10 142h84v7H10zM16 149h8v5h-8zM80 149h8v5h-8z", INK) + path("M40 124h24l6 18H34z", DEEP, stroke=INK, w="2.4")
        + path("M14 92C16 116 32 128 52 128 72 128 88 116 90 92z", RED, stroke=INK, w="2.6")
        + ellipse(52, 92, 38, 9.5, DEEP, stroke=INK, w="2.6") + ellipse(52, 93, 29, 5.4, YELLOW)
        + line("M42 106h20M52 101v20M44 113h16M45 121h14", PAPER, 3)
    )  # fmt: skip


def deer() -> str:
    """Standing under the leaves, looking back."""
    fur = "#b5763c"
    spots = "".join(
        circle(x, y, 2.2, PAPER) for x, y in ((50, 106), (57, 101), (66, 103), (54, 113), (63, 111), (74, 110))
    )
    legs = line("M36 120v24M44 122v22M70 120v24M78 116v28", BROWN, 5.4) + line(
        "M36 142v3M44 142v3M70 142v3M78 142v3", INK, 5.4
    )
    body = path(
        "M28 106C34 96 50 93 64 94 76 94 86 100 86 110 84 120 74 124 62 124 46 126 32 124 28 114z",
        fur,
        stroke=INK,
        w="2",
    )
    neck = path("M29 112C22 100 24 88 32 80L47 85C43 92 46 99 56 104L40 114z", fur) + line(
        "M29 113C22 100 24 88 32 80M47 85C43 92 46 97 52 100", INK, 2
    )
    head = path("M30 84C32 74 44 72 50 77L62 82C62 87 54 89 48 88 42 92 32 92 30 84z", fur, stroke=INK, w="2")
    ear = path("M33 78C28 76 24 72 24 68 30 68 35 71 37 75z", fur, stroke=INK, w="1.8")
    horns = line("M38 75C34 66 38 60 36 52M37 65l-8-6M44 75C46 66 52 62 52 53M48 65l9-4", INK, 3)
    face = circle(46, 80.5, 1.9, INK) + circle(61, 83.6, 2.1, INK)
    return (
        legs
        + path("M84 102q9-3 10 4-4 5-9 3z", PAPER, stroke=INK, w="1.8")
        + body
        + spots
        + neck
        + horns
        + ear
        + head
        + face
    )


def phoenix() -> str:
    """Crested head on a curved neck, a raised wing, and three tail plumes with eyes that sweep down to the right."""
    plumes = ""
    for turn, size, fill in ((92, 1.05, RED), (56, 1.2, YELLOW), (20, 1.08, RED)):
        plume = path("M0-4C14-10 26-13 38-9A9.6 9.6 0 0 1 38 9C26 13 14 10 0 4z", fill, stroke=INK, w="2")
        plume += line("M6 0H26", YELLOW if fill == RED else RED, 2.4)
        plume += circle(37, 0, 5.4, PAPER, stroke=INK, w="1.6") + circle(37, 0, 2.3, INK)
        plumes += group(plume, t=f"translate(47 74)rotate({turn})scale({size})")
    wing = path(
        "M40 66C44 44 62 28 90 22 92 30 88 36 82 39 86 42 84 48 77 50 78 56 70 60 64 59 60 68 50 72 40 66z",
        YELLOW,
        stroke=INK,
        w="2.2",
    )
    wing += line("M50 58C58 44 68 36 82 31M56 62C62 52 70 46 77 43", RED, 2.6)
    body = path(
        "M26 62C28 52 34 48 40 46 38 38 36 32 38 26 40 20 48 19 51 24 53 30 50 36 50 44 58 54 62 68 54 78 44 84 28 78 26 62z",
        RED,
        stroke=INK,
        w="2.2",
    )
    body += line("M34 62c4 5 8 5 11 1M35 70c5 4 10 4 14-1M41 52c3 3 5 3 8 1", YELLOW, 2.4)
    crest = path(
        "M40 22C36 16 37 10 34 6 42 8 44 13 45 18 46 12 50 9 54 8 54 14 52 19 48 22z", YELLOW, stroke=INK, w="1.8"
    )
    return (
        plumes
        + body
        + wing
        + crest
        + path("M39 27L29 31 39 33z", INK)
        + circle(43.6, 26.6, 2.2, PAPER)
        + circle(43.2, 26.6, 1.3, INK)
    )


def swallow() -> str:
    """Diving to the left with a forked tail."""
    return (
        path("M70 86L96 70 82 88 97 94 72 98z", INK)
        + path("M44 84C36 66 42 52 54 44 60 60 68 74 68 88z", INK) + path("M52 96C56 112 68 122 82 124 80 110 74 100 66 94z", INK)
        + path("M26 92C36 80 56 80 74 90 66 102 40 106 26 92z", INK) + path("M30 95C40 104 56 104 68 97 56 96 42 96 30 95z", YELLOW)
        + circle(29, 90, 7.5, INK) + path("M23 86L12 89 23 93z", YELLOW) + path("M24 93C28 98 36 98 38 94z", RED) + circle(27, 88, 1.8, PAPER)
    )  # fmt: skip


def walker() -> str:
    """A man under an umbrella in the rain, a frog that watches him, and a stream."""
    stream = path("M2 132C24 124 40 138 60 130 76 124 86 130 98 126V158H2z", SKY)
    stream += line("M10 144q8-5 16 0t16 0M56 148q8-5 16 0t16 0", BLUE, 2.6)
    coat = (
        path("M44 86C50 80 62 80 68 86L78 132H38z", INK)
        + path("M49 83L57 98 64 83z", RED)
        + line("M57 98V132", "#6a6570", 2.4)
    )
    head = circle(56, 74, 8.4, "#f2d3ae", stroke=INK, w="2") + path(
        "M46.5 74C46 61 66 61 65.5 74 62 68 51 68 46.5 74z", INK
    )
    head += circle(53, 75.5, 1.2, INK) + circle(59, 75.5, 1.2, INK) + line("M54 79.4h4", DEEP, 1.4)
    shoes = path("M42 132h11v8H39zM62 132h11l4 8H62z", BROWN)
    pole = (
        line("M72 42V104", INK, 3)
        + path("M60 88C66 90 72 96 76 100L71 108C64 104 58 100 54 96z", "#4a4650", stroke=INK, w="1.6")
        + circle(73, 103, 3.6, "#f2d3ae", stroke=INK, w="1.4")
    )
    shade = path(
        "M28 58C34 36 54 26 72 26 84 26 94 34 98 46V58C92 53 87 53 84 58 80 53 75 53 72 58 66 53 60 53 56 58 50 53 44 53 41 58 37 54 32 54 28 58z",
        RED, stroke=INK, w="2.4",
    )  # fmt: skip
    shade += line("M72 20V58M72 26C62 34 56 46 56 58M72 26C56 32 44 44 41 58M72 26C80 34 84 46 84 58", INK, 2.2)
    frog = path("M8 141C8 130 15 126 21 128 29 130 30 137 28 143z", MOSS, stroke=INK, w="2")
    frog += "".join(circle(x, 127, 3.2, MOSS, stroke=INK, w="1.6") + circle(x, 126.6, 1.1, INK) for x in (14, 23))
    return stream + shoes + coat + head + pole + shade + frog


def thunder() -> str:
    """Red ground, a black cloud, lightning, and the drum of the storm."""
    drum = (
        circle(66, 118, 22, INK) + circle(66, 118, 17.5, PAPER) + path("M66 101A17.5 17.5 0 0 1 66 135 8.75 8.75 0 0 1 66 118 8.75 8.75 0 0 0 66 101z", RED)
        + "".join(circle(66 + x, 118 + y, 2.2, YELLOW) for x, y in ((20, 0), (-20, 0), (0, 20), (0, -20), (14, 14), (-14, 14), (14, -14), (-14, -14)))
    )  # fmt: skip
    cloud = path("M2 2H98V44C90 56 76 54 72 46 66 60 50 58 46 48 40 58 26 58 22 50 16 56 8 54 2 48z", INK)
    bolt = path("M58 40L30 84H46L26 130 66 76H48L66 44z", YELLOW, stroke=INK, w="2.4")
    return cloud + line("M14 96l-6 18M22 122l-6 18M88 70l-6 18", PAPER, 2.6) + drum + bolt


def ribbon(kind: str) -> str:
    """A strip of paper that hangs aslant: with writing, with a wave, or blank."""
    fill = BLUE if kind == "blue" else RED
    strip = path("M-15-48L15-48V50L7.5 42 0 50-7.5 42-15 50z", fill, stroke=PAPER, w="5") + path(
        "M-15-48L15-48V50L7.5 42 0 50-7.5 42-15 50z", fill, stroke=INK, w="2.4", **{"stroke-linejoin": "round"}
    )
    fold = path("M-15-48L15-48V-39H-15z", DEEP if kind != "blue" else "#1d3f70")
    inside = ""
    if kind == "poetry":
        inside = line("M-7.5-30V28M0-26V-6M0 2V32M7.5-30V-14M7.5-6V24", PAPER, 3.2)
    elif kind == "blue":
        inside = line("M-9-22q4.5-7 9 0t9 0M-9-4q4.5-7 9 0t9 0M-9 14q4.5-7 9 0t9 0M-9 32q4.5-7 9 0t9 0", PAPER, 3)
    return group(strip + fold + inside, t="translate(56 92)rotate(12)")
