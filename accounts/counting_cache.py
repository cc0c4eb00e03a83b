"""Django's cache in Redis or Valkey, with a count that takes one round trip instead of three."""

from django.core.cache.backends import redis


class RedisCache(redis.RedisCache):
    def count(self, key: str, seconds: int) -> int:
        """Adds one to a number that begins at zero and ends so many seconds after it was last added to."""
        made = self.make_and_validate_key(key)
        with self._cache.get_client(made, write=True).pipeline(transaction=False) as pipeline:
            pipeline.incr(made)
            pipeline.expire(made, seconds)
            return int(pipeline.execute()[0])
