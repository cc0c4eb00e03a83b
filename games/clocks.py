"""The clocks of a game: the one place where their columns are read and written, for screen, sweep and log alike (D19).

A turn clock and a clock of the whole game run down to `deadline` and `game_deadline`, as shown; the house acts a grace
later, at `due_at`. While a game is paused neither runs: `turn_left` and `game_left` keep what was left, to the
microsecond, so that a pause neither costs nor gives time (D07). Durations are added to moments in UTC: no change of
the local time makes a turn longer or shorter (check 81).

Nothing here saves, and nothing reads a clock: `at` is the database's time, taken under the game's lock.
"""

from datetime import datetime, timedelta

from .models import Game, Reminder, SeatKind

FAST_GRACE = timedelta(seconds=2)
SLOW_GRACE = timedelta(seconds=60)
SLOW_CLOCK = 3600  # seconds a turn from which a table is slow
SHORTEST_QUESTION = timedelta(minutes=5)
TURN, GAME, PAUSE = "turn", "game", "pause"

COLUMNS = (
    "turn_since", "deadline", "game_deadline", "due_at", "turn_left", "game_left", "paused_at", "pause_ends",
    "pause_left", "pause_asked_at", "pause_agreed", "remind_at", "reminded", "clock_seq",
)  # fmt: skip

# Who has looked at the game meanwhile gets no mail: wait a little before one is written.
TOLD_AFTER, TOLD_AFTER_WITHOUT_CLOCK = timedelta(minutes=1), timedelta(minutes=10)


def grace_of(game: Game) -> timedelta:
    """How long after the displayed end of a clock an action still counts (D11)."""
    return SLOW_GRACE if (game.turn_clock or 0) >= SLOW_CLOCK else FAST_GRACE


def is_slow(game: Game) -> bool:
    """Whether people play here without sitting at the table together."""
    return game.turn_clock is None or game.turn_clock >= SLOW_CLOCK


def over(game: Game, at: datetime) -> str:
    """Which clock ran out, its grace included: TURN, GAME, PAUSE, or none. The earlier of two comes first."""
    if game.state != Game.State.PLAYING:
        return ""
    if game.paused_at is not None:
        return PAUSE if game.pause_ends is not None and at > game.pause_ends else ""
    ends = _ends(game)
    if not ends or at <= ends[0][0] + grace_of(game):
        return ""
    return ends[0][1]


def _ends(game: Game) -> list[tuple[datetime, str]]:
    ends = [(end, name) for end, name in ((game.deadline, TURN), (game.game_deadline, GAME)) if end is not None]
    return sorted(ends)  # "game" sorts before "turn": of two at one moment it is the game that is over


def is_asked(game: Game, at: datetime) -> bool:
    """Whether a question for a pause stands: it lapses when nobody answers within a turn's time."""
    if not game.pause_agreed or game.pause_asked_at is None:
        return False
    return at <= game.pause_asked_at + max(SHORTEST_QUESTION, timedelta(seconds=game.turn_clock or 0))


def place(game: Game) -> str:
    """What of the clocks changes the screen at one place in the log; a page with another is out of date."""
    return f"{game.clock_seq}.{game.reminded}" if game.reminded else str(game.clock_seq)


# -- changes -------------------------------------------------------------------------------------------------


def begin_turn(game: Game, at: datetime) -> None:
    """The seat to act has its whole time, from now or, in a pause, from the end of that."""
    whole = timedelta(seconds=game.turn_clock) if game.turn_clock else None
    game.turn_since, game.reminded = at, 0
    if game.paused_at is not None:
        game.turn_left = whole
    else:
        game.deadline = at + whole if whole else None


def settle(game: Game) -> None:
    """Works out when the house is to look at the game next. Call it after every other change."""
    if game.paused_at is not None:
        game.due_at, game.remind_at = game.pause_ends, None
        return
    ends = _ends(game)
    game.due_at = ends[0][0] + grace_of(game) if ends else None
    coming = [moment for moment, _kind in _reminders(game)[game.reminded :]]
    game.remind_at = coming[0] if coming else None


def pause(game: Game, at: datetime) -> None:
    """Stops both clocks for as long as the table agreed to, and keeps what they had left."""
    game.turn_left = game.deadline - at if game.deadline else None
    game.game_left = game.game_deadline - at if game.game_deadline else None
    game.deadline = game.game_deadline = None
    game.paused_at, game.pause_ends = at, at + game.pause_left
    game.pause_agreed, game.pause_asked_at = [], None
    settle(game)


def go_on(game: Game, at: datetime) -> None:
    """Both clocks run on from where they stood; the pause is taken off what is left for pauses."""
    assert game.paused_at is not None
    game.deadline = at + game.turn_left if game.turn_left is not None else None
    game.game_deadline = at + game.game_left if game.game_left is not None else None
    game.pause_left = max(timedelta(0), game.pause_left - (at - game.paused_at))
    game.turn_left = game.game_left = game.paused_at = game.pause_ends = None
    settle(game)


def move(game: Game, turn: timedelta, whole: timedelta) -> None:
    """Gives time back: moves the end of the turn and the end of the game, where they run."""
    if game.deadline is not None:
        game.deadline += turn
    if game.game_deadline is not None:
        game.game_deadline += whole
    settle(game)


def stop(game: Game) -> None:
    """The game is over: nothing runs any more."""
    game.turn_since = game.deadline = game.due_at = game.remind_at = None
    game.turn_left = game.game_left = game.paused_at = game.pause_ends = game.pause_asked_at = None
    game.pause_agreed = []


# -- reminders -----------------------------------------------------------------------------------------------


def reminded_of(game: Game, told: int) -> None:
    """The seat to act was told of `told` more of the things that it is to be told of."""
    game.reminded += told
    settle(game)


def reminders_due(game: Game, at: datetime) -> list[Reminder.Kind]:
    """What the seat to act is to be told of its turn by now and was not told yet, in order."""
    return [kind for moment, kind in _reminders(game)[game.reminded :] if moment <= at]


def _reminders(game: Game) -> list[tuple[datetime, Reminder.Kind]]:
    """When the seat to act is told of its turn: on slow tables between people, and only a person."""
    people = [player for player in game.roster if player.kind != SeatKind.BOT]
    if not is_slow(game) or len(people) < 2 or game.to_act is None or game.turn_since is None:
        return []
    if game.roster[game.to_act].kind == SeatKind.BOT:
        return []
    if game.deadline is None or game.turn_clock is None:
        return [(game.turn_since + TOLD_AFTER_WITHOUT_CLOCK, Reminder.Kind.TURN)]
    whole = timedelta(seconds=game.turn_clock)
    return [
        (game.turn_since + TOLD_AFTER, Reminder.Kind.TURN),
        (game.deadline - whole / 2, Reminder.Kind.HALF),
        (game.deadline - whole / 5, Reminder.Kind.LATE),
    ]
