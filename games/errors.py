"""Why a request of a player is refused. Views turn these into pages and fragments; nothing has changed.

`message` is for the player, translatable (`rules.core.Message`); `code` is for scripts and tests; `status` is the
HTTP answer. No message carries a card, a seed or a token of somebody else.
"""

from collections.abc import Sequence
from typing import ClassVar

from rules.core import Message


class Refused(Exception):
    """Base of all refusals."""

    status: ClassVar[int] = 422
    code = "refused"

    def __init__(self, message: Message | str, code: str | None = None) -> None:
        self.message = Message(message) if isinstance(message, str) else message
        if code is not None:
            self.code = code
        super().__init__(str(self.message))


class BadRequest(Refused):
    """Not what our own pages post: an unreadable action, contribution or key."""

    status = 400
    code = "unreadable"


class Forbidden(Refused):
    """This person may not do this here, whatever the state of things."""

    status = 403
    code = "forbidden"


class NotFound(Refused):
    """There is no such thing, or not for this person."""

    status = 404
    code = "not_found"


class Stale(Refused):
    """The table or game has moved on since the page was drawn; show the fresh one."""

    status = 409
    code = "stale"


class Full(Refused):
    """Somebody else took the last seat."""

    status = 409
    code = "full"


class NotAllowed(Refused):
    """Not now. `rule` is the clause that forbids it; `legal` the actions that would be accepted."""

    status = 422
    code = "not_allowed"

    def __init__(
        self, message: Message | str, code: str | None = None, *, rule: str = "", legal: Sequence[str] = ()
    ) -> None:
        super().__init__(message, code)
        self.rule = rule
        self.legal = tuple(legal)


class BadRules(Refused):
    """House rules that cannot work. `options` names the fields of TableRules or options that clash."""

    status = 422
    code = "bad_rules"

    def __init__(self, message: Message | str, *options: str) -> None:
        super().__init__(message)
        self.options = options


class TooMany(Refused):
    """A limit is reached. `retry_after`: seconds until it is worth trying again."""

    status = 429
    code = "too_many"

    def __init__(self, message: Message | str, retry_after: int, code: str | None = None) -> None:
        super().__init__(message, code)
        self.retry_after = retry_after


class Broken(Refused):
    """The stored log of this game no longer replays; it is frozen, the others go on."""

    status = 500
    code = "broken"
