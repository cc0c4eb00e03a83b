from django.apps import AppConfig


class RatingsConfig(AppConfig):
    name = "games.ratings"
    label = "ratings"

    def ready(self) -> None:
        """Hears of matches that end and results that are taken back."""
        from accounts import exporting, profile_sections

        from .. import parts
        from ..services import following
        from . import screens, selectors, services

        following.on_match_over.append(services.match_over)
        following.on_void.append(services.game_voided)
        profile_sections.register(screens.of_profile)
        parts.on_over.append(screens.of_over)
        parts.on_match.append(screens.of_match)
        parts.changes.append(screens.change)
        exporting.register("ratings", selectors.exported)
