"""The socket of the muster: nudged when a game, table, invitation or notice of its person changes, or an open table."""

from .. import push
from .nudges import NudgeConsumer


class MusterConsumer(NudgeConsumer):
    def groups_of(self) -> list[str]:
        user = self.viewer.user
        return [push.muster_group(user.pk), push.OPEN_TABLES] if user else []
