"""`manage.py reseal_seeds`: seals every server seed anew with the first of SEED_KEYS.

To change the key: put the new one first, run this, then take the old one away. Games may run meanwhile.
"""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games import seeds
from games.models import Deal, Game


class Command(BaseCommand):
    help = "Seals every server seed anew with the first of SEED_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        done = 0
        for pk, game_id in Deal.objects.order_by("pk").values_list("pk", "game_id").iterator():
            with transaction.atomic():
                deal = Deal.objects.select_for_update(no_key=True).get(pk=pk)
                sealed = seeds.reseal(game_id, deal.sealed_seed)
                Deal.objects.filter(pk=pk).update(sealed_seed=sealed)
                Game.objects.filter(code=game_id).update(sealed_seed=sealed)
            done += 1
        self.stdout.write(f"{done} seeds are sealed with the first key.")
