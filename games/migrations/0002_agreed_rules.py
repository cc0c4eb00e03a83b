from typing import Any

from django.db import migrations, models


def remember(apps: Any, schema_editor: Any) -> None:
    """Who has agreed to the rules of a waiting table as they are now: those are the rules to mark changes against."""
    Seat = apps.get_model("games", "Seat")
    waiting = Seat.objects.filter(table__state="assembling", agreed=models.F("table__agreement"))
    for seat in waiting.select_related("table"):
        table = seat.table
        seat.agreed_rules = {
            "preset": table.preset, "seats": table.seats, "options": table.options, "games": table.games_agreed,
            "match": table.match, "start": table.start, "join": table.join, "onlookers": table.onlookers,
            "one_at_a_time": table.one_at_a_time, "fill_bots": table.fill_bots, "game": table.game,
        }  # fmt: skip
        seat.save(update_fields=["agreed_rules"])


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField(model_name="seat", name="agreed_rules", field=models.JSONField(null=True)),
        migrations.RunPython(remember, migrations.RunPython.noop),
    ]
