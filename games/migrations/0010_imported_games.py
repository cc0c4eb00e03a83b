import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_reminder_kinds"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportedGame",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=12)),
                ("digest", models.CharField(max_length=64)),
                ("text", models.TextField()),
                ("game", models.CharField(max_length=20)),
                ("preset", models.CharField(max_length=20)),
                ("names", models.JSONField()),
                ("actions", models.PositiveIntegerField()),
                ("proved", models.BooleanField()),
                ("at", models.DateTimeField()),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imported_games",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["owner", "-at"], name="imported_owner")],
                "constraints": [
                    models.UniqueConstraint(fields=("code",), name="imported_code"),
                    models.UniqueConstraint(fields=("owner", "digest"), name="imported_once"),
                ],
            },
        ),
    ]
