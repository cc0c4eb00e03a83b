"""docs/rules/whot.md, and those of other games, as HTML, in the reader's language where they are written in it
(whot.ms.md): what they use of Markdown, and a place for each number.

Known: headings, paragraphs, lists, tables, `code`, **bold**, *italic*, links to a place in the page or to the other
page made here, and `<a id="W4.2"></a>` in front of what it names. Anything else is shown as it is written, escaped.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

_NUMBER = r"(?:[A-Z]\d+(?:\.\d+)?[a-c]?|\d+(?:\.\d+)?)"
_ANCHOR = re.compile(rf'<a id="({_NUMBER})"></a>')
_INNER = re.compile(rf"&lt;a id=&quot;({_NUMBER})&quot;&gt;&lt;/a&gt;")
_PAGES = {"whot.md": "numbered_rules", "seeds.md": "seed_sentences"}
_TO_PAGE = re.compile(r"\[([^\]]+)\]\((whot\.md|seeds\.md)(#[A-Z][\d.]*)?\)")
_INLINE = (
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"\*([^*]+)\*"), r"<em>\1</em>"),
    (re.compile(rf"\[([^\]]+)\]\((#{_NUMBER})\)"), r'<a href="\2">\1</a>'),
    (re.compile(r"\[([^\]]+)\]\([^)]*\)"), r"\1"),  # another file of the documentation: not on the site
)


class Document(NamedTuple):
    """A text ready for a page, and the language it is in: the reader's, or else English."""

    html: SafeString
    language: str


def numbered_rules() -> Document:
    """The numbered rules of Whot."""
    return _document("whot")


def seed_sentences() -> Document:
    """Where every sentence of the documents went."""
    return _document("seeds")


def rules_of(game: str, language: str) -> Document | None:
    """The numbered rules of a game, in this language where there are any. None: no such file."""
    folder = Path(settings.BASE_DIR) / "docs" / "rules"
    for written in (language, "en"):
        path = folder / (f"{game}.md" if written == "en" else f"{game}.{written}.md")
        if path.is_file():
            return Document(_rendered(path, path.stat().st_mtime_ns), written)
    return None


def _document(name: str) -> Document:
    found = rules_of(name, get_language() or "en")
    if found is None:
        raise FileNotFoundError(f"docs/rules/{name}.md")
    return found


@lru_cache(maxsize=8)
def _rendered(path: Path, changed: int) -> SafeString:
    return render(path.read_text(encoding="utf-8"))


def render(text: str) -> SafeString:
    """HTML for a text in the Markdown of this module; all it holds itself is escaped."""
    blocks = re.split(r"\n\s*\n", text.strip())
    return mark_safe("\n".join(part for block in blocks for part in _block(block.split("\n"))))


def _inline(text: str) -> str:
    html: str = _INNER.sub(r'<span id="\1"></span>', escape(text))
    html = _TO_PAGE.sub(lambda found: f'<a href="{reverse(_PAGES[found[2]])}{found[3] or ""}">{found[1]}</a>', html)
    for pattern, replacement in _INLINE:
        html = pattern.sub(replacement, html)
    return html


def _block(lines: list[str]) -> Iterator[str]:
    """The HTML of lines without an empty one among them."""
    place = ""
    if found := _ANCHOR.match(lines[0]):
        place = f' id="{found[1]}"'
        lines = [lines[0][found.end() :], *lines[1:]]
        lines = lines if lines[0] else lines[1:]
    if not lines:
        yield f"<span{place}></span>"
    elif heading := re.match(r"(#{1,4}) (.*)", lines[0]):
        level = len(heading[1])
        yield f"<h{level}{place}>{_inline(heading[2])}</h{level}>"
        if lines[1:]:
            yield from _block(lines[1:])
    elif lines[0].startswith("|"):
        yield from _table(lines, place)
    else:
        start = next((n for n, line in enumerate(lines) if line.startswith("- ")), len(lines))
        if start:
            yield f"<p{place}>{_inline(' '.join(lines[:start]))}</p>"
        if lines[start:]:
            items = _items(lines[start:])
            yield f"<ul>{''.join(f'<li>{_inline(item)}</li>' for item in items)}</ul>"


def _items(lines: Iterable[str]) -> list[str]:
    items: list[str] = []
    for line in lines:
        if line.startswith("- "):
            items.append(line[2:])
        else:
            items[-1] += " " + line.strip()
    return items


def _table(lines: list[str], place: str) -> Iterator[str]:
    """A table whose first line is its head; the second only draws a rule. It scrolls by itself."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    head = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in rows[0])
    yield f'<div class="wide" tabindex="0"{place}><table><thead><tr>{head}</tr></thead><tbody>'
    for first, *rest in rows[2:]:
        cells = "".join(f"<td>{_inline(cell)}</td>" for cell in rest)
        yield f'<tr><th scope="row">{_inline(first)}</th>{cells}</tr>'
    yield "</tbody></table></div>"
