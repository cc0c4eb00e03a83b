"""What the long runs share (`python -m tests.leaks`, `tests.posts`, `tests.fuzz`): a database that is thrown away."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def on_a_test_database() -> Iterator[None]:
    """Django is ready, on an empty database with all tables; mails go to `django.core.mail.outbox`."""
    import django
    from django.db import connections
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases, teardown_test_environment

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    django.setup()
    settings = connections["default"].settings_dict
    with tempfile.TemporaryDirectory() as folder:
        if settings["ENGINE"] == "django.db.backends.sqlite3":  # several threads, so a file
            settings["TEST"]["NAME"] = f"{folder}/soak.sqlite3"
        setup_test_environment()
        made = setup_databases(verbosity=0, interactive=False)
        try:
            yield
        finally:
            teardown_databases(made, verbosity=0)
            teardown_test_environment()
