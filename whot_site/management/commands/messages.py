"""`manage.py messages`: bring the translation catalogues up to date, in pure Python (no gettext tools).

Adds new texts of the templates and the code to each `django.po`, drops those that are gone, and compiles the
`.mo` that Django reads. Both files are committed, so that a machine without any tool shows the translations.

Only the first of LOCALE_PATHS holds texts of ours. The catalogues of the others say better what Django and its apps
say; they are compiled and else left as they are.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.utils.translation.template import templatize

FOLDERS = ("templates", "rules", "whot_site", "accounts", "games")
# Translates what `rules` says; those texts are marked where they are written, with `_()`.
TRANSLATOR_OF_RULES = "games/translating.py"
FUNCTIONS = {"_", "gettext", "gettext_lazy", "gettext_noop"}
PLURALS = {"ngettext", "ngettext_lazy"}


class UnreadableText(CommandError):
    """A text to translate that is not a plain literal, so that it can't be found without running the code."""


def texts_of_code(source: str, where: str) -> Iterator[tuple[str, str | None]]:
    """Yield (text, plural or None) of each call of a gettext function with literal texts."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        count = 1 if name in FUNCTIONS else 2 if name in PLURALS else 0
        if not count:
            continue
        texts = [a.value for a in node.args[:count] if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        if len(texts) != count:
            raise UnreadableText(f"{where}:{node.lineno}: {name}() needs literal text")
        yield texts[0], texts[1] if count == 2 else None


def texts_of_template(source: str, where: str) -> Iterator[tuple[str, str | None]]:
    """Yield (text, plural or None) of each translate and blocktranslate tag."""
    literal = r"""(u?'(?:[^'\\]|\\.)*'|u?"(?:[^"\\]|\\.)*")"""
    if re.search(r"\bn?pgettext\(", templatize(source, origin=where)):
        raise UnreadableText(f"{where}: a text with a context is not collected; say it in words of its own")
    calls = re.findall(rf"\b(n?gettext|_)\({literal}(?:, {literal},)?", templatize(source, origin=where))
    for _name, text, plural in calls:
        yield ast.literal_eval(text), ast.literal_eval(plural) if plural else None


def texts_in_use() -> dict[str, str | None]:
    """Return every text to translate of the templates and the code, with its plural."""
    found: dict[str, str | None] = {}
    root = Path(settings.BASE_DIR)
    for folder in FOLDERS:
        for path in sorted([*(root / folder).rglob("*.html"), *(root / folder).rglob("*.txt")]):
            found.update(texts_of_template(path.read_text(), path.relative_to(root).as_posix()))
        for path in sorted((root / folder).rglob("*.py")):
            where = path.relative_to(root).as_posix()
            if where != TRANSLATOR_OF_RULES:
                found.update(texts_of_code(path.read_text(), where))
    return found


class Command(BaseCommand):
    help = "Update and compile the translation catalogues; names what is not translated yet."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            import polib
        except ImportError as missing:
            raise CommandError("polib is missing: install requirements-dev.txt") from missing
        texts = texts_in_use()
        for path in sorted(Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/django.po")):
            catalogue = polib.pofile(str(path), wrapwidth=110)
            known = {entry.msgid for entry in catalogue}
            for text in sorted(set(texts) - known):
                plural = texts[text]
                forms = {"msgid_plural": plural, "msgstr_plural": {0: ""}} if plural else {}
                catalogue.append(polib.POEntry(msgid=text, **forms))
            for entry in [entry for entry in catalogue if entry.msgid not in texts]:
                catalogue.remove(entry)
            catalogue.sort(key=lambda entry: entry.msgid)
            catalogue.save(str(path))
            catalogue.save_as_mofile(str(path.with_suffix(".mo")))
            for entry in catalogue.untranslated_entries() + catalogue.fuzzy_entries():
                self.stdout.write(f"{path.parent.parent.name}: not translated: {entry.msgid}")
        for folder in settings.LOCALE_PATHS[1:]:
            for path in sorted(Path(folder).glob("*/LC_MESSAGES/django.po")):
                polib.pofile(str(path)).save_as_mofile(str(path.with_suffix(".mo")))
