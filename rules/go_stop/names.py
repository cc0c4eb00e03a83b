"""The names of months, kinds and cards, as `Message`s that the site can translate (R55)."""

from __future__ import annotations

from rules.core import Message, say
from rules.core import gettext_noop as _
from rules.go_stop.cards import BIRDS, BLUE, CARDS, CUP, DOUBLES, PLAIN_RED, RAIN, RED_POETRY, Card, Kind, Month

MONTHS = (
    "", _("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July"), _("August"),
    _("September"), _("October"), _("November"), _("December"),
)  # fmt: skip
PLANTS = (
    "", _("pine"), _("plum"), _("cherry"), _("wisteria"), _("iris"), _("peony"), _("bush clover"), _("pampas grass"),
    _("chrysanthemum"), _("maple"), _("paulownia"), _("willow and rain"),
)  # fmt: skip
MOTIFS = {
    "01-1": _("crane and sun"), "01-2": _("pine"), "01-3": _("two needle clusters"), "01-4": _("three needle clusters"),
    "02-1": _("warbler"), "02-2": _("plum"), "02-3": _("two blossoms and buds"), "02-4": _("three blossoms"),
    "03-1": _("curtain"), "03-2": _("cherry"), "03-3": _("blossom on the left"), "03-4": _("blossom on the right"),
    "04-1": _("cuckoo"), "04-2": _("wisteria"), "04-3": _("three strings"), "04-4": _("four strings"),
    "05-1": _("plank bridge"), "05-2": _("iris"), "05-3": _("one flower"), "05-4": _("two flowers"),
    "06-1": _("butterflies"), "06-2": _("peony"), "06-3": _("a low flower"), "06-4": _("a high flower and a bud"),
    "07-1": _("boar"), "07-2": _("bush clover"), "07-3": _("two arches"), "07-4": _("three arches"),
    "08-1": _("full moon"), "08-2": _("geese"), "08-3": _("grass on the left"), "08-4": _("grass on the right"),
    "09-1": _("sake cup"), "09-2": _("chrysanthemum"), "09-3": _("one flower"), "09-4": _("two flowers"),
    "10-1": _("deer"), "10-2": _("maple"), "10-3": _("three leaves"), "10-4": _("five leaves"),
    "11-1": _("phoenix"), "11-2": _("middle spike high"), "11-3": _("side spikes high"), "11-4": _("coloured leaves"),
    "12-1": _("man with an umbrella"), "12-2": _("swallow"), "12-3": _("rain"), "12-4": _("lightning and drum"),
}  # fmt: skip


def kind_of(card: Card) -> str:
    """What a card is called as a kind, in English, marked for translation."""
    if card.kind is Kind.BRIGHT:
        return _("rain bright") if card.bag == RAIN else _("bright")
    if card.kind is Kind.ANIMAL:
        return _("bird") if card.bag & BIRDS else _("animal or double junk") if card.bag == CUP else _("animal")
    if card.kind is Kind.JUNK:
        return _("double junk") if card.bag & DOUBLES else _("junk")
    for cards, name in ((RED_POETRY, _("red poetry ribbon")), (BLUE, _("blue ribbon")), (PLAIN_RED, _("red ribbon"))):
        if card.bag & cards:
            return name
    return _("ribbon in no set")


def month_name(month: Month) -> Message:
    return Message(MONTHS[month])


CARD_NAMES: dict[str, Message] = {
    card.code: say(
        _("%(month)s %(kind)s (%(motif)s)"),
        month=month_name(card.month),
        kind=Message(kind_of(card)),
        motif=Message(MOTIFS[card.code]),
    )
    for card in CARDS
}
"""The full name of every card, by its code: "January bright (crane and sun)"."""


def card_name(code: str) -> Message:
    """The full name of a card. Raises KeyError for what is no card code."""
    return CARD_NAMES[code]


def _mark_of(card: Card) -> str:
    """What sets a card apart among the captured ones of its group; "" for a plain one."""
    if card.kind is Kind.BRIGHT:
        return _("rain") if card.bag == RAIN else ""
    if card.kind is Kind.ANIMAL:
        return _("bird") if card.bag & BIRDS else _("cup") if card.bag == CUP else ""
    if card.kind is Kind.JUNK:
        return _("double junk") if card.bag & DOUBLES else ""
    for cards, name in ((RED_POETRY, _("red poetry")), (BLUE, _("blue")), (PLAIN_RED, _("red"))):
        if card.bag & cards:
            return name
    return _("in no set")


def _brief(card: Card) -> Message:
    mark, month = _mark_of(card), month_name(card.month)
    return say(_("%(month)s (%(mark)s)"), month=month, mark=Message(mark)) if mark else month


BRIEF_NAMES: dict[str, Message] = {card.code: _brief(card) for card in CARDS}
"""What a captured card is called where its group is named already, by its code: "January", "April (bird)"."""


LINE_NAMES = {
    "bright": _("Brights"),
    "animal": _("Animals"),
    "godori": _("Godori"),
    "ribbon": _("Ribbons"),
    "red_poetry": _("Red poetry ribbons"),
    "blue": _("Blue ribbons"),
    "plain_red": _("Red ribbons"),
    "junk": _("Junk"),
}
"""What a combination is called, by the name of its line in a score."""
LINE_RULES = {
    "bright": "5.1", "animal": "5.3", "godori": "5.4", "ribbon": "5.5", "red_poetry": "5.6", "blue": "5.7",
    "plain_red": "5.8", "junk": "5.10",
}  # fmt: skip
DOUBLE_NAMES = {
    "bright": _("brights against none"),
    "animals": _("seven animals"),
    "junk": _("junk against fewer than five units"),
}
"""Why a payment is doubled, by the name in a settlement."""
DOUBLE_RULES = {"bright": "6.5", "animals": "6.6", "junk": "6.7"}


def points_words(points: int) -> Message:
    return say(_("1 point")) if points == 1 else say(_("%(points)s points"), points=points)
