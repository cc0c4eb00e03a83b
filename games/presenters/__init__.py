"""The game screen as one viewer may see it. The only place that calls `view()`.

A page is built up from the view and from names; no state, and nothing taken from one, is handed to a template.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.models import HandOrder, User
from rules.core import Seat
from rules.registry import RecordedGame

from .. import clock_page, clocks, compiled, computers, endings, log, narration, parts, selectors, tallies, worn
from ..log import Replay, Told
from ..markup import squeezed
from ..models import Game, LogEntry, SeatKind, Table
from ..selectors import GameSeen
from ..worn import NOTHING, Worn
from .countdown import Clock, clock
from .countdown import clock_of as clock_of
from .last import MatchShown, Over, Rematch, match_shown, next_code_of, of_match, over, rematch_shown
from .last import headline as headline
from .last import pictured as pictured
from .people import Named as Named
from .people import named as named
from .people import names_of as names_of
from .people import profiles as profiles

MOST_HAPPENINGS = 8
LAST = " last"  # behind the text of a play: said with it
_ORDERS = tuple(HandOrder.choices)


class SeatShown(NamedTuple):
    """A player: `state` is the game's own part, from its screen."""

    number: Seat
    name: str
    is_me: bool
    is_bot: bool
    to_act: bool
    state: Any
    level: str = ""  # of a computer player
    worn: Worn = NOTHING


class Happening(NamedTuple):
    seq: int
    text: str
    at: str
    stamp: str
    new: bool  # it happened since this person last looked


@dataclass(frozen=True)
class GamePage:
    """Everything the templates of a game need, and nothing this viewer may not know."""

    code: str
    game: str  # key in rules.registry
    table_code: str
    number: int
    of: int  # games of the match; 0: a knockout, which ends of itself
    seq: int
    key: str
    state: str
    template: str
    heading: str  # for the title of the tab: what is new about the clocks, and whose turn it is
    turn: str
    turn_seat: Seat | None
    my_turn: bool
    seated: bool  # a seat of this game; it may be out by now
    playing: bool  # ... and still in it
    me: SeatShown | None
    seats: tuple[SeatShown, ...]
    clock: Clock | None
    game_clock: Clock | None
    units: str  # how the browser writes long times, as narration.units does
    following: str  # who is next in the direction of play
    view: Any
    screen: Any
    happenings: tuple[Happening, ...]
    latest: str  # the newest of them, as it stands on the table
    over: Over | None
    commitment: str
    rules_url: str
    clocks: clock_page.ClocksShown
    against_computers: bool  # nobody else plays here: hints, and a new game whenever one likes
    hint: bool
    takeover: bool  # who leaves is followed by a computer player
    order: str  # how the own hand lies (accounts.models.HandOrder)
    two_steps: bool  # a choice is confirmed before it counts
    chosen: str  # without script: the action that waits for this
    chosen_last: bool  # ... and whether "last card" was ticked with it
    looked: int  # the last log entry this person has looked at
    laid: Worn  # the cloth and the back of the market
    dressed: bool  # somebody wears something

    items_are_attributes = True  # for games.compiled

    def __getitem__(self, name: str) -> Any:
        """A template asks for an item first, and for an attribute when that has failed, which takes its time."""
        return getattr(self, name)

    @property
    def head(self) -> str:
        """The game's own style sheets and scripts; the next two: what it says of leaving, and its help."""
        return f"games/{self.game}/_head.html"

    @property
    def art(self) -> str:
        """The drawings of the game's cards."""
        return f"cards/{self.game}.svg"

    @property
    def leaving(self) -> str:
        return f"games/{self.game}/_leaving.html"

    @property
    def help(self) -> str:
        return f"games/{self.game}/_help.html"

    @property
    def step(self) -> str:
        """The name of the buttons of what may be done: `action` does it, `choose` asks first."""
        return "choose" if self.two_steps and self.my_turn else "action"

    @property
    def orders(self) -> tuple[tuple[str, Any], ...]:
        return _ORDERS


def game_page(
    seen: GameSeen,
    replay: Replay,
    *,
    now: datetime,
    next_code: str | None = None,
    match: MatchShown | None = None,
    proof: dict[str, Any] | None = None,
    addresses: Mapping[int, str] | None = None,
    rematch: Rematch | None = None,
    viewer: User | None = None,
    chosen: str = "",
    rows: Sequence[Sequence[int | None]] = (),
) -> GamePage:
    """The page of a game for the viewer of `seen`. `replay`: the deal and all that followed; `addresses`: of profiles,
    shown when it is over; `viewer` whose preferences count; `chosen`: an action that waits to be confirmed."""
    game, seat = seen.game, seen.seat
    order = "" if viewer is None else viewer.hand_order
    rules = log.rules_of(game)
    state = replay.state
    view = rules.game.view(state, seat)
    events = [event for entry in replay.told for event in entry.events]
    screen = rules.screen(view, rules.game.tell(events, seat), "dealt" if order == HandOrder.HAND else order)
    names, wears = names_of(seen.players), worn.at_game(seen.players, viewer)
    ended = game.state != Game.State.PLAYING
    to_act = None if ended else rules.game.to_act(state)
    seats = tuple(
        SeatShown(player.seat, names[player.seat], player.seat == seat, player.kind == SeatKind.BOT,
                  player.seat == to_act, screen.seats[player.seat], computers.level_name(player.level),
                  wears.get(player.seat, NOTHING))
        for player in seen.players
    )  # fmt: skip
    my_turn = seat is not None and to_act == seat
    playing = seat is not None and not ended and screen.seats[seat].in_play
    turn = _turn(game, to_act, my_turn, names)
    happenings = _since(rules, replay.told, seen, names, now)
    about_clocks = clock_page.shown(seen, replay, names, now)
    against_computers = computers.alone_with_computers(seen.players, seat)
    outcome = rules.game.outcome(state)
    result = None
    if outcome is not None:
        details = endings.details(game, view.options, outcome, screen.hands_left, rows)
        how = rules.how_ended(rules.game.tell(events, seat), seat, names)
        result = over(seen, outcome, named(seen.players, addresses or {}), screen, details, how)
        result = result._replace(next_code=next_code, proof=proof, rematch=rematch, **of_match(match, now))
        result = result._replace(parts=parts.shown(parts.on_over, seen, viewer))
    return GamePage(
        code=game.code,
        game=game.rules_key,
        table_code=game.table.code,
        number=game.number,
        of=0 if game.table.match == Table.Match.KNOCKOUT else game.table.games_agreed,
        seq=game.seq,
        key=secrets.token_urlsafe(12),
        state=game.state,
        template=f"games/{game.rules_key}/{'_over' if outcome else '_table'}.html",
        heading=f"{about_clocks.brief} · {turn}" if about_clocks.brief else turn,
        turn=turn,
        turn_seat=to_act,
        my_turn=my_turn,
        seated=seat is not None,
        playing=playing,
        me=None if seat is None else seats[seat],
        seats=seats,
        clock=None if ended else clock(game.deadline, now, clock_page.follows(seen, replay)[0]),
        game_clock=None if ended else clock(game.game_deadline, now, _("then the hands are counted")),
        units="|".join(narration.units()),
        following=_following(screen.following, seat, names),
        view=view,
        screen=screen,
        happenings=happenings,
        latest=_latest(rules, replay.told, happenings, seen, names),
        over=result,
        commitment=game.commitment,
        rules_url=_rules_url(game, rules),
        against_computers=against_computers,
        hint=against_computers and my_turn and computers.can_hint(game.rules_key),
        takeover=game.table.takeover and not against_computers,
        order=order,
        two_steps=rules.confirms or (viewer is not None and viewer.two_steps),
        chosen=chosen.removesuffix(LAST) if my_turn else "",
        chosen_last=chosen.endswith(LAST),
        looked=_looked(seen, replay.told),
        laid=worn.laid(seen.players, wears, game.table.host_id),
        dressed=bool(wears),
        clocks=about_clocks,
    )


def _following(following: Seat | None, viewer: Seat | None, names: Sequence[str]) -> str:
    """Who is next, as one says it to this viewer."""
    if following is None:
        return ""
    return _("you") if following == viewer else names[following]


def page_for(seen: GameSeen, viewer: User | None, now: datetime, chosen: str = "") -> GamePage:
    """The page as it stands, read from the database. Language and zone are the viewer's."""
    ended = seen.game.state != Game.State.PLAYING
    rows = endings.tallies(seen.game) if ended else []
    return game_page(
        seen,
        log.replay(seen.game),
        now=now,
        next_code=next_code_of(seen.game) if ended else None,
        rows=rows,
        match=match_shown(seen, rows) if ended and tallies.is_match(seen.game.table) else None,
        proof=selectors.proof(seen.game.code, viewer) if ended else None,
        addresses=profiles(seen.players, viewer) if ended else None,
        rematch=rematch_shown(seen, viewer) if ended else None,
        viewer=viewer,
        chosen=chosen,
    )


def panel(seen: GameSeen, viewer: User | None, now: datetime) -> str:
    """The fragment that is sent: the answer to a post, a poll and a push are this and nothing else."""
    return squeezed(compiled.render("games/_panel.html", {"page": page_for(seen, viewer, now)}))


def place_of(seen: GameSeen) -> tuple[int, str]:
    """The place in the log, and what else of the screen can change there: the game's state, clocks, names and, once
    over, its rematch."""
    names = [player.name for player in seen.players]
    if seen.game.state == Game.State.PLAYING:
        return seen.game.seq, f"{seen.game.state} {clocks.place(seen.game)} {names}"
    waiting = selectors.rematch_of(seen.game)
    coming = (next_code_of(seen.game) or seen.game.table.next_at) if tallies.is_match(seen.game.table) else ""
    who = f"{waiting.code} {waiting.seated}" if waiting else ""
    others = "".join(change(seen.game) for change in parts.changes)
    return seen.game.seq, f"{seen.game.state} {who} {coming or ''} {others} {names}"


def whole_log(seen: GameSeen, replay: Replay, *, now: datetime) -> list[Happening]:
    """Everything that happened, oldest first, as the viewer of `seen` may know it."""
    rules, names = log.rules_of(seen.game), names_of(seen.players)
    looked = _looked(seen, replay.told)
    told = [_happening(rules, entry, seen, names, now, looked) for entry in replay.told]
    # What happened to the clocks stands between the entries, by its time; it has no number of its own.
    for line in reversed(clock_page.lines(seen, names, now)):
        place = sum(entry.at <= line.at for entry in replay.told)
        told.insert(place, Happening(-1, line.text, narration.moment(line.at, now), narration.stamp(line.at), False))
    return told


def _turn(game: Game, to_act: Seat | None, my_turn: bool, names: Sequence[str]) -> str:
    if game.state == Game.State.FROZEN:
        return _("This game is stopped")
    if to_act is None:
        return _("Game over")
    return _("Your turn") if my_turn else _("%(name)s’s turn") % {"name": names[to_act]}


def _looked(seen: GameSeen, told: Sequence[Told]) -> int:
    """The last entry this person has looked at: whoever acts has seen what was there, and what it led to."""
    mine = (entry.seq for entry in reversed(told) if entry.seat == seen.seat and entry.by == LogEntry.By.PLAYER)
    return 0 if seen.seat is None else max(seen.looked, next(mine, 0))


def _happening(
    rules: RecordedGame, entry: Told, seen: GameSeen, names: Sequence[str], now: datetime, looked: int
) -> Happening:
    text = narration.told(rules, entry.events, seen.seat, names)
    new = seen.seat is not None and entry.seq > looked
    return Happening(entry.seq, text, narration.moment(entry.at, now), narration.stamp(entry.at), new)


def _since(
    rules: RecordedGame, told: Sequence[Told], seen: GameSeen, names: Sequence[str], now: datetime
) -> tuple[Happening, ...]:
    """What happened from the viewer's own last action on, newest first."""
    seat = seen.seat
    own = max((place for place, entry in enumerate(told) if seat is not None and entry.seat == seat), default=0)
    chosen = told[max(own, len(told) - MOST_HAPPENINGS) :]
    looked = _looked(seen, told)
    return tuple(_happening(rules, entry, seen, names, now, looked) for entry in reversed(chosen))


def _latest(
    rules: RecordedGame, told: Sequence[Told], happenings: Sequence[Happening], seen: GameSeen, names: Sequence[str]
) -> str:
    """The newest happening as it stands on the table: of the deal only who begins, which it ends with, for the rest of
    it lies there to be seen, and its words would push the own hand off a small screen."""
    if len(told) > 1:
        return happenings[0].text
    return narration.told(rules, told[0].events[-1:], seen.seat, names)


def _rules_url(game: Game, rules: RecordedGame) -> str:
    """The rules page of exactly these house rules."""
    if len(rules.presets) == 1:
        return reverse("rules_of_game", args=[game.rules_key])
    usual = rules.named(rules.options(game.preset, {}))
    named = {name: _word(value) for name, value in game.options.items() if usual.get(name) != value}
    return f"{reverse('preset_rules', args=[game.preset])}?{urlencode({**named, 'seats': game.seats})}"


def _word(value: object) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
