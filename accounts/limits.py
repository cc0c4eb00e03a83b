"""How often somebody may do something: counts in the cache, which all processes share in production."""

import time
from contextlib import suppress

from django.core.cache import DEFAULT_CACHE_ALIAS, cache, caches
from django.utils.translation import gettext as _

from .counting_cache import RedisCache


class TooMany(Exception):
    """The limit is reached. `retry_after`: seconds until it may be tried again. Answered by a page with 429."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(_("That was too often. Please wait a little and try again."))
        self.retry_after = retry_after


def take(action: str, whose: object, limit: int, seconds: int) -> str:
    """Count one use of `action` by `whose` (an id or an address). Raises TooMany from the (limit + 1)st on.

    Returns what `give_back` takes. The window is fixed: it begins with a multiple of `seconds` since 1970.
    """
    now = time.time()
    window = int(now // seconds)
    key = f"limit:{action}:{whose}:{seconds}:{window}"
    itself = caches[DEFAULT_CACHE_ALIAS]  # `cache` only stands for it
    used = itself.count(key, seconds) if isinstance(itself, RedisCache) else _counted(key, seconds)
    if used > limit:
        raise TooMany(max(1, int((window + 1) * seconds - now) + 1))
    return key


def give_back(taken: str) -> None:
    """What `take` counted was none after all."""
    with suppress(ValueError):  # its window has ended
        cache.decr(taken)


def _counted(key: str, seconds: int) -> int:
    cache.add(key, 0, timeout=seconds)
    try:
        return cache.incr(key)
    except ValueError:  # it ended between the two lines
        return 1
