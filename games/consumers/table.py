"""The socket of a table: nudged when seats, rules or state change. It carries numbers only, so anybody may listen."""

from .. import push
from .nudges import NudgeConsumer


class TableConsumer(NudgeConsumer):
    def groups_of(self) -> list[str]:
        return [push.table_group(self.scope["url_route"]["kwargs"]["code"])]
