from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    name = "games.leagues"
    label = "leagues"

    def ready(self) -> None:
        """Tells the tables and the accounts what leagues do when a match ends and when people merge or go."""
        from accounts import closing, exporting, mails, merging

        from .. import parts
        from ..services import following
        from . import people, results, rounds, screens

        following.on_match_over.append(results.match_over)
        following.on_rise.append(results.risen)
        following.on_void.append(results.game_void)
        parts.on_table.append(screens.of_table)
        parts.on_over.append(screens.of_over)
        parts.on_match.append(screens.of_match)
        closing.register(people.close_person)
        merging.register(people.move_to_member)
        exporting.register("leagues", people.own_leagues)
        mails.register(rounds.MAIL, _("A round of a league of mine has begun"))
