"""The channel layer of production: Redis or Valkey, and `tell`, which any thread may call and which neither needs an
event loop nor opens a connection each time. That of the embedded site is in `memory_layer`.
"""

from collections.abc import Sequence
from typing import Any

import redis
from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.backoff import NoBackoff
from redis.retry import Retry

PATIENCE = 1.0  # seconds for a broker that does not answer: somebody waits for the answer to a post


class PublishingChannelLayer(RedisPubSubChannelLayer):
    """Channels' layer over publish and subscribe, with a plain connection for those who only send.

    Sent through the layer itself, a message from a thread would cost an event loop and a new connection.
    """

    def __init__(self, hosts: Sequence[str], prefix: str, **options: Any) -> None:
        super().__init__(hosts=hosts, prefix=prefix, **options)
        self._prefix = prefix
        self._sender = redis.Redis.from_url(
            hosts[0],
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 1),  # a connection that broke while it was idle is opened anew
        )

    def tell(self, messages: Sequence[tuple[str, dict[str, Any]]]) -> None:
        """Send each message to its group, all in one round trip. Raises redis.RedisError."""
        if len(messages) == 1:
            group, message = messages[0]
            self._sender.publish(self._name(group), self.serialize(message))
            return
        pipeline = self._sender.pipeline(transaction=False)
        for group, message in messages:
            pipeline.publish(self._name(group), self.serialize(message))
        pipeline.execute()

    def _name(self, group: str) -> str:
        return f"{self._prefix}__group__{group}"  # as the layer names them
