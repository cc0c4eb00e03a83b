"""What coins buy (E5): card backs and table cloths, at prices that are the same for everybody and never change with
demand. They are worn like rewards of the Whot Road, and numbered behind them.

The drawings are `static/cards/backs.svg` (`b10` on) and the classes `cloth-10` on of `static/css/cloths.css`.
"""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

BACK, CLOTH = "back", "cloth"
FIRST_NUMBER = 10  # those before it are the rewards of ranks


class Ware(NamedTuple):
    """`kind` and `number` are what `games.worn` shows; `price` in coins."""

    kind: str
    number: int
    name: Promise
    price: int

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.number}"


WARES = (
    Ware(BACK, 10, _("Raffia weave"), 500),
    Ware(CLOTH, 10, _("Lagoon cloth"), 500),
    Ware(BACK, 11, _("Calabash"), 1_500),
    Ware(CLOTH, 11, _("Harmattan cloth"), 1_500),
    Ware(BACK, 12, _("Moon over the water"), 4_000),
    Ware(CLOTH, 12, _("Festival cloth"), 4_000),
)
BY_KEY = {ware.key: ware for ware in WARES}
