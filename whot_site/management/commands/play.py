"""`manage.py play`: bring the database up to date and serve the site, all in this process."""

import argparse
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from whot_site import health
from whot_site.celery import app
from whot_site.embedded import CannotListen, Sweeper, check_address, serve

EVERYWHERE = ("0.0.0.0", "::")


def bring_up_to_date() -> None:
    """Migrates where there is something to migrate; in a process of its own, for it takes 20 MB that stay taken."""
    if not health.problems():
        return
    done = subprocess.run([sys.executable, str(settings.BASE_DIR / "manage.py"), "migrate", "--verbosity", "0"])
    if done.returncode:
        raise CommandError("The database could not be brought up to date: see above.")


def address_for_links(host: str, port: int) -> str:
    """Where a browser finds what listens here: at 0.0.0.0 and :: under the first name that the site answers to."""
    if host in EVERYWHERE:
        names = [name for name in settings.ALLOWED_HOSTS if not name.startswith(("*", "."))]
        return f"http://{names[0] if names else 'localhost'}:{port}"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Command(BaseCommand):
    help = "Migrate, then serve the whole site in one process, until Ctrl-C."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        app.loader.import_default_modules()
        if not settings.SITE_URL_GIVEN:
            settings.SITE_URL = address_for_links(host, port)
        sweeper = Sweeper(app, settings.CELERY_BEAT_SCHEDULE)
        try:
            check_address(host, port)
            bring_up_to_date()
            if settings.CELERY_TASK_ALWAYS_EAGER:
                sweeper.start()
            serve(host, port, on_ready=lambda: self.say_ready(host, port))
        except CannotListen as error:
            raise CommandError(str(error)) from error
        except KeyboardInterrupt:
            pass  # Ctrl-C before the server was up
        finally:
            sweeper.stop()

    def say_ready(self, host: str, port: int) -> None:
        shown = f"[{host}]" if ":" in host else host
        self.stdout.write(f"Whot is ready: http://{shown}:{port}/  (Ctrl-C stops it)")
        self.stdout.flush()
