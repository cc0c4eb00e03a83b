from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Tells the accounts what happens to tables and games when people merge, go, or ask for their data."""
        from accounts import closing, exporting, mails, merging, profile_sections, renaming, sessions

        from . import push
        from .selectors import annals, imported, own_data
        from .services import importing, invitations, people, reminding
        from .services import renaming as names
        from .views import annals as annals_page
        from .views import profile

        profile_sections.register(profile.section)
        profile_sections.register(annals_page.section)
        sessions.on_end.append(push.sessions_ended)
        merging.before.append(people.leave_shared_tables)
        merging.register(people.move_to_member)
        merging.register(importing.move_to_member)
        closing.before.append(people.leave_tables)
        closing.register(people.close_person)
        closing.consequences.append(people.lost_by_closing)
        closing.register(importing.forget_person)
        renaming.register(names.rename_at_tables)
        for part in (
            own_data.games, own_data.tables, own_data.invitations, own_data.notices, own_data.reminders,
            imported.imported_games,
        ):  # fmt: skip
            exporting.register(part.__name__, part)
        exporting.register("annals", annals.exported)
        mails.register(invitations.MAIL, _("A friend invites me to a table"))
        mails.register(reminding.MAIL, _("It is my turn in a slow game that I am not looking at"))
