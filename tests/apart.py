"""Tests that run beside each other share no server: loaded by pytest before anything reads the settings.

`pytest -n auto` runs several workers. On SQLite each has a database in a file of its own (tests/conftest.py). On the
servers the first takes those that `python -m tests.servers` started, and every other starts a pair of its own, which
ends with it.
"""

import atexit
import os

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")

if os.environ.get("WHOT_TEST_SERVERS") == "1" and WORKER not in ("", "gw0"):
    from tests import servers

    own = servers.running()
    os.environ.update(own.__enter__()["environment"])
    atexit.register(own.__exit__, None, None, None)
