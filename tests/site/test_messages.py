"""Translations: complete, current and compiled."""

import re
from pathlib import Path

import polib
import pytest
from django.conf import settings

from whot_site.management.commands.messages import UnreadableText, texts_in_use, texts_of_code, texts_of_template

pytestmark = pytest.mark.once
PLACE = re.compile(r"%\(\w+\)s|%%")
CATALOGUES = {
    code: Path(settings.LOCALE_PATHS[0]) / code / "LC_MESSAGES/django.po"
    for code, _ in settings.LANGUAGES
    if code != "en"
}


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_catalogue_holds_exactly_the_texts_in_use(language: str) -> None:
    """When this fails: `python manage.py messages`, then translate what it names, then run it again."""
    known = {entry.msgid: entry.msgid_plural or None for entry in polib.pofile(str(CATALOGUES[language]))}
    in_use = texts_in_use()
    assert sorted(in_use.items() - known.items()) == [], "not in the catalogue"
    assert sorted(known.items() - in_use.items()) == [], "used no more"


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_text_is_translated(language: str) -> None:
    catalogue = polib.pofile(str(CATALOGUES[language]))
    assert [entry.msgid for entry in catalogue.untranslated_entries() + catalogue.fuzzy_entries()] == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_translation_has_the_places_of_its_text(language: str) -> None:
    for entry in polib.pofile(str(CATALOGUES[language])).translated_entries():
        for translation in [entry.msgstr, *entry.msgstr_plural.values()]:
            if translation:
                places = PLACE.findall(entry.msgid_plural or entry.msgid)
                assert sorted(PLACE.findall(translation)) == sorted(places), entry.msgid


@pytest.mark.parametrize("language", CATALOGUES)
def test_the_compiled_catalogue_is_the_one_that_is_read(language: str) -> None:
    written = polib.pofile(str(CATALOGUES[language]))
    compiled = polib.mofile(str(CATALOGUES[language].with_suffix(".mo")))
    assert {e.msgid: (e.msgstr, e.msgstr_plural) for e in compiled} == {
        e.msgid: (e.msgstr, e.msgstr_plural) for e in written
    }


def test_texts_are_found_in_every_kind_of_template_tag() -> None:
    source = (
        "{% translate \"One\" %}{% translate 'Two' as two %}"
        "{% blocktranslate trimmed %}\n Three\n {{ name }}\n{% endblocktranslate %}"
        "{% blocktranslate count n=n %}{{ n }} card{% plural %}{{ n }} cards{% endblocktranslate %}"
    )
    assert dict(texts_of_template(source, "x.html")) == {
        "One": None,
        "Two": None,
        "Three %(name)s": None,
        "%(n)s card": "%(n)s cards",
    }


def test_texts_are_found_in_code() -> None:
    source = "gettext('One'); translation.gettext_lazy('Two'); ngettext('%d card', '%d cards', n); other('No')"
    assert dict(texts_of_code(source, "x.py")) == {"One": None, "Two": None, "%d card": "%d cards"}


def test_a_text_put_together_at_run_time_is_refused_with_its_place() -> None:
    with pytest.raises(UnreadableText, match=r"x\.py:1: gettext\(\) needs literal text"):
        list(texts_of_code("gettext(f'{name} won')", "x.py"))
