"""The socket of a game screen: whenever the game has moved on, its viewer is sent the table as that viewer may see it.

The group of a game carries the number of its last log entry and nothing else; the group of one person at it also the
table that their own post was answered with. Nothing is changed over the socket.
"""

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from .. import push
from . import rounds
from .viewers import NOT_FOR_YOU, SIGNED_OUT, Viewer


class GameConsumer(AsyncWebsocketConsumer):
    """One viewer of one game. Knows which place in the log it sent last, and never sends an older one."""

    code: str
    viewer: Viewer
    joined: list[str]
    sent: tuple[int, str] = (-1, "")

    async def connect(self) -> None:
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.viewer = Viewer(self.scope)
        await database_sync_to_async(self.viewer.signed_out)()
        self.joined = [push.game_group(self.code)]
        if self.viewer.user is not None:
            self.joined.append(push.person_group(self.viewer.user.pk))
            self.joined.append(push.own_group(self.code, self.viewer.user.pk))
        for group in self.joined:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        # Drawn after joining the group: what happens from now on is pushed, all before it is in this.
        await self.send_table()

    async def disconnect(self, code: int) -> None:
        for group in getattr(self, "joined", []):
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """What a browser sends here is not read."""

    async def changed(self, event: dict[str, Any]) -> None:
        if event["seq"] >= self.sent[0]:
            await self.send_table()

    async def moved(self, event: dict[str, Any]) -> None:
        """A new entry in the log; who was sent the table after it has all of it."""
        if event["seq"] > self.sent[0]:
            await self.send_table()

    async def drawn(self, event: dict[str, Any]) -> None:
        """What the same session was answered a moment ago is sent as it is; others are told of the move and draw."""
        place = (int(event["place"][0]), str(event["place"][1]))
        user = self.viewer.user
        if user is None or place[0] <= self.sent[0] or event["reader"] != self.viewer.reader():
            return
        self.sent = place
        await self.send(text_data=event["fragment"])

    async def session_ended(self, event: dict[str, Any]) -> None:
        """Some session of this person ended: say so and close if it is this one."""
        if await database_sync_to_async(self.viewer.signed_out)():
            await self.send_table()  # which finds the same

    async def send_table(self) -> None:
        drawn = await rounds.table_for(self.code, self.viewer)
        if drawn is None:
            await self.close(code=NOT_FOR_YOU)
        elif drawn.place is None:
            await self.send(text_data=drawn.fragment)
            await self.close(code=SIGNED_OUT)
        elif drawn.place[0] >= self.sent[0] and drawn.place != self.sent:
            self.sent = drawn.place
            await self.send(text_data=drawn.fragment)
