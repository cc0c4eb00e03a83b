from typing import Any

from django.db import migrations, models


def ask_as_before(apps: Any, schema_editor: Any) -> None:
    """Agreed to nothing (0) meant: asked for a contribution too. A host knows the rules they changed themselves."""
    Seat = apps.get_model("games", "Seat")
    asked = Seat.objects.filter(agreed=0, kind__in=("person", "guest"), table__state="assembling")
    for seat in asked.select_related("table"):
        seat.contributed = False
        if seat.user_id == seat.table.host_id:
            seat.agreed = seat.table.agreement
        seat.save(update_fields=["contributed", "agreed"])


class Migration(migrations.Migration):
    dependencies = [("games", "0011_coin_terms")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="computers_only",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="seat",
            name="contributed",
            field=models.BooleanField(default=True),
        ),
        migrations.RunPython(ask_as_before, migrations.RunPython.noop),
    ]
