"""What is public about the deals of the site: the latest figures, the chain of commitments."""

from collections.abc import Iterator

from ..models import FairnessReport
from ..seeds import time_text
from . import chain


def latest_report() -> FairnessReport | None:
    return FairnessReport.objects.order_by("-day").first()


def chain_lines(after: int, most: int) -> Iterator[str]:
    """Lines `number game_id commitment time entry` of the chain behind a number, in order (wgs1, step 10)."""
    for row in chain(after, most):
        yield f"{row.number} {row.game_id} {row.commitment} {time_text(row.at)} {row.entry}\n"
