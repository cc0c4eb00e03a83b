from typing import Any

from django.db import migrations, models


def for_what_is_not_over(apps: Any, schema_editor: Any) -> None:
    """Matches that were over before keep the places that were told; the others end by the rule as it is now."""
    Table = apps.get_model("games", "Table")
    Table.objects.filter(state__in=("assembling", "playing")).update(leavers_last=True)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0017_given_up_index'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='leavers_last',
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(for_what_is_not_over, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name='table',
            name='leavers_last',
            field=models.BooleanField(default=True),
        ),
    ]
