"""The fairness of deals: a page that checks a whole game in the browser, the figures over all deals, and the chain."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rules.core import Message

from .. import errors, selectors
from ..evenness import ODD
from ..models import FairnessReport, Game
from ..selectors import fairness as found
from ..translating import translated
from .answers import person

CHAIN_AT_ONCE = 1000
SCRIPTS = [f"js/fair/{name}.js" for name in ("wgs1", "vectors", "whot", "hwatu", "check", "page")]
# What the script says. Numbers and names it fills in stand in braces.
WORDS = {
    "working": gettext_lazy("Computing …"),
    "computed": gettext_lazy("What was computed"),
    "state_holds": gettext_lazy("holds"),
    "state_fails": gettext_lazy("does NOT hold"),
    "state_open": gettext_lazy("not proved"),
    "all_right": gettext_lazy("Everything holds: this deal and this game are what the commitment fixed."),
    "all_alone": gettext_lazy(
        "Everything holds. But no browser added to this shuffle, so it proves only that the site fixed the deal "
        "beforehand, not that it did not choose it."
    ),
    "all_wrong": gettext_lazy("Something does NOT hold: see the step marked below."),
    "all_open": gettext_lazy("Nothing contradicts the record, but without the server seed nothing proves the deal."),
    "nothing": gettext_lazy("Choose the file of a record, or paste its text above, and press the button again."),
    "no_record": gettext_lazy("The record could not be loaded. Open the page again, or paste the record below."),
    "step_self": gettext_lazy("This page itself"),
    "self_right": gettext_lazy("It computes all {count} published test vectors rightly."),
    "self_wrong": gettext_lazy("It does not compute the published test vector “{what}”: do not trust it here."),
    "step_record": gettext_lazy("The record"),
    "record_read": gettext_lazy("{seats} seats, {count} actions."),
    "not_json": gettext_lazy("This is not the text of a record: a record is one object of JSON."),
    "not_a_record": gettext_lazy("This is not a game record of the format “whot-record/1”."),
    "still_running": gettext_lazy("This is one viewer's record of a game that was still on; it cannot be checked."),
    "field": gettext_lazy("The field “{field}” is missing or cannot be so."),
    "step_commitment": gettext_lazy("The commitment"),
    "commitment_right": gettext_lazy("The server seed gives the fingerprint that the record names as its commitment."),
    "commitment_wrong": gettext_lazy("The server seed gives another fingerprint: {opened}."),
    "step_kept": gettext_lazy("What this browser was shown"),
    "kept_same": gettext_lazy("This is the commitment that this browser saw before it added to the shuffle."),
    "kept_given": gettext_lazy(
        "This is the commitment that this browser saw before it added to the shuffle, and what it added, {given}, "
        "is among the contributions."
    ),
    "kept_missing": gettext_lazy(
        "This is the commitment that this browser saw, but what it then added, {given}, is not among the "
        "contributions. That is right if you left the table before the cards were dealt, or sat there from another "
        "device."
    ),
    "kept_other": gettext_lazy("Before it added to the shuffle, this browser was shown another commitment: {kept}."),
    "kept_none": gettext_lazy(
        "This browser did not add to this game, or keeps nothing: it cannot tell which commitment was shown."
    ),
    "no_seed": gettext_lazy("The record has no server seed, so the deal is taken as it stands."),
    "step_key": gettext_lazy("The key of the game"),
    "key_made": gettext_lazy("Made of the seed and of what {given} of {seats} seats added."),
    "key_alone": gettext_lazy(
        "Made of the seed alone: 0 of {seats} seats added to it. The site fixed the deal beforehand; that it did not "
        "choose it, nothing proves."
    ),
    "step_first": gettext_lazy("Who begins"),
    "first_right": gettext_lazy("Seat {seat}, as drawn."),
    "first_wrong": gettext_lazy("The seed draws seat {drawn}, the record says seat {seat}."),
    "first_rotates": gettext_lazy("Seat {seat}: in later games of a match the start moves on, nothing is drawn."),
    "step_deal": gettext_lazy("The deal"),
    "deal_right": gettext_lazy("Every card lies where the seed deals it."),
    "deal_given": gettext_lazy("Taken as the record gives it."),
    "seat": gettext_lazy("seat {seat}"),
    "no_order": gettext_lazy("Without the server seed nothing tells the order of {label}."),
    "differs": gettext_lazy("{field} must be {found}, the record says {given}."),
    "step_actions": gettext_lazy("The moves"),
    "actions_right": gettext_lazy(
        "{count} moves, all allowed by the rules; shuffled anew {refills} times, from the seed."
    ),
    "refused": gettext_lazy("Move {seq}, “{action}”, is against the rules ({rule})."),
    "contradicts": gettext_lazy("The game cannot be played as the record tells it, after move {seq}."),
    "not_over": gettext_lazy("The moves do not bring the game to its end."),
    "step_result": gettext_lazy("The result"),
    "result_right": gettext_lazy("It follows from the moves."),
    "step_position": gettext_lazy("The final position"),
    "position_right": gettext_lazy("Position and list of moves have the fingerprint of the record."),
    "position_wrong": gettext_lazy("Position and list of moves have another fingerprint: {digest}."),
    "not_looked": gettext_lazy("Not looked at, because a step before does not hold."),
}


@require_safe
@never_cache
def fairness(request: HttpRequest) -> HttpResponse:
    """The page. `?game=CODE` makes that game's record ready to be checked, where the asker may look at it."""
    code = request.GET.get("game", "")
    context: dict[str, Any] = {"code": code, "game": _game(request, code) if code else None}
    context |= {"scripts": SCRIPTS, "words": WORDS.items()}
    context["report"] = _shown(found.latest_report())
    if context["game"] is not None and context["game"].state == Game.State.OVER:
        context["record_url"] = reverse("game_record", args=[code])
    return render(request, "games/fairness/fairness.html", context, status=404 if code and not context["game"] else 200)


def _game(request: HttpRequest, code: str) -> Game | None:
    try:
        return selectors.game_for(code, person(request)).game
    except errors.NotFound:
        return None


@require_safe
@never_cache
def chain(request: HttpRequest) -> HttpResponse:
    """The chain of commitments as lines of text, from `?after=` on, a thousand at most."""
    text = request.GET.get("after", "0")
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        message = _("“after” is the number of a line of the chain: a whole number from 0.")
        return HttpResponse(message + "\n", status=400, content_type="text/plain; charset=utf-8")
    lines = found.chain_lines(int(text), CHAIN_AT_ONCE)
    return HttpResponse("".join(lines), content_type="text/plain; charset=utf-8")


def _shown(report: FairnessReport | None) -> dict[str, Any] | None:
    """The figures with their words."""
    if report is None:
        return None
    figures = report.figures
    decks = [
        {
            "name": deck,
            "count": values["count"],
            "rows": [_row(value, translated(Message(values["watched"]))) for value in values["figures"]],
            "more": [_row(value, "") for value in values["more"] if value["count"]],
        }
        for deck, values in figures["decks"].items()
    ]
    first = [_row(value, "") for value in figures["first"]]
    rows = [row for deck in decks for row in (*deck["rows"], *deck["more"])] + first
    ended = figures["ended"]
    return {
        **figures,
        "made_at": report.made_at,
        "decks": decks,
        "first": first,
        "told": sum(row["distance"] is not None for row in rows),
        "odd": [row for row in rows if row["odd"]],
        "limit": ODD,
        "void_share": 100 * figures["void"] / ended if ended else 0,
        "abandoned_share": 100 * figures["abandoned"] / ended if ended else 0,
        "holds": not (figures["broken"] or figures["wrong"] or figures["chain"]["broken_at"]),
    }


def _row(value: dict[str, Any], watched: str) -> dict[str, Any]:
    distance = value["distance"]
    words = _words(value["name"], watched)
    return {**value, "words": words, "odd": distance is not None and abs(distance) > ODD}


def _words(name: str, watched: str) -> str:
    kind, _slash, number = name.partition("/")
    if kind == "good":
        return _("%(cards)s in the opening hand of seat %(seat)s") % {"cards": watched, "seat": int(number) + 1}
    if kind == "first":
        return _("Who begins, at tables of %(seats)s (chi-square)") % {"seats": number}
    return {
        "places": _("Which card lies where (chi-square)"),
        "fixed": _("Cards that stayed in their place"),
        "descents": _("Places where a lower card follows"),
        "neighbours": _("Neighbours that stayed together"),
    }[kind]
