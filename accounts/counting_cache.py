"""Django's cache in Redis or Valkey, with a count that takes one round trip instead of three."""

from typing import Any

from django.core.cache.backends import redis


class KeptClients(redis.RedisCacheClient):
    """One client a server for as long as the cache lives: each is safe for all threads, and takes a while to make."""

    def __init__(self, servers: Any, **options: Any) -> None:
        super().__init__(servers, **options)
        self._clients: dict[Any, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        pool = self._get_connection_pool(write)  # type: ignore[attr-defined]  # Django's own, which has no stubs
        if pool not in self._clients:
            self._clients[pool] = self._client(connection_pool=pool)  # type: ignore[attr-defined]
        return self._clients[pool]


class RedisCache(redis.RedisCache):
    def __init__(self, server: Any, params: Any) -> None:
        super().__init__(server, params)
        self._class = KeptClients

    def count(self, key: str, seconds: int) -> int:
        """Adds one to a number that begins at zero and ends so many seconds after it was last added to."""
        made = self.make_and_validate_key(key)
        with self._cache.get_client(made, write=True).pipeline(transaction=False) as pipeline:
            pipeline.incr(made)
            pipeline.expire(made, seconds)
            return int(pipeline.execute()[0])
