#!/usr/bin/env python3
"""Django's command line for this site: `python manage.py help` lists the commands."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError as missing:
        raise SystemExit(
            "Django is not installed for this Python. "
            "Run `make play`, or use the environment it makes: .venv/bin/python manage.py ..."
        ) from missing
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
