from typing import Any

from django.db import migrations, models
from django.db.models import Case, Exists, OuterRef, Q, Subquery, Value, When


def copy(apps: Any, schema_editor: Any) -> None:
    """What lists of past games are narrowed down by, for the games there are (W7.5: abandoned ones count for nothing)."""
    Player, Game = apps.get_model("games", "Player"), apps.get_model("games", "Game")
    kind = Game.objects.filter(pk=OuterRef("game_id")).values("preset")[:1]
    Player.objects.update(preset=Subquery(kind))
    counted = Game.objects.filter(pk=OuterRef("game_id"), state="over").exclude(end_reason="abandoned")
    also_first = Player.objects.filter(game_id=OuterRef("game_id"), place=1).exclude(seat=OuterRef("seat"))
    Player.objects.filter(Exists(counted), place__isnull=False).update(
        result=Case(
            When(Q(place__gt=1), then=Value("lost")),
            When(Exists(also_first), then=Value("shared")),
            default=Value("won"),
        )
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0007_fairness")]

    operations = [
        migrations.AddField(
            model_name="player", name="preset", field=models.CharField(default="", max_length=20)
        ),
        migrations.AddField(
            model_name="player",
            name="result",
            field=models.CharField(
                choices=[("won", "won"), ("shared", "shared first place"), ("lost", "lost")], max_length=10, null=True
            ),
        ),
        migrations.AddIndex(
            model_name="player", index=models.Index(fields=["user", "game"], name="player_user_game")
        ),
        # Last: PostgreSQL makes no index while rows that this transaction changed still have checks to come.
        migrations.RunPython(copy, migrations.RunPython.noop),
    ]
