"""Addresses of the sockets."""

from typing import Any

from django.urls import path

from .consumers.game import GameConsumer
from .consumers.muster import MusterConsumer
from .consumers.table import TableConsumer

# Django's types know views only.
GAME: Any = GameConsumer.as_asgi()
MUSTER: Any = MusterConsumer.as_asgi()
TABLE: Any = TableConsumer.as_asgi()

websocket_urlpatterns: list[Any] = [
    path("ws/games/<str:code>/", GAME),
    path("ws/muster/", MUSTER),
    path("ws/tables/<str:code>/", TABLE),
]
