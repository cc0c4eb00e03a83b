from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0002_left_before'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='news',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
