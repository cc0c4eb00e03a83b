"""Which names may be chosen, and which would pass for somebody else's (checks 49 and 50)."""

import re
import unicodedata
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from accounts import names, services
from accounts.closing import close_account
from accounts.models import TakenName, User

from .conftest import guest, member

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name",
    [
        "Ade",
        "Ngozi Okafor",
        "Ọlúwaṣeun",
        "N'Golo",
        "Nur-Aisyah",
        "李小龙",
        "عائشة",
        "Zoë",
        "player one",
        "x_y.z",
        "Al2",
        "Jo",
        "Bo",
        "Al",
        "美玲",
        "Иван 2",
        "Άννα",
        "अनन्या",
        "김민준 Kim",
        "さくらサクラ桜",
        "スーパー",
        "王小明 Ming",
        "مریم",
        "Ḥasan ʻAlī",
        "Đặng",
    ],
)
def test_names_of_people_from_everywhere_are_taken_as_they_are(name: str) -> None:
    assert names.clean(name) == name


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Ade\u200b", "invisible"),  # zero width space
        ("Ade\u202egnik", "invisible"),  # bidi override
        ("A\u2066de", "invisible"),  # bidi isolate
        ("Ade\ufeff", "invisible"),
        ("Ade\x00", "invisible"),
        ("Ade\n\x07", "invisible"),
        ("Ade\u00adm", "invisible"),  # soft hyphen
        ("Ade\u3164", "invisible"),  # hangul filler: a letter that is drawn as nothing
        ("Ade\ufe0f", "invisible"),  # variation selector
        ("Ade\U000e0041", "invisible"),  # tag character
        ("A\u034fde", "invisible"),  # combining grapheme joiner
        ("A", "length"),
        ("   A   ", "length"),
        ("", "length"),
        ("a" * 31, "length"),
        ("a" * 10_000, "length"),
        ("Z\u0324\u0325\u0326\u0327algo", "marks"),
        ("<b>Ade</b>", "signs"),
        ("Ade & co", "signs"),
        ("Ade😀", "signs"),
        ("=Ade", "signs"),
        ("-Ade", "ends"),
        ("...", "ends"),
        ("Ade.", "ends"),
        ("Chinеdu", "mixed"),  # Cyrillic е, with nobody of that name
        ("Ada Иван", "mixed"),
        ("Ελλάδα x", "mixed"),
        ("Αda", "mixed"),  # Greek Α
        ("Ade٣", "mixed"),  # an Arabic digit
        ("한글ひらがな", "mixed"),
    ],
)
def test_a_name_is_refused_for(name: str, code: str) -> None:
    with pytest.raises(names.NameRefused) as refusal:
        names.clean(name)
    assert refusal.value.code == code


def test_a_guest_may_be_called_by_one_letter() -> None:
    for name in ("A", "李", " Z "):
        assert names.clean(name, names.SHORTEST_OF_GUESTS) == name.strip()
    for name in ("", " ", ".", "-"):
        with pytest.raises(names.NameRefused):
            names.clean(name, names.SHORTEST_OF_GUESTS)


def test_a_name_is_kept_in_nfkc_with_single_spaces() -> None:
    assert names.clean("  Ａｄｅ   ﬁne ") == "Ade fine"


@pytest.mark.parametrize(
    "name",
    [
        "admin", "ADMIN", "Admin1", "аdmin", "adm1n", "a.d.m.i.n", "ádmin", "staff", "Whot Staff", "whot-support",
        "System", "Guest", "guest 12", "Computer", "Former player", "Moderator", "rnoderator", "official.whot",
    ],
)  # fmt: skip
def test_reserved_words_are_refused_however_they_are_written(name: str) -> None:
    with pytest.raises(names.NameRefused) as refusal:
        names.clean(name)
    assert refusal.value.code == "reserved"


@pytest.mark.parametrize("name", ["Adminah", "Systema", "Guestrella", "Staffan"])
def test_a_name_that_only_contains_a_reserved_word_is_not(name: str) -> None:
    assert names.clean(name) == name


@pytest.mark.parametrize(
    ("there", "wanted"),
    [
        ("Chinedu", "chinedu"),
        ("cope", "соре"),  # all of it Cyrillic
        ("Chinedu", "Chinédu"),
        ("Chinedu", "C.hin-edu"),
        ("Chinedu", "Ｃｈｉｎｅｄｕ"),
        ("Bill", "BiII"),
        ("Bill", "Bi11"),
        ("modern", "rnodern"),
        ("O0O", "ooo"),
    ],
)
def test_a_name_that_looks_like_a_members_is_refused(there: str, wanted: str) -> None:
    member(there)
    with pytest.raises(names.NameRefused) as refusal:
        names.refuse_if_taken(names.clean(wanted))
    assert refusal.value.code == "taken"


@pytest.mark.parametrize(("one", "other"), [("Adaeze", "Adaora"), ("Tunde", "Tundi"), ("Ken", "Kan"), ("Bob", "Bop")])
def test_names_that_differ_are_told_apart(one: str, other: str) -> None:
    member(one)
    names.refuse_if_taken(other)


def test_a_shown_name_is_as_taken_as_a_username() -> None:
    person = member("Chinedu")
    services.rename(person, username="Chinedu", display_name="Big Chief")
    with pytest.raises(names.NameRefused):
        names.refuse_if_taken("BigChief")


def test_staff_made_by_a_command_are_protected_too() -> None:
    User.objects.create_superuser("Olumide", "o@example.org", "x")
    with pytest.raises(names.NameRefused):
        names.refuse_if_taken("0lurnide")


@pytest.mark.parametrize(
    ("wanted", "sign", "other"), [("Chinеdu", "е", "C"), ("Сhinedu", "С", "h"), ("раураl", "l", "р")]
)
def test_letters_of_another_alphabet_are_refused_whether_somebody_has_the_name_or_not(
    wanted: str, sign: str, other: str
) -> None:
    with pytest.raises(names.NameRefused) as refusal:
        names.clean(wanted)
    assert refusal.value.messages == [
        "The letters of a name are all of one alphabet, so that nobody is taken for somebody else: "
        f"“{sign}” is of another one than “{other}”."
    ]


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ("Ade\u202egnik", "A name can't contain invisible characters: there is one behind “Ade” (U+202E)."),
        ("\u200bAde", "A name can't contain invisible characters: it begins with one (U+200B)."),
        ("Ade & co", "A name can have letters, digits, spaces, dots, hyphens, underscores and apostrophes: “&” is none "
                     "of these."),
    ],
)  # fmt: skip
def test_a_refusal_says_which_sign_is_wrong(wanted: str, sentence: str) -> None:
    with pytest.raises(names.NameRefused) as refusal:
        names.clean(wanted)
    assert refusal.value.messages == [sentence]


@pytest.mark.parametrize("address", ["/accounts/signup/", "/settings/", "/friends/"])
def test_no_browser_cuts_a_name_that_is_too_long(address: str) -> None:
    client = Client()
    if "signup" not in address:
        client.force_login(member("Chinedu"))
    page = client.get(address)
    assert page.status_code == 200
    fields = re.findall(r"<input[^>]*name=\"(?:username|display_name)\"[^>]*>", page.content.decode())
    assert fields and not any("maxlength" in found for found in fields)


def test_renaming_keeps_the_row_and_moves_the_name() -> None:
    person = member("Chinedu")
    services.rename(person, username="Emeka", display_name="Emeka")
    renamed = User.objects.get(pk=person.pk)
    assert (renamed.username, renamed.display_name) == ("Emeka", "Emeka")
    assert renamed.date_joined == person.date_joined


def test_a_freed_name_is_kept_for_90_days_from_others_and_its_owner_can_come_back() -> None:
    person, other = member("Chinedu"), member("Tunde")
    services.rename(person, username="Emeka", display_name="Emeka")
    with pytest.raises(names.NameRefused):
        services.rename(other, username="chinedu", display_name="Tunde")
    services.rename(person, username="Chinedu", display_name="Chinedu")
    services.rename(person, username="Emeka", display_name="Emeka")
    TakenName.objects.filter(key=names.key("Chinedu")).update(freed_at=timezone.now() - timedelta(days=89, hours=23))
    with pytest.raises(names.NameRefused):
        services.rename(other, username="Chinedu", display_name="Tunde")
    TakenName.objects.filter(key=names.key("Chinedu")).update(freed_at=timezone.now() - timedelta(days=90, hours=1))
    services.rename(other, username="Chinedu", display_name="Tunde")
    assert User.objects.get(pk=other.pk).username == "Chinedu"


def test_the_name_of_a_closed_account_is_kept_for_90_days_without_saying_whose_it_was() -> None:
    close_account(member("Chinedu"))
    with pytest.raises(names.NameRefused):
        names.refuse_if_taken("Chinedu")
    assert list(TakenName.objects.values_list("user", flat=True)) == [None]


def test_names_are_forgotten_after_90_days_and_not_before() -> None:
    person = member("Chinedu")
    services.rename(person, username="Emeka", display_name="Emeka")
    assert names.forget_freed() == 0
    TakenName.objects.filter(freed_at__isnull=False).update(freed_at=timezone.now() - timedelta(days=91))
    assert names.forget_freed() == 1
    assert list(TakenName.objects.values_list("key", flat=True)) == [names.key("Emeka")]


def test_an_old_username_leads_to_the_new_one_while_it_is_held() -> None:
    person = member("Chinedu")
    services.rename(person, username="Emeka", display_name="Nnamdi")
    for address in ("/people/Chinedu/", "/people/chinedu/"):
        assert Client().get(address)["Location"] == "/people/Emeka/"
    assert Client().get("/people/chinedu/games/")["Location"] == "/people/Emeka/games/"
    assert Client().get("/people/Nnamdi/").status_code == 404  # a shown name never was an address
    assert Client().get("/people/Ch.inedu/").status_code == 404  # nor is what only looks like it
    services.rename(person, username="Obinna", display_name="Chinedu")  # held as a shown name now
    assert Client().get("/people/Chinedu/")["Location"] == "/people/Obinna/"
    services.rename(person, username="Obinna", display_name="Obinna")
    TakenName.objects.filter(freed_at__isnull=False).update(freed_at=timezone.now() - timedelta(days=90, hours=1))
    assert Client().get("/people/Chinedu/").status_code == 404
    other = member("Tunde")
    services.rename(other, username="Chinedu", display_name="Tunde")
    assert Client().get("/people/Chinedu/").status_code == 200
    services.rename(other, username="Tunde", display_name="Tunde")
    assert Client().get("/people/chinedu/")["Location"] == "/people/Tunde/"


@pytest.mark.parametrize("why", ["closed", "suspended", "blocks", "blocked"])
def test_an_old_username_tells_nothing_of_who_has_gone_or_wants_nothing_to_do_with_one(why: str) -> None:
    person, viewer = member("Chinedu"), member("Tunde")
    services.rename(person, username="Emeka", display_name="Emeka")
    if why == "closed":
        close_account(person)
    elif why == "suspended":
        services.suspend(person)
    else:
        services.block(*((person, viewer) if why == "blocks" else (viewer, person)))
    client = Client()
    client.force_login(viewer)
    assert client.get("/people/Chinedu/").status_code == 404
    assert client.get("/people/Chinedu/games/").status_code == 404


def test_a_form_of_before_the_renaming_still_reaches_its_person() -> None:
    person, viewer = member("Chinedu"), member("Tunde")
    services.rename(person, username="Emeka", display_name="Emeka")
    client = Client()
    client.force_login(viewer)
    assert client.post("/friends/add/", {"username": "@chinedu"})["Location"] == "/friends/"
    assert person.friendships_received.get().asker == viewer


@pytest.mark.parametrize("length", [31, 40, 41, 300])
def test_the_longest_name_is_the_same_wherever_it_is_said(length: int) -> None:
    data = {"username": "a" * length, "email": "a@example.org", "password1": "four words of mine"}
    said = Client().post("/accounts/signup/", data).content.decode()
    assert "A name has 2 to 30 characters." in said and "40" not in re.findall(r"\d+ characters", said)
    client = Client()
    client.force_login(member("Chinedu"))
    found = client.get("/people/Chinedu/games/", {"with": "a" * length}).content.decode()
    assert "each of at most 30 letters" in found


def test_of_two_who_want_the_same_name_at_once_one_gets_it() -> None:
    one, other = member("Tunde"), member("Kemi")
    names.refuse_if_taken("Emeka", one)
    names.refuse_if_taken("Emeka", other)
    one.username = one.display_name = "Emeka"
    other.username, other.display_name = "Kemi", "EMEKA"
    names.hold(one)
    with pytest.raises(names.NameRefused), transaction.atomic():
        names.hold(other)


def test_guests_may_share_a_name_but_not_with_a_member() -> None:
    services.rename_guest(guest(), "Aunty")
    services.rename_guest(guest(), "Aunty")
    member("Chinedu")
    with pytest.raises(ValidationError):
        services.rename_guest(guest(), "Chinеdu")


def test_what_a_machine_makes_can_not_be_chosen() -> None:
    with pytest.raises(names.NameRefused):
        names.clean_username("~0123456789abcdef")


@pytest.mark.parametrize("text", ["a" * 60_000, "\u0301" * 60_000, ".-" * 30_000, "ﷺ" * 20_000])
def test_long_input_is_refused_before_it_is_looked_into(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    normalize = unicodedata.normalize
    monkeypatch.setattr(
        names.unicodedata, "normalize", lambda form, name: (seen.append(len(name)), normalize(form, name))[1]
    )
    with pytest.raises(names.NameRefused):
        names.clean(text)
    names.clean("A" + "d" * 29)
    assert seen and max(seen) <= names.MOST_TYPED


def test_a_name_is_found_by_the_index_whatever_its_case() -> None:
    person = User.objects.create_user("Ada.Obi", "ada@example.org", "secret-words-here")
    found = User.objects.filter(names.called("aDa.oBI"))
    assert list(found) == [person]
    if connection.vendor == "postgresql":  # so few rows are read through otherwise
        connection.cursor().execute("SET LOCAL enable_seqscan = off")
    assert "user_username_upper" in found.explain()
