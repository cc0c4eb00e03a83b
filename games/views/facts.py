"""What is to be known of a table at a glance, beside its rules card; what changed since one agreed is marked."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .. import coin_terms, computers, forms
from ..models import Table


class Fact(NamedTuple):
    text: str
    new: bool  # differs from what this person agreed to


def facts_of(table: Table, before: Mapping[str, Any] | None) -> list[Fact]:
    """The facts of a table; `before`: the rules (TableRules by name) as this person agreed to them, where that matters.

    What holds nowhere in particular ("nobody looks on") is said only where it was otherwise before.
    """
    level = {"level": computers.level_name(table.bot_level)}
    matches: dict[str, str] = {
        Table.Match.KNOCKOUT: _("knockout"),
        Table.Match.TALLY_WON: _("of equal tallies, who won more games comes first"),
    }
    told = {
        "preset": (forms.preset_name(table.game, table.preset), ""),
        "coins": (coin_terms.told(table), _("no coins are played for")),
        "seats": (ngettext("%(n)s seat", "%(n)s seats", table.seats) % {"n": table.seats}, ""),
        "games": (ngettext("%(n)s game", "%(n)s games", table.games_agreed) % {"n": table.games_agreed}, ""),
        "match": (matches.get(table.match, ""), _("no knockout, and equal tallies share a place")),
        "onlookers": (_("others may look on"), _("nobody looks on")),
        "fill_bots": (_("computer fills up: %(level)s") % level, _("computer does not fill up")),
        "takeover": (
            _("computer goes on for who leaves: %(level)s") % level,
            _("computer does not go on for who leaves"),
        ),
        "pause": (_("pauses: %(time)s a game") % {"time": forms.pause_phrase(table.pause_budget)}, _("no pauses")),
        "one_at_a_time": (_("who sits here sits nowhere else"), _("one may sit elsewhere too")),
    }
    now = {
        "preset": table.preset, "seats": table.seats, "games": table.games_agreed, "match": table.match,
        "onlookers": table.onlookers, "one_at_a_time": table.one_at_a_time, "fill_bots": table.fill_bots,
        "takeover": table.takeover, "coins": table.coins, "pause": table.pause_budget,
    }  # fmt: skip
    holds = {**dict.fromkeys(now, True), "match": table.match != Table.Match.TALLY}
    holds |= {name: bool(now[name]) for name in ("onlookers", "fill_bots", "takeover", "one_at_a_time", "pause")}
    holds["coins"] = table.coins != Table.Coins.NONE
    facts = []
    for name, (yes, no) in told.items():
        new = bool(before) and before is not None and name in before and before[name] != now[name]
        if name == "coins" and before and holds[name]:
            new = new or any(before.get(field) != getattr(table, field) for field in coin_terms.FIELDS)
        if name in ("fill_bots", "takeover") and before and holds[name]:
            new = new or before.get("bot_level", table.bot_level) != table.bot_level
        if holds[name] and (new or name not in ("preset", "seats")):  # these two stand above already
            facts.append(Fact(yes, new))
        elif new:
            facts.append(Fact(no, new))
    time = _("a turn: %(time)s") % {"time": forms.turn_phrase(table.game, table.options)}
    clock = bool(before) and before is not None and before["options"].get("turn_clock") != table.options["turn_clock"]
    facts.insert(min(1, len(facts)), Fact(time, clock))
    lasts = forms.lasts_phrase(table.game, table.preset, table.options)
    lasted = forms.lasts_phrase(table.game, before["preset"], before["options"]) if before else lasts
    if lasts or lasted:  # where neither rules have such a clock nothing is said
        facts.insert(
            min(2, len(facts)), Fact(_("the whole game: %(time)s") % {"time": lasts or _("no limit")}, lasts != lasted)
        )
    return facts
