"""The channel layer of the embedded site: in memory, and `tell`, which any thread may call.

The stock in-memory layer wakes a waiting socket only when the caller runs in the server's own event loop; from
a request's thread the push is noticed up to a second later. Here a call from elsewhere is handed to that loop.
"""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from typing import Any

from channels.layers import InMemoryChannelLayer

log = logging.getLogger(__name__)


class LoopSafeInMemoryChannelLayer(InMemoryChannelLayer):
    """Channels' in-memory layer whose queues live in one loop: the one that receives."""

    home: asyncio.AbstractEventLoop | None = None

    async def receive(self, channel: str) -> dict[str, Any]:
        self._settle()
        return await super().receive(channel)

    async def group_add(self, group: str, channel: str) -> None:
        self._settle()
        await super().group_add(group, channel)

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        await self._at_home(super().send(channel, message))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self._at_home(super().group_send(group, message))

    def tell(self, messages: Sequence[tuple[str, dict[str, Any]]]) -> None:
        """Send each message to its group, from any thread, without waiting for it."""
        home = self.home
        if home is None or home.is_closed():
            return  # nobody has ever listened, or nobody does any more
        for group, message in messages:
            delivery = super().group_send(group, message)
            errand = _logged(delivery)
            try:
                asyncio.run_coroutine_threadsafe(errand, home)
            except RuntimeError:  # the server has stopped just now
                errand.close()
                delivery.close()

    def _settle(self) -> None:
        if self.home is None or self.home.is_closed():
            self.home = asyncio.get_running_loop()

    async def _at_home(self, delivery: Coroutine[Any, Any, None]) -> None:
        """Run the delivery in the home loop. From another loop, do not wait: that one may be stopping."""
        home = self.home
        if home is None or home is asyncio.get_running_loop():
            await delivery
            return
        errand = _logged(delivery)
        try:
            asyncio.run_coroutine_threadsafe(errand, home)
        except RuntimeError:  # the server has stopped: nobody is left to receive
            errand.close()
            delivery.close()


async def _logged(delivery: Coroutine[Any, Any, None]) -> None:
    try:
        await delivery
    except Exception:
        log.exception("A message could not be delivered in memory")
