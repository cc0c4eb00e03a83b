"""What the sockets of the muster and the table have in common: they say that something changed, never what.

The browser then asks for its part of the page as it would without a socket, with its own session. Whether somebody may
be told is asked again at every push: a socket that outlives its session or its right learns nothing.
"""

import json
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from .. import push
from .viewers import NOT_FOR_YOU, SIGNED_OUT, Viewer


class NudgeConsumer(AsyncWebsocketConsumer):
    """Sends `{"seq": n}`, or `{}` where there is no number; once on connecting, for what was missed before."""

    viewer: Viewer

    def groups_of(self) -> list[str]:
        """The groups this socket listens to; empty: it is refused. May use the database."""
        raise NotImplementedError

    def may_listen(self) -> bool:
        """Whether this viewer may still be told; asked at every push. May use the database."""
        return True

    async def connect(self) -> None:
        self.viewer = Viewer(self.scope)
        self.joined = await database_sync_to_async(self._entering)()
        if not self.joined:
            await self.close()
            return
        if self.viewer.user is not None:
            self.joined = [*self.joined, push.person_group(self.viewer.user.pk)]
        for group in self.joined:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        await self.send(text_data="{}")

    async def disconnect(self, code: int) -> None:
        for group in getattr(self, "joined", []):
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """What a browser sends here is not read."""

    def _entering(self) -> list[str]:
        self.viewer.signed_out()  # which finds out who it is
        return self.groups_of()

    def _refusal(self) -> int | None:
        """The close code for a viewer who is not to be told any more."""
        if self.viewer.signed_out():
            return SIGNED_OUT
        return None if self.may_listen() else NOT_FOR_YOU

    async def changed(self, event: dict[str, Any]) -> None:
        refusal = await database_sync_to_async(self._refusal)()
        if refusal is not None:
            await self.close(code=refusal)
            return
        await self.send(text_data=json.dumps({"seq": event["seq"]} if "seq" in event else {}))

    async def session_ended(self, event: dict[str, Any]) -> None:
        """Some session of this person ended: close if it is this one."""
        if await database_sync_to_async(self.viewer.signed_out)():
            await self.close(code=SIGNED_OUT)
