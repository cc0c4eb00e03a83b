"""Names of people: which may be chosen, and which would be taken for somebody else's.

A name is compared by its key: two names with the same key look so much alike that one could pass for the other.
The key follows the skeleton of Unicode Technical Standard 39 (data: the package confusable-homoglyphs), after NFKC
and without case, and goes further in what matters on a small screen: accents of the Latin, Greek and Cyrillic
alphabets, the letters i and l, and everything that only separates words do not tell two names apart.
"""

import json
import re
import unicodedata
from collections import Counter
from datetime import timedelta
from functools import cache
from importlib.resources import files

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Upper
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import gettext as _

from .models import NAME_LENGTH, TakenName, User

SHORTEST = 2
SHORTEST_OF_GUESTS = 1  # shown at a table and nowhere else
HELD_FOR = timedelta(days=90)
MOST_TYPED = 8 * NAME_LENGTH  # spaces and marks included; what is longer is not looked into
SEPARATORS = " ._-'’"
MARKS_IN_A_ROW = 2
UNSEEN = {"Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp"}
# Letters and marks that are drawn as nothing, so that two names with and without them look the same.
INVISIBLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# First words of the names of letters and digits that belong to no script alone.
SHARED = {"DIGIT", "MODIFIER", "MASCULINE", "FEMININE", "KATAKANA-HIRAGANA"}
WRITTEN_TOGETHER = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA", "IDEOGRAPHIC"}, {"LATIN", "CJK", "BOPOMOFO"}, {"LATIN", "CJK", "HANGUL"},
    {"ARABIC", "EXTENDED"},
)  # fmt: skip
RESERVED = (
    "admin", "administrator", "anonymous", "bekas pemain", "bot", "computer", "control", "dealer", "everyone",
    "former player", "guest", "help", "host", "house", "komputer", "mod", "moderator", "nobody", "null", "official",
    "owner", "pentadbir", "player", "root", "rumah", "security", "staff", "superuser", "support", "system", "tetamu",
    "webmaster", "whot",
)  # fmt: skip
# Words that no part of a name may be: "Whot staff" is refused as "staff" is.
RESERVED_PARTS = ("admin", "administrator", "moderator", "official", "pentadbir", "staff", "support", "system", "whot")

# Of those, what no league may be called by: staff, and Whot, have leagues of their own.
OFFICIAL = ("admin", "administrator", "moderator", "official", "pentadbir", "rasmi")


class NameRefused(ValidationError):
    """The name can't be used; the message says why."""


def clean(name: str, shortest: int = SHORTEST) -> str:
    """Return the name as it is kept: NFKC, single spaces. Raises NameRefused."""
    refused = NameRefused(
        _("A name has %(least)d to %(most)d characters.") % {"least": shortest, "most": NAME_LENGTH}, code="length"
    )
    if len(name) > MOST_TYPED:
        raise refused
    name = visible(name)
    if not shortest <= len(name) <= NAME_LENGTH:
        raise refused
    refuse_signs(
        name,
        SEPARATORS,
        _("A name can have letters, digits, spaces, dots, hyphens, underscores and apostrophes: “%(sign)s” is none of "
          "these."),
    )  # fmt: skip
    if unicodedata.category(name[0])[0] not in "LN" or unicodedata.category(name[-1])[0] not in "LNM":
        raise NameRefused(_("A name begins and ends with a letter or a digit."), code="ends")
    if _is_reserved(name):
        raise NameRefused(_("This name is reserved for the site. Choose another one."), code="reserved")
    refuse_mixed(name)
    return name


def visible(name: str) -> str:
    """The name in NFKC with single spaces. Raises NameRefused where something in it can't be seen."""
    name = unicodedata.normalize("NFKC", name)
    for at, sign in enumerate(name):
        if unicodedata.category(sign) not in UNSEEN and not INVISIBLE.match(sign):
            continue
        values = {"before": name[:at].strip()[-12:], "code": f"U+{ord(sign):04X}"}
        text = _("A name can't contain invisible characters: it begins with one (%(code)s).")
        if values["before"]:
            text = _("A name can't contain invisible characters: there is one behind “%(before)s” (%(code)s).")
        raise NameRefused(text % values, code="invisible")
    return " ".join(name.split())


def clean_username(name: str) -> str:
    """Like `clean`, for a name that is also an address: without spaces and apostrophes."""
    name = clean(name)
    if set(name) & set(" '’"):
        raise NameRefused(
            _("A username has letters, digits, dots, hyphens and underscores, and no spaces."), code="signs"
        )
    return name


def refuse_signs(name: str, allowed: str, sentence: str) -> None:
    """Raise NameRefused for what is neither a letter, nor a digit, nor `allowed`; `sentence` names it as `sign`."""
    marks = 0
    for sign in name:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in {"Mn", "Mc"} else 0
        if marks > MARKS_IN_A_ROW:
            raise NameRefused(_("This name has too many marks on one letter."), code="marks")
        if not (kind in {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"} or sign in allowed):
            raise NameRefused(sentence % {"sign": sign}, code="signs")


def refuse_mixed(name: str) -> None:
    """Raise NameRefused where letters of several scripts stand together that are not written together anywhere: most
    words that pass for others are made so (Unicode Technical Standard 39, 5.2: highly restrictive)."""
    scripts = {sign: script for sign in name if (script := _script(sign)) is not None}
    if len(set(scripts.values())) < 2 or any(set(scripts.values()) <= together for together in WRITTEN_TOGETHER):
        return
    [(most, _times)] = Counter(scripts[sign] for sign in name if sign in scripts).most_common(1)
    values = {
        "sign": next(sign for sign, script in scripts.items() if script != most),
        "other": next(sign for sign, script in scripts.items() if script == most),
    }
    text = _(
        "The letters of a name are all of one alphabet, so that nobody is taken for somebody else: “%(sign)s” is of "
        "another one than “%(other)s”."
    )
    raise NameRefused(text % values, code="mixed")


def _script(sign: str) -> str | None:
    """The script of a letter or of a digit of its own, by its name in Unicode; None for what all scripts share."""
    script = unicodedata.name(sign, "").partition(" ")[0].partition("-")[0]
    return None if script in SHARED or not sign.isalnum() else script


def speaks_for_the_site(name: str) -> str:
    """The first word of a name of something (a league) that only the site can say of what is its own; empty: none."""
    words = re.split(r"[\W_]+", name)
    return next((word for word in words if word and key(word) in _official_keys()), "")


@cache
def _official_keys() -> frozenset[str]:
    return frozenset(map(key, OFFICIAL))


@cache
def _reserved_keys() -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(map(key, RESERVED)), frozenset(map(key, RESERVED_PARTS))


def _is_reserved(name: str) -> bool:
    whole, parts = _reserved_keys()
    bare = name.rstrip("0123456789" + SEPARATORS) or name
    words = re.split(f"[{re.escape(SEPARATORS)}]+", name)
    return bool({key(name), key(bare)} & whole) or any(
        key(word) in parts or key(word.rstrip("0123456789") or word) in parts for word in words
    )


@cache
def _prototypes() -> dict[str, str]:
    """Return what each confusable character stands for. The data names pairs: the side with more pairs stands."""
    text = files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8")
    # Each other sign is {"c": sign, "n": name}: the names are let go as they are read, for they are 6 MB.
    pairs = json.loads(text, object_hook=lambda one: one["c"] if one.keys() == {"c", "n"} else one)
    found = {}
    for sign, others in pairs.items():
        for other in others:
            stands = (len(pairs.get(other, ())), other) > (len(others), sign)
            if stands and len(sign.strip("\u200e")) == 1:
                found[sign.strip("\u200e")] = other.strip("\u200e")
    return found


def key(name: str) -> str:
    """Return what the name is compared by; the same for names that could be taken for one another."""
    prototypes = _prototypes()
    text = unicodedata.normalize("NFKC", name).casefold()
    for _round in range(2):  # an accent may hide what its letter looks like
        text = unicodedata.normalize("NFD", text)
        text = "".join(sign for sign in text if not "\u0300" <= sign <= "\u036f")
        text = "".join(prototypes.get(sign, sign) for sign in text)
        text = unicodedata.normalize("NFKC", text).casefold()
    text = text.replace("i", "l").replace("ı", "l").replace("0", "o").replace("m", "rn").replace("vv", "w")
    return "".join(sign for sign in text if sign not in SEPARATORS)[:255]


def called(username: str) -> Exact:
    """Whose username this is, whatever its case: a condition that the index of usernames answers on both databases."""
    return Exact(Upper("username"), Upper(Value(username)))


def refuse_if_taken(name: str, person: User | None = None) -> None:
    """Raise NameRefused when somebody else has this name, a confusable one, or gave it up less than 90 days ago.

    `person`: whose new name it is; what that person has or had is no obstacle.
    """
    mine = person.pk if person is not None else None
    wanted = key(name)
    since = timezone.now() - HELD_FOR
    held = TakenName.objects.filter(Q(freed_at=None) | Q(freed_at__gt=since), key=wanted)
    others = User.objects.exclude(pk=mine) if mine is not None else User.objects.all()
    if (
        any(taken.user_id is None or taken.user_id != mine for taken in held)
        or others.filter(called(name)).exists()
        or any(wanted in {key(staff.username), key(staff.display_name)} for staff in others.filter(is_staff=True))
    ):
        raise NameRefused(_("This name, or one that looks like it, is taken."), code="taken")


def who_was(username: str) -> User | None:
    """Who gave this username up less than 90 days ago, whatever its case: their old address still leads to them."""
    since = timezone.now() - HELD_FOR
    held = TakenName.objects.filter(Q(freed_at=None) | Q(freed_at__gt=since), key=key(username), user__isnull=False)
    found = held.filter(address__iexact=username, user__closed_at=None, user__is_active=True).select_related("user")
    return next((taken.user for taken in found), None)


def hold(person: User, was: str = "") -> None:
    """Write down that the username and display name of this member are taken; free what was held before.

    `was`: the username until now. Raises NameRefused when somebody was quicker. Call it in the transaction that saves
    the names.
    """
    wanted = {key(name) for name in (person.username, person.display_name) if name}
    with transaction.atomic():
        TakenName.objects.filter(user=person, freed_at=None).exclude(key__in=wanted).update(freed_at=timezone.now())
        for name_key in sorted(wanted):
            taken, _made = TakenName.objects.select_for_update().get_or_create(key=name_key, defaults={"user": person})
            if taken.user_id != person.pk:
                taken.address = ""
                if taken.freed_at is None or taken.freed_at > timezone.now() - HELD_FOR:
                    raise NameRefused(_("This name, or one that looks like it, is taken."), code="taken")
                taken.user = person
            taken.freed_at = None
            taken.save(update_fields=["user", "freed_at", "address"])
        if was and was != person.username:
            TakenName.objects.filter(user=person, key=key(was)).update(address=was)


def release(person: User) -> None:
    """Give up every name of a closing account: kept from others for 90 days, and no longer said whose it was."""
    TakenName.objects.filter(user=person, freed_at=None).update(freed_at=timezone.now())
    TakenName.objects.filter(user=person).update(user=None, address="")


def forget_freed() -> int:
    """Delete names whose 90 days are over; return how many."""
    return TakenName.objects.filter(freed_at__lt=timezone.now() - HELD_FOR).delete()[0]


# Read with the code, before the rest of the site is: what reading it took is then used again by what comes after, and
# is not 1 MB more that the first guest's name would take in a process that stays.
_prototypes()
