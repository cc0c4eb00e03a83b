"""The form that founds a league: what was typed, what is wrong with it, and what it means.

How a match is played is asked by the form for a table (`games.forms.TableForm`), the rest is asked here. Whatever was
typed is kept and shown again beside what is wrong with it.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from zoneinfo import available_timezones

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.names import MOST_TYPED
from accounts.zones import UTC, zone_named
from rules.phrases import duration

from .. import coin_terms
from .. import forms as table_forms
from ..errors import BadRules
from ..form_parts import Choice
from ..forms.filled import TURN_TIMES
from ..services.rules_of_table import TableRules
from ..translating import translated
from . import calendar
from .schedule import USUAL_DIVISION
from .season_rules import SeasonRules, wrong

LABELS = {
    "league_name": gettext_lazy("Name of the league"),
    "join": gettext_lazy("Who may join"),
    "layout": gettext_lazy("Who meets whom"),
    "division_size": gettext_lazy("Players of a division"),
    "movers": gettext_lazy("Go up, and go down, between two divisions"),
    "scoring": gettext_lazy("What counts"),
    "begins_on": gettext_lazy("First day"),
    "begins_at": gettext_lazy("Time of day"),
    "zone": gettext_lazy("Time zone of the league"),
    "length": gettext_lazy("Length of a round"),
    "rounds": gettext_lazy("Number of rounds"),
    "no_show_points": gettext_lazy("League points off for a match missed"),
    "no_show_tally": gettext_lazy("Least tally of a match missed"),
    "no_show_limit": gettext_lazy("Matches missed in a row that end one’s season"),
}
# What a refusal of the rules calls a field, where the form calls it something else.
FIELD_OF = {"name": "league_name", "begins": "begins_on"}
OF_SEASON = {
    "division_size": "", "movers": "", "rounds": "", "no_show_points": "0", "no_show_tally": "50", "no_show_limit": "2",
}  # fmt: skip
WORDS = {
    "layout": ("all", "divisions"), "scoring": ("points", "tally"), "unit": (calendar.DAYS, calendar.HOURS),
}  # fmt: skip
LENGTH_CHOICES = (
    "1 h", "2 h", "4 h", "12 h", "1 d", "2 d", "3 d", "7 d", "14 d", "28 d",
)  # fmt: skip
_OF_MATCH = ("preset", "seats", "turn", "games")  # asked between who may join and who meets whom
_PAGE = ["league_name", "join", *_OF_MATCH, "begins_on", "begins_at", "zone", "length", "rounds", "scoring", "layout"]
_ORDER = {name: at for at, name in enumerate([*_PAGE, *(name for name in LABELS if name not in _PAGE)])}
_STAND_IN = "001"  # a kind of game for any number of seats
_NUMBER = re.compile(r"-?[0-9]{1,5}")
BEGINS_IN = timedelta(days=2)
BEGINS_HOUR = 18
MOST_TYPED_ELSEWHERE = 80  # characters: every field but the name is a word, a number, a day or a time zone


class MatchForm(table_forms.TableForm):
    """How a match is played: the form of a table, in the words of a league."""

    @property
    def labels(self) -> Mapping[str, Any]:
        return {**super().labels, "seats": _("Players at a table"), "games": _("Games of a match")}


def _of_match(table: table_forms.TableForm) -> MatchForm:
    table.values |= _FIXED
    return MatchForm(table.values, table.usual, game=table.game)


@dataclass
class LeagueForm:
    values: dict[str, str]
    table: table_forms.TableForm
    problems: dict[str, str] = field(default_factory=dict)

    @property
    def labels(self) -> Mapping[str, Any]:
        return LABELS

    # -- what it means --------------------------------------------------------------------------------------------

    def rules(self, now: datetime) -> SeasonRules | None:
        """What was chosen; None when something is wrong: all of it is in `problems`, and in those of `table`."""
        for name, words in WORDS.items():
            if name != "unit" and self.values.get(name) not in words:
                self._refuse(name, _("Choose one of these."))
        numbers = {name: self._number(name) for name in OF_SEASON}
        length, unit = self._length()
        begins = self._begins()
        chosen = self.table.rules()
        # What can't be read is refused above; something that is right stands for it, so that the rest is looked at too.
        table = TableRules(**chosen) if chosen else TableRules(preset=_STAND_IN, seats=self._seats())
        divisions = self.values.get("layout") == "divisions"
        size = numbers["division_size"] if numbers["division_size"] is not None else USUAL_DIVISION[table.seats]
        found = SeasonRules(
            table=replace(table, pause=0, start="full"),
            layout="divisions" if divisions else "all",
            division_size=size if divisions else 0,
            movers=(min(2, size // 2) if numbers["movers"] is None else numbers["movers"]) if divisions else 0,
            by_tally=self.values.get("scoring") == "tally",
            zone=self.values.get("zone", ""),
            begins_at=begins or now + BEGINS_IN,
            length=length,
            unit=unit,
            rounds=numbers["rounds"],
            no_show_points=numbers["no_show_points"] or 0,
            no_show_tally=numbers["no_show_tally"] or 0,
            no_show_limit=numbers["no_show_limit"] or 0,
        )
        for error in wrong(self.values.get("league_name", ""), found, now):
            self.clash(error)
        return None if self.problems or self.table.problems else found

    def _seats(self) -> int:
        text = self.table.values.get("seats", "").strip()
        return int(text) if text in {str(seats) for seats in USUAL_DIVISION} else 2

    def clash(self, error: BadRules) -> None:
        """Puts the sentence of a refusal beside each field that it is about."""
        sentence = table_forms.sentence(error.message)
        own = [FIELD_OF.get(name, name) for name in error.options if FIELD_OF.get(name, name) in LABELS]
        for name in own:
            self._refuse(name, sentence)
        others = [name for name in error.options if FIELD_OF.get(name, name) not in LABELS]
        if others or not own:
            self.table.clash(sentence, others)

    def _number(self, name: str) -> int | None:
        text = self.values.get(name, "").strip()
        if not text:
            return None
        if _NUMBER.fullmatch(text):
            return int(text)
        self._refuse(name, _("“%(text)s” is no whole number.") % {"text": text})
        return None

    def _length(self) -> tuple[int, str]:
        number, _space, unit = self.values.get("length", "").partition(" ")
        if unit in WORDS["unit"] and number.isascii() and number.isdigit() and len(number) < 4:
            return int(number), unit
        self._refuse("length", _("Choose one of these."))
        return 1, calendar.DAYS

    def _begins(self) -> datetime | None:
        zone = zone_named(self.values.get("zone", ""))
        if zone is None:
            message = _("There is no time zone “%(zone)s”. One is, for example, Africa/Lagos.")
            self._refuse("zone", message % {"zone": self.values.get("zone", "")})
        text = f"{self.values.get('begins_on', '')}T{self.values.get('begins_at', '')}"
        try:
            wall = datetime.strptime(text, "%Y-%m-%dT%H:%M")
            return calendar.instant(wall, zone) if zone else None
        except (ValueError, OverflowError):
            self._refuse("begins_on", _("Give a day as 2027-01-31 and a time as 18:00."))
            return None

    def _refuse(self, name: str, sentence: str) -> None:
        self.problems.setdefault(name, sentence)

    # -- what is shown --------------------------------------------------------------------------------------------

    @property
    def wrong(self) -> list[tuple[str, str, str]]:
        """(field, label, sentence) of each problem, in the order of the page."""
        own = [(name, str(label), self.problems[name]) for name, label in LABELS.items() if name in self.problems]
        others = [line for line in self.table.wrong if line[0] not in self.problems]
        return sorted(own + others, key=lambda line: _ORDER.get(line[0], len(_ORDER)))

    @property
    def typed(self) -> str:
        """What was typed, as the address of the form that shows it again (see `linked`)."""
        of_match = {name: text for name, text in self.table.values.items() if name not in _FIXED}
        filled = {name: text for name, text in {**of_match, **self.values}.items() if text}
        return urlencode({"onlookers": "", **filled})

    @property
    def joins(self) -> list[Choice]:
        words = [("link", _("people with the link")), ("friends", _("my friends")), ("open", _("anybody"))]
        return self._choices("join", words)

    @property
    def layouts(self) -> list[Choice]:
        words = [("all", _("all against all, by rounds")), ("divisions", _("divisions, with promotion and relegation"))]
        return self._choices("layout", words)

    @property
    def scorings(self) -> list[Choice]:
        words = [("points", _("league points by place")), ("tally", _("the running tally: the lowest wins"))]
        return self._choices("scoring", words)

    @property
    def lengths(self) -> list[Choice]:
        return self._choices("length", [(text, length_phrase(*_split(text))) for text in LENGTH_CHOICES])

    @property
    def turn_limits(self) -> str:
        """How long a turn may be for each length of a round that limits it, where a match is one game."""
        parts = []
        for length, unit in map(_split, LENGTH_CHOICES):
            most = calendar.game_clock(length, unit, games=1)
            if most < TURN_TIMES[-1]:
                values = {"round": length_phrase(length, unit), "most": translated(duration(most))}
                parts.append(_("%(most)s in rounds of %(round)s") % values)
        text = _(
            "A turn may not take longer than a game has time in its round. At most: %(limits)s. Several games of a "
            "match share that time."
        )
        return text % {"limits": "; ".join(parts)}

    @property
    def zones(self) -> list[str]:
        return sorted(name for name in available_timezones() if "/" in name and not name.startswith("Etc/"))

    def _choices(self, name: str, words: Iterable[tuple[str, str]]) -> list[Choice]:
        chosen = self.values.get(name, "")
        return [Choice(value, text, value == chosen) for value, text in words]


def _split(text: str) -> tuple[int, str]:
    number, _space, unit = text.partition(" ")
    return int(number), unit


def length_phrase(length: int, unit: str) -> str:
    """The length of a round in words."""
    if unit == calendar.DAYS and length % 7 == 0:
        return ngettext("%(n)s week", "%(n)s weeks", length // 7) % {"n": length // 7}
    if unit == calendar.DAYS:
        return ngettext("%(n)s day", "%(n)s days", length) % {"n": length}
    return ngettext("%(n)s hour", "%(n)s hours", length) % {"n": length}


def blank(user: User | None, usual: Mapping[str, Any], now: datetime) -> LeagueForm:
    """The form as it begins: rounds of a week, from the day after tomorrow, in the time zone of the founder."""
    zone_name = user.time_zone if user is not None and zone_named(user.time_zone) else "Africa/Lagos"
    zone = zone_named(zone_name) or UTC
    first = (now + BEGINS_IN).astimezone(zone)
    values = {
        "league_name": "", "join": "link", "layout": "all", "scoring": "points", "length": "7 d", "zone": zone_name,
        "begins_on": first.strftime("%Y-%m-%d"), "begins_at": f"{BEGINS_HOUR}:00", **OF_SEASON,
    }  # fmt: skip
    friendly = {name: value for name, value in usual.items() if not name.startswith("coin")}
    table = table_forms.blank(friendly if usual.get("game") == "whot" else {})
    table.values |= {"games": "1", "turn": str(12 * table_forms.HOUR)}
    return LeagueForm(values, _of_match(table))


_FIXED = {"match": "tally", "start": "full", "time": "", "pause": "0", "join": "link", "fill_bots": "", "takeover": "",
          "one_at_a_time": "", **dict.fromkeys(coin_terms.FIELDS, "")}  # fmt: skip


def linked(asked: Mapping[str, str], user: User | None, now: datetime) -> LeagueForm:
    """The form as an address asks for it (`typed`): what it does not name is as it begins."""
    begins = blank(user, {}, now)
    return sent({**begins.table.values, **begins.values, **asked})


def sent(post: Mapping[str, str]) -> LeagueForm:
    """The form as it was sent. Fields that are not ours are not read."""
    values = {name: post.get(name, "")[:MOST_TYPED_ELSEWHERE] for name in LABELS}
    values["league_name"] = post.get("league_name", "")[: MOST_TYPED + 1]  # what is cut here is too long in any case
    friendly = {name: value for name, value in post.items() if name not in coin_terms.FIELDS}
    return LeagueForm(values, _of_match(table_forms.sent(friendly, {}, "whot")))
