"""The games of this site and what their records need, by key and rules version.

Everything that is not inside one game's package finds a game here. A game whose rules changed keeps
a line for each version whose records must still replay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rules.core import Event, Game, Message, Seat
from rules.go_stop.record import GoStopRecords
from rules.phrases import HowEnded
from rules.strict import Field
from rules.whot.record import WhotRecords


class RecordedGame(Protocol):
    """What a game adds to the contract so that its deals can be written down, read and told.

    `state`, `options` and `view` are the game's own values. A deal is the JSON object under `deal`
    in a record. `clauses` are the rule numbers that speak of a record's fields.
    """

    @property
    def game(self) -> Game[Any, Any, Any, Any]: ...
    @property
    def presets(self) -> Sequence[str]: ...
    @property
    def option_names(self) -> Sequence[str]: ...
    @property
    def draws_each_game(self) -> bool:
        """Whether every game of a match draws its first seat, or only the first one, and the start moves on (W2.5)."""
        ...

    @property
    def counts_hands(self) -> bool:
        """Whether points are what is left in a hand, the fewer the better (W7.4), or what was made."""
        ...

    @property
    def confirms(self) -> bool:
        """Whether every choice of a card has a second step (3.1); else it is as each person likes."""
        ...

    @property
    def watched(self) -> frozenset[str]:
        """Codes of the cards that everybody wishes for: how many come in opening hands is counted (wgs1, step 11)."""
        ...

    @property
    def watched_name(self) -> str:
        """What those cards are called, in the plural; to be translated."""
        ...

    @property
    def clauses(self) -> Mapping[str, str]: ...

    def options(self, preset: str, named: Mapping[str, Any]) -> Any:
        """The options of a preset with some named. Raises BadOptions."""

    def named(self, options: Any) -> dict[str, Any]:
        """All options by name, those of a table's clocks among them."""

    def recorded(self, options: Any) -> dict[str, Any]:
        """The options that a record lists, in its order."""

    def deck(self, options: Any) -> str:
        """Name of the frozen card list the game is dealt from."""

    def deal_of(self, dealt: Any) -> dict[str, Any]:
        """The deal of a freshly dealt state."""

    def read_deal(self, field: Field, seats: int) -> dict[str, Any]:
        """The deal as it stands in a file, its form checked. Raises RecordError."""

    def sitting_out(self, deal: Mapping[str, Any]) -> tuple[Seat, ...]:
        """The seats that were dealt nothing."""

    def order_of(self, deal: Mapping[str, Any], options: Any) -> list[int]:
        """The shuffled pack (card ids, index 0 dealt first) that gives this deal.

        Raises RecordError where the cards are not the pack.
        """

    def hands_left(self, state: Any) -> list[list[str]]:
        """Cards at the end by seat; of an eliminated seat what it held when it went."""

    def seen_deal(self, view: Any) -> dict[str, Any]:
        """The deal as one viewer saw it, from the view of the freshly dealt state."""

    def read_seen_deal(self, field: Field, seats: int) -> dict[str, Any]:
        """As `read_deal`, of what `seen_deal` gives."""

    def table_lines(self, view: Any, names: Sequence[str]) -> list[str]:
        """The table as one viewer sees it, for a terminal."""

    def telling(self, event: Event, viewer: Seat | None, names: Sequence[str]) -> Message:
        """An event as a sentence for a viewer."""

    def how_ended(self, told: Sequence[Event], viewer: Seat | None, names: Sequence[str]) -> HowEnded:
        """How a game that is over ended, from all that this viewer was told of it."""

    def screen(self, view: Any, told: Sequence[Event], order: str = "") -> Any:
        """What the game's page shows, for its own template: from a view and all that viewer was told.

        `order`: how the viewer wants the own hand to lie, `shape`, `number` or `dealt`; a game may know others.
        """

    def spelled(self, message: Message) -> Message:
        """A refusal's sentence as a player reads it: cards by name, not by code."""

    def read_input(self, text: str) -> str:
        """What a person typed as an action's text, short forms written out."""


GAMES: dict[str, dict[int, RecordedGame]] = {"whot": {1: WhotRecords()}, "go_stop": {1: GoStopRecords()}}
"""By key and rules version."""


def newest(key: str) -> RecordedGame:
    """The rules that new games of this key are played by. Raises KeyError."""
    versions = GAMES[key]
    return versions[max(versions)]


def with_preset(preset: str) -> RecordedGame | None:
    """The newest rules of the game that has this preset."""
    for key in GAMES:
        if preset in newest(key).presets:
            return newest(key)
    return None


def all_presets() -> tuple[str, ...]:
    return tuple(preset for key in GAMES for preset in newest(key).presets)
