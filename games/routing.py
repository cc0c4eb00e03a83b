"""Addresses of the sockets."""

from typing import Any

from django.urls import re_path

from .addresses import GAME_CODE, INVITE_TOKEN, TABLE_CODE
from .consumers.game import GameConsumer
from .consumers.limited import limited
from .consumers.muster import MusterConsumer
from .consumers.table import TableConsumer

# Django's types know views only.
GAME: Any = limited(GameConsumer.as_asgi())
MUSTER: Any = limited(MusterConsumer.as_asgi())
TABLE: Any = limited(TableConsumer.as_asgi())

# To the very end (`\Z`): a code is part of the name of a group, which may not be just anything.
websocket_urlpatterns: list[Any] = [
    re_path(rf"^ws/games/(?P<code>{GAME_CODE})/\Z", GAME),
    re_path(r"^ws/muster/\Z", MUSTER),
    re_path(rf"^ws/tables/(?P<code>{TABLE_CODE})/\Z", TABLE),
    re_path(rf"^ws/t/(?P<token>{INVITE_TOKEN})/\Z", TABLE),
]
