"""Whether the time of an answer tells that an account exists (check 44): `python -m tests.accounts.timing 50`.

Sign-in by name and by address, sign-up and reset, asked in turn for an account that is there and for one that is not,
so many times each, with the real password hasher. Prints the medians; fails where they differ by more than 20 ms of
this process's work. Work and not wall time: a busy machine would drown what is looked for.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

ALLOWED = 0.020  # seconds
Ask = Callable[[int], Any]


def medians(known: Ask, unknown: Ask, times: int) -> tuple[float, float]:
    """Seconds of work of an answer, each asked so many times, in turn; `known(number)` and `unknown(number)` ask."""
    from django.core.cache import cache

    spent: tuple[list[float], list[float]] = ([], [])
    for number in range(times):
        for ask, took in zip((known, unknown), spent, strict=True):
            cache.clear()  # or the limits would answer
            began = time.thread_time()
            ask(number)
            took.append(time.thread_time() - began)
    return statistics.median(spent[0]), statistics.median(spent[1])


def _post(path: str, **fields: str) -> Any:
    from django.test import Client

    answer = Client().post(path, fields)
    assert answer.status_code in (200, 302), answer.status_code
    return answer


def questions(known: str) -> dict[str, tuple[Ask, Ask]]:
    """What is asked, for somebody of this username, whose address is `username@example.org`, and for nobody."""
    login, reset, signup = "/accounts/login/", "/accounts/password/reset/", "/accounts/signup/"
    taken = f"{known}@example.org".lower()

    def signed_up(name: str, email: str) -> Any:
        secret = "a long enough passphrase"
        return _post(signup, username=name, email=email, password1=secret, password2=secret)

    return {
        "sign-in by name": (
            lambda _n: _post(login, login=known, password="wrong"),
            lambda n: _post(login, login=f"Nobody{n}x", password="wrong"),
        ),
        "sign-in by address": (
            lambda _n: _post(login, login=taken, password="wrong"),
            lambda n: _post(login, login=f"nobody{n}x@example.org", password="wrong"),
        ),
        "reset": (
            lambda _n: _post(reset, email=taken),
            lambda n: _post(reset, email=f"nobody{n}x@example.org"),
        ),
        "sign-up": (
            lambda n: signed_up(f"Taken{n}q", taken),
            lambda n: signed_up(f"Fresh{n}q", f"fresh{n}q@example.org"),
        ),
    }


def main() -> int:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    os.environ |= {"DJANGO_SETTINGS_MODULE": "whot_site.settings", "DATA_DIR": tempfile.mkdtemp(), "LOG_LEVEL": "ERROR"}
    import django

    django.setup()
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    setup_test_environment()
    call_command("migrate", verbosity=0)
    from .conftest import member

    member("Chinedu")
    failed = 0
    for what, (known, unknown) in questions("Chinedu").items():
        there, not_there = medians(known, unknown, times)
        gap = abs(there - not_there)
        failed |= gap > ALLOWED
        print(f"{what}: {1000 * there:.1f} ms for an account, {1000 * not_there:.1f} ms for none; "
              f"{1000 * gap:.1f} ms apart over {times} each")  # fmt: skip
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
