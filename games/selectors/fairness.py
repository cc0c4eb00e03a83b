"""What is public about the deals of the site: the latest figures, the chain of commitments."""

from collections.abc import Iterator

from ..models import ChainEntry, FairnessReport
from ..seeds import time_text


def latest_report() -> FairnessReport | None:
    return FairnessReport.objects.order_by("-day").first()


def chain_lines(after: int, most: int) -> Iterator[str]:
    """Lines `number game_id commitment time entry` of the chain behind a number, in order (wgs1, step 10)."""
    for row in ChainEntry.objects.filter(number__gt=after).order_by("number")[:most]:
        yield f"{row.number} {row.game_id} {row.commitment} {time_text(row.at)} {row.entry}\n"
