"""What others add to what happens at tables: coins, ratings and leagues register here when they are ready.

Each list is called in order, inside the transaction that does the thing and under its locks (a person's row before a
table's, a game's before its table's), so that what follows happens exactly as often as the thing itself. What is called
may raise `games.errors.Refused` where the list says so; then nothing has happened.
"""

from collections.abc import Callable, Sequence, Set
from datetime import datetime

from ..models import Game, Seat, Table

on_sit: list[Callable[[Table, Seat, datetime], None]] = []
"""Somebody just took a seat of a table that waits; may refuse."""
on_agree: list[Callable[[Table, Seat, datetime], None]] = []
"""Somebody who sits at a table that waits just agreed to its changed rules; may refuse."""
on_change: list[Callable[[Table, Sequence[Seat], Set[str], datetime], None]] = []
"""The host just changed these columns of a table that waits, and those seated are asked again; may refuse."""
on_rise: list[Callable[[Table, Sequence[int], datetime], None]] = []
"""These people (ids) gave up their seats before the match began: they left, or the table was closed or expired."""
on_deal: list[Callable[[Game, datetime], None]] = []
"""A game was just dealt, its roster at hand; may refuse the first one of a match, which then does not start."""
on_game_over: list[Callable[[Game, datetime], None]] = []
"""A game just came to its end, whatever the reason; the next one of its match is not dealt yet."""
on_match_over: list[Callable[[Table, datetime], None]] = []
"""The match of a table just came to its end: finished, or abandoned."""
on_void: list[Callable[[Game], None]] = []
"""The result of a game was just taken back by staff: what it counted for is taken back too."""
