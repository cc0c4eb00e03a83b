"""The rules of a season in words, as everybody reads them before they join."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import NamedTuple

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.zones import UTC, zone_named
from rules.house_rules import BOOKS
from rules.phrases import duration
from rules.road import is_classic

from ..coin_terms import number
from ..translating import translated
from . import calendar
from .forms import length_phrase
from .models import Season
from .points import BY_PLACE, bye_points
from .prizes import Shown as Prize
from .standings import GAMES_WON, HEAD_TO_HEAD, LOT, MISSES, ORDER_BY_POINTS, ORDER_BY_TALLY, POINTS, TALLY, shown


class Section(NamedTuple):
    title: str
    lines: list[str]


def name_of(figure: str) -> str:
    """What a column of the table is called."""
    return {
        POINTS: _("League points"), TALLY: _("Tally"), HEAD_TO_HEAD: _("Head to head"), GAMES_WON: _("Games won"),
        MISSES: _("Turns missed"), LOT: _("Lot"),
    }[figure]  # fmt: skip


def order_of(season: Season) -> list[str]:
    """The figures that order the table, in their order."""
    return list(ORDER_BY_TALLY if season.by_tally else ORDER_BY_POINTS)


def rules_of(season: Season, prizes: Sequence[Prize] = ()) -> list[Section]:
    """`prizes`: those that the reader may know of; who hides coins is told of none."""
    found = [
        Section(_("The matches"), _matches(season)),
        Section(_("The calendar"), _calendar(season)),
        Section(_("Late games"), _late(season)),
        Section(_("Matches missed"), _no_show(season)),
        Section(_("The table"), _table(season)),
        Section(_("Coming and going"), _coming(season)),
    ]
    return [*found, Section(_("Prizes"), _prizes(prizes))] if prizes else found


def _prizes(prizes: Sequence[Prize]) -> list[str]:
    lines = []
    for prize in prizes:
        values = {"place": prize.place, "amount": number(prize.amount), "name": prize.name}
        text = _("Place %(place)s: %(amount)s coins")
        lines.append((_("Place %(place)s: %(amount)s coins, given to %(name)s") if prize.name else text) % values)
    return [
        *lines,
        _("Prizes are fixed before the season begins, for places in the top division. They are given once, when it is "
          "over."),
        _("They go to members with a confirmed e-mail address who played and stayed to the end. Nobody moves up for "
          "who can’t have one, and a result that is taken back later changes no prize."),
    ]  # fmt: skip


def _length(season: Season) -> str:
    """Two sentences: only of several games do points add up, in languages without a plural too."""
    values = {"games": season.games, "seats": season.seats}
    if season.games == 1:
        return _("A match is 1 game at a table of %(seats)s.") % values
    text = _("A match is %(games)s games at a table of %(seats)s; the points left in the hands add up, the fewest win.")
    return text % values


def _matches(season: Season) -> list[str]:
    lines = [
        _length(season),
        _("Where fewer are left over than a table seats, they play at a smaller one."),
        _("Who meets whom, and who sits where, is shared out evenly; who sits out a round has a bye."),
        _(
            "Who has the first turn of a match is drawn, and it moves on by one seat a game (W2.5): in a match of "
            "as many games as seats, or of twice as many, everybody has it equally often."
        ),
    ]
    if not is_classic(season.game, season.preset, season.options, season.seats):
        lines.append(_("These games bring no experience: it is for games by unchanged rules, and the clock for a game, "
                       "or another house rule, changes them."))  # fmt: skip
    if season.division_size:
        lines.append(_("A division has %(size)s players; the last one may be larger or smaller.") % {
            "size": season.division_size})  # fmt: skip
        if season.movers:
            lines.append(_("At the end %(movers)s go up and %(movers)s go down between two divisions.") % {
                "movers": season.movers})  # fmt: skip
    else:
        lines.append(_("Everybody may meet everybody: each round those meet who have met the least."))
    return lines


def without_experience() -> str:
    """For who founds a league: of which kinds of game its matches bring no experience (E3), for each game of a league
    has a clock of its own (`season_rules`) and not every kind has one."""
    book, kinds = BOOKS["whot"], []
    for preset in book.presets():
        options = {**asdict(book.options(preset.key, {}, None)), "clock": True}
        if not is_classic("whot", preset.key, options, preset.fewest):
            kinds.append(translated(preset.name))
    text = _(
        "A game in which a house rule differs brings no experience, and the clock that every game of a league has is "
        "one for these kinds, which bring none there: %(kinds)s."
    )
    return text % {"kinds": ", ".join(kinds)}


def _calendar(season: Season) -> list[str]:
    zone = zone_named(season.zone) or UTC
    parts = calendar.parts(season.length, season.unit)
    local = season.begins_at.astimezone(zone)
    first = {"when": f"{formats.date_format(local)}, {formats.time_format(local)}", "zone": season.zone}
    lines = [
        _begins(season) % first,
        _("A round lasts %(length)s; then it is over for everybody, and the next one opens at that moment.")
        % {"length": length_phrase(season.length, season.unit)},
    ]
    if season.unit == calendar.DAYS:
        lines.append(
            _("Rounds keep to the hour on the wall: where the clocks change, one is an hour shorter or longer.")
        )
    if season.rounds is None:
        lines.append(_("There are as many rounds as the schedule for those who joined has."))
    else:
        lines.append(ngettext("There is %(n)s round.", "There are %(n)s rounds.", season.rounds) % {"n": season.rounds})
    lines += [
        _("When a round opens, your table is there and you sit at it. Say that you are here: the match begins when all "
          "have, and without those who have not after %(waiting)s at the least.")
        % {"waiting": _time(int(parts.waiting.total_seconds()))},
        _("If the site was away when a round was to open, that round and those behind it move, and nobody loses time."),
    ]  # fmt: skip
    return lines


def _begins(season: Season) -> str:
    """Only while people join can the founder still begin it earlier."""
    if season.state == Season.State.JOINING:
        return _(
            "The first round opens on %(when)s by the clocks of %(zone)s, or earlier when the founder begins the "
            "season."
        )
    if season.state == Season.State.CALLED_OFF:
        return _("The season was to begin on %(when)s by the clocks of %(zone)s.")
    return _("The season began on %(when)s by the clocks of %(zone)s.")


def _late(season: Season) -> list[str]:
    clock = season.options.get("game_clock") or 0
    return [
        _("Each game has a clock of %(time)s, so that a match is over before its round. When it runs out, the lowest "
          "hand wins (W7.2).") % {"time": _time(clock)},
        _("A match that still runs when its round ends is settled then: its running game ends by its clock, games not "
          "dealt yet are not played, and the finished games count."),
        _("A match without any result by a fault of ours counts as a bye for all who were in it."),
    ]  # fmt: skip


def _no_show(season: Season) -> list[str]:
    lines = [
        _("Who takes no action in a whole match, and misses a turn, leaves, or never comes, has missed it. Who left "
          "is shown as “left”, anybody else as “absent”; both cost the same."),
        _("Nobody is absent who could still have come when the others left."),
        _("Who missed a match comes behind those who were there."),
        *cost_of_missing(season),
    ]  # fmt: skip
    if season.no_show_limit:
        lines.append(ngettext("Who misses %(n)s match is out of the season.",
                              "Who misses %(n)s matches in a row is out of the season.",
                              season.no_show_limit) % {"n": season.no_show_limit})  # fmt: skip
    return lines


def cost_of_missing(season: Season) -> list[str]:
    """What a match costs in which somebody was absent, or which they left without a move: where figures show it, and in
    the rules."""
    if season.by_tally:
        least = _("A match missed, absent or left without a move, adds the highest tally of that match, and at least "
                  "%(tally)s.")  # fmt: skip
        bare = _("A match missed, absent or left without a move, adds the highest tally of that match.")
    else:
        least = _("A match missed, absent or left without a move, gives no league points and the highest tally of that "
                  "match, and at least %(tally)s.")  # fmt: skip
        bare = _("A match missed, absent or left without a move, gives no league points and the highest tally of that "
                 "match.")  # fmt: skip
    lines = [least % {"tally": season.no_show_tally} if season.no_show_tally else bare]
    if season.no_show_points:
        lines.append(ngettext("%(n)s league point is taken off for it.", "%(n)s league points are taken off for it.",
                              season.no_show_points) % {"n": season.no_show_points})  # fmt: skip
    return lines


def _table(season: Season) -> list[str]:
    names = ", ".join(name_of(figure).lower() for figure in order_of(season))
    lines = []
    if season.by_tally:
        lines.append(_("The running tally counts: what your matches add up to. The lowest total wins."))
    else:
        for seats in range(2, season.seats + 1):
            worth = in_a_row(str(points) for points in BY_PLACE[seats])
            lines.append(_("At a table of %(seats)s the places are worth %(worth)s league points.") % {
                "seats": seats, "worth": worth})  # fmt: skip
        lines.append(_("Those who are level share the mean of their places."))
    bye = shown(bye_points(season.seats))
    lines += [
        _("A bye is worth %(points)s league points, the mean of a full table, and adds to the tally what the others of "
          "that round added on average.") % {"points": bye},
        _("Places are decided by, in this order: %(figures)s.") % {"figures": names},
        _("Head to head is counted among those who are level: one for each of them that came in behind you in a match, "
          "less one for each that came in before you."),
        _("Lots are drawn by a secret that is shown when the season begins, so that everybody can draw them again."),
    ]  # fmt: skip
    return lines


def _coming(season: Season) -> list[str]:
    return [
        _("You can join until the last round opens. Who comes late is in from the next round, in the last division."),
        _("A round you were not in gives no league points and adds the highest tally of that round."),
        _("Who founded the league can call the season off until its first round opens. From then on it ends by these "
          "rules alone."),
        _("You can always withdraw. What you played stays; a match under way is left, and its seat is out (W8.3)."),
        _("Who leaves a match for good is last in it (W8.3). Games that nobody is left to play are not dealt; each "
          "adds to the tally of who left as much as the costliest game of the match, and nothing to who stayed."),
        _("Who withdraws before their match has begun was not in that round. The others play at a smaller table; where "
          "only one is left, the match is not played, and that one has a bye."),
        _("When fewer than two players are left as a round opens, the season is over with the table as it stands."),
        _("If a game is taken back because of a fault of ours, the table is as if it had not been played."),
        _("Who closes their account is a “former player”; their results stay for the others."),
    ]  # fmt: skip


def in_a_row(texts: Iterable[str]) -> str:
    """10, 5 and 1."""
    *first, last = texts
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def _time(seconds: int) -> str:
    """A length of time in words, in whole minutes."""
    return translated(duration(max(60, seconds // 60 * 60)))
