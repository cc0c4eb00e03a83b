"""Reading a sprite of card drawings."""

from pathlib import Path
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def symbols_of(sprite: Path) -> dict[str, str]:
    """What is inside each symbol, by id."""
    tree = ElementTree.parse(sprite)
    return {
        symbol.attrib["id"]: ElementTree.tostring(symbol, encoding="unicode").split(">", 1)[1]
        for symbol in tree.iter(f"{SVG}symbol")
    }
