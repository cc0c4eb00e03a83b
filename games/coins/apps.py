from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate


class CoinsConfig(AppConfig):
    name = "games.coins"
    label = "coins"

    def ready(self) -> None:
        """Tells tables and accounts what coins add to what happens there."""
        from allauth.account.signals import email_confirmed

        from accounts import closing, exporting, profile_sections
        from games.services import following

        from .. import parts
        from . import own_data, screens
        from .services import granting, holding, settling

        following.on_sit.append(holding.on_sit)
        following.on_agree.append(holding.on_agree)
        following.on_change.append(holding.on_change)
        following.on_rise.append(holding.on_rise)
        following.on_deal.append(settling.on_deal)
        following.on_game_over.append(settling.on_game_over)
        following.on_void.append(settling.on_void)
        email_confirmed.connect(granting.on_confirmed)
        parts.on_table.append(screens.of_table)
        parts.no_seat.append(holding.no_seat)
        parts.at_stake.append(screens.of_game)
        parts.on_over.append(screens.of_over)
        profile_sections.register(screens.of_profile)
        closing.register(own_data.close_person)
        closing.consequences.append(own_data.lost_by_closing)
        exporting.register("coins", own_data.coins)
        post_migrate.connect(_guard, sender=self)


def _guard(using: str = "default", **_others: Any) -> None:
    from . import guards

    guards.install(connections[using])
