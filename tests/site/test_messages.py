"""Translations: complete, current and compiled."""

import re
from pathlib import Path
from types import ModuleType

import polib
import pytest
from django.conf import settings
from django.contrib.auth import password_validation
from django.core.exceptions import ValidationError
from django.forms import fields
from django.utils import translation

from accounts.models import User
from whot_site.management.commands.messages import UnreadableText, texts_in_use, texts_of_code, texts_of_template

pytestmark = pytest.mark.once
# Of fields that no form of ours has.
NOT_ASKED_FOR = {
    "Enter a complete value.", "Enter a valid JSON.", "Enter a valid UUID.", "Enter a valid URL.",
    "Enter a valid date/time.", "Enter a valid duration.",
    "The number of days must be between {min_days} and {max_days}.",
    "Please either submit a file or check the clear checkbox, not both.",
    "Upload a valid image. The file you uploaded was either not an image or a corrupted image.",
}  # fmt: skip
PLACE = re.compile(r"%\(\w+\)s|%%")
CATALOGUES = {
    code: Path(settings.LOCALE_PATHS[0]) / code / "LC_MESSAGES/django.po"
    for code, _ in settings.LANGUAGES
    if code != "en"
}
# What Django and allauth say, in words of ours.
OTHERS = {
    f"{code} {number}": Path(folder) / code / "LC_MESSAGES/django.po"
    for number, folder in enumerate(settings.LOCALE_PATHS[1:], 1)
    for code in CATALOGUES
}


@pytest.mark.parametrize("language", CATALOGUES)
def test_a_catalogue_holds_exactly_the_texts_in_use(language: str) -> None:
    """When this fails: `python manage.py messages`, then translate what it names, then run it again."""
    known = {entry.msgid: entry.msgid_plural or None for entry in polib.pofile(str(CATALOGUES[language]))}
    in_use = texts_in_use()
    assert sorted(in_use.items() - known.items()) == [], "not in the catalogue"
    assert sorted(known.items() - in_use.items()) == [], "used no more"


@pytest.mark.parametrize("path", [*CATALOGUES.values(), *OTHERS.values()], ids=[*CATALOGUES, *OTHERS])
def test_every_text_is_translated(path: Path) -> None:
    catalogue = polib.pofile(str(path))
    assert [entry.msgid for entry in catalogue.untranslated_entries() + catalogue.fuzzy_entries()] == []


@pytest.mark.parametrize("path", [*CATALOGUES.values(), *OTHERS.values()], ids=[*CATALOGUES, *OTHERS])
def test_a_translation_has_the_places_of_its_text(path: Path) -> None:
    for entry in polib.pofile(str(path)).translated_entries():
        for said in [entry.msgstr, *entry.msgstr_plural.values()]:
            if said:
                places = PLACE.findall(entry.msgid_plural or entry.msgid)
                assert sorted(PLACE.findall(said)) == sorted(places), entry.msgid


@pytest.mark.parametrize("path", [*CATALOGUES.values(), *OTHERS.values()], ids=[*CATALOGUES, *OTHERS])
def test_the_compiled_catalogue_is_the_one_that_is_read(path: Path) -> None:
    written = polib.pofile(str(path))
    compiled = polib.mofile(str(path.with_suffix(".mo")))
    assert {e.msgid: (e.msgstr, e.msgstr_plural) for e in compiled} == {
        e.msgid: (e.msgstr, e.msgstr_plural) for e in written
    }


@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("module", [password_validation, fields])
def test_what_password_checks_and_form_fields_say_is_in_words_of_ours(module: ModuleType, language: str) -> None:
    """Else Django's own catalogue speaks, whose Malay calls a common password a short one."""
    ours = {
        entry.msgid for code, path in OTHERS.items() if code.startswith(language) for entry in polib.pofile(str(path))
    }
    said = {text for text, _plural in texts_of_code(Path(str(module.__file__)).read_text(), module.__name__)}
    assert sorted(said - NOT_ASKED_FOR - ours) == []


def test_a_common_password_is_called_common_in_malay() -> None:
    with translation.override("ms"), pytest.raises(ValidationError) as refused:
        password_validation.validate_password("password")
    assert refused.value.messages == ["Kata laluan ini terlalu biasa dan mudah diteka. Pilih yang lain."]


def test_each_check_of_a_password_says_what_is_wrong_in_malay() -> None:
    with translation.override("ms"):
        person = User(username="chukwuemeka", email="chukwuemeka@example.com")
        said = {}
        for password in ("abc12x", "chukwuemeka", "chukwuemeka@example.com"):
            with pytest.raises(ValidationError) as refused:
                password_validation.validate_password(password, person)
            said[password] = refused.value.messages
    assert said == {
        "abc12x": ["Kata laluan ini terlalu pendek. Ia mesti mengandungi sekurang-kurangnya 8 aksara."],
        "chukwuemeka": ["Kata laluan ini terlalu serupa dengan nama pengguna."],
        "chukwuemeka@example.com": ["Kata laluan ini terlalu serupa dengan alamat e-mel."],
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


def test_a_text_with_a_context_is_refused_with_its_place() -> None:
    with pytest.raises(UnreadableText, match=r"x\.html: a text with a context"):
        list(texts_of_template('{% translate "over" context "of a season" %}', "x.html"))


def test_texts_are_found_in_code() -> None:
    source = "gettext('One'); translation.gettext_lazy('Two'); ngettext('%d card', '%d cards', n); other('No')"
    assert dict(texts_of_code(source, "x.py")) == {"One": None, "Two": None, "%d card": "%d cards"}


def test_a_text_put_together_at_run_time_is_refused_with_its_place() -> None:
    with pytest.raises(UnreadableText, match=r"x\.py:1: gettext\(\) needs literal text"):
        list(texts_of_code("gettext(f'{name} won')", "x.py"))
