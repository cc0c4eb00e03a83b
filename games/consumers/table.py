"""The socket of a table: nudged when seats, rules or state change, for whoever may know of the table.

Whoever came by its link and does not sit there yet shows the link's token instead of the code.
"""

from .. import push, selectors
from ..errors import NotFound
from .nudges import NudgeConsumer


class TableConsumer(NudgeConsumer):
    def groups_of(self) -> list[str]:
        try:
            return [push.table_group(self._code())]
        except NotFound:
            return []

    def may_listen(self) -> bool:
        try:
            self._code()
        except NotFound:  # the link was revoked, or the table is for others now
            return False
        return True

    def _code(self) -> str:
        """The code of the table. Raises NotFound where this viewer may not know of it."""
        ids = self.scope["url_route"]["kwargs"]
        if "token" in ids:
            code: str = selectors.table_by_token(ids["token"]).code
            return code
        selectors.check_may_know_of(ids["code"], self.viewer.user)
        return str(ids["code"])
