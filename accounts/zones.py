"""Time zones by their IANA names."""

import zoneinfo
from functools import cache

UTC = zoneinfo.ZoneInfo("UTC")


@cache
def _zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())  # walks the disk: once is enough


def zone_named(name: str) -> zoneinfo.ZoneInfo | None:
    """Return the time zone, or None when there is none of this name."""
    return zoneinfo.ZoneInfo(name) if name in _zones() else None
