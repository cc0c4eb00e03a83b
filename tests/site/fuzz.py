"""Bodies that no page of ours sends, posted to every address there is (check 57).

`python -m tests.site.fuzz 20000` does so for as many bodies, in a database of its own; the tests take a sample.
"""

import json
import logging
import os
import random
import sys
import tempfile
from collections import Counter
from datetime import timedelta
from typing import Any
from urllib.parse import quote_plus

logger = logging.getLogger(__name__)
FORM, MULTIPART, JSON, TEXT = (
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/json",
    "text/plain",
)
ODD = [
    "", " ", "0", "-1", "1e9", "9" * 40, str(2**53 + 1), "NaN", "Infinity", "null", "true", "[]", "{}", "\x00",
    "\ufeff", "\u202e", "é" * 50, "🃏", "'", '"', "%00", "../../etc/passwd", "a" * 5000, "1;drop table", "{{7*7}}",
    "<x>", "\r\n", "play C5", "play W20 call star", "draw", "draw draw", "leave", "timeout", "pass", "play",
    "on", "none", "other",
]  # fmt: skip


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def mutated(chance: random.Random, fields: dict[str, str]) -> tuple[bytes, str]:
    """A body and its content type: the fields of a form with something done to them, or something else altogether."""
    kind = chance.random()
    pairs = list(fields.items())
    for _change in range(chance.randint(1, 4)):
        what = chance.randrange(6)
        if what == 0 and pairs:  # another value
            place = chance.randrange(len(pairs))
            pairs[place] = (pairs[place][0], chance.choice(ODD))
        elif what == 1 and pairs:  # one left out
            pairs.pop(chance.randrange(len(pairs)))
        elif what == 2 and pairs:  # one twice
            pairs.append((chance.choice(pairs)[0], chance.choice(ODD)))
        elif what == 3:  # a field that is none
            pairs.append((chance.choice(ODD) or "x", chance.choice(ODD)))
        elif what == 4 and pairs:  # a value with something in it
            place = chance.randrange(len(pairs))
            text = pairs[place][1]
            cut = chance.randint(0, len(text))
            pairs[place] = (pairs[place][0], text[:cut] + chance.choice(ODD) + text[cut:])
        elif pairs:  # values exchanged
            values = [value for _name, value in pairs]
            chance.shuffle(values)
            pairs = [(name, value) for (name, _value), value in zip(pairs, values, strict=True)]
    if kind < 0.7:
        return "&".join(f"{quote_plus(n)}={quote_plus(v)}" for n, v in pairs).encode(), FORM
    if kind < 0.8:
        body = bytearray("&".join(f"{quote_plus(n)}={quote_plus(v)}" for n, v in pairs).encode())
        for _flip in range(chance.randint(1, 8)):
            if body:
                body[chance.randrange(len(body))] = chance.randrange(256)
        return bytes(body), FORM
    if kind < 0.9:
        odd = chance.choice([json.dumps(dict(pairs)), nested(chance.randint(1, 200)), '{"a": NaN, "a": 1e999}',
                             '{"seats": 9007199254740993}', "{", "[1,", '"\\ud800"'])  # fmt: skip
        return odd.encode("utf-8", "surrogatepass"), chance.choice([JSON, FORM, TEXT])
    border = chance.choice(["x", "x" * 70, ""])
    parts = b"".join(
        f'--{border}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode("utf-8", "replace")
        for name, value in pairs
    )
    return parts + chance.choice([f"--{border}--\r\n".encode(), b"", b"--"]), f"{MULTIPART}; boundary={border}"


def state() -> dict[str, Any]:
    """A fingerprint of everything that a refused post may not change."""
    from django.db.models import Count, Max, Sum

    from accounts.models import Block, Friendship, User
    from games.models import Game, Invitation, LogEntry, Seat, Table

    return {
        "users": User.objects.aggregate(Count("pk"), Sum("sessions_ended"), Max("display_name"), Max("password")),
        "tables": Table.objects.aggregate(Count("pk"), Sum("seq"), Sum("seated"), Sum("agreement"), Max("state")),
        "seats": Seat.objects.aggregate(Count("pk"), Sum("agreed"), Max("left_at")),
        "games": Game.objects.aggregate(Count("pk"), Sum("seq"), Count("ended_at")),
        "log": LogEntry.objects.count(),
        "others": [model.objects.count() for model in (Block, Friendship, Invitation)],
    }


def tried(count: int, seed: int, everything: Any, forms: dict[str, tuple[str, dict[str, str]]]) -> Counter[int]:
    """Post so many bodies; return how many answers had which status. Raises AssertionError at the first fault."""
    from django.core.cache import cache
    from django.db import transaction

    chance = random.Random(seed)
    addresses = sorted(forms)
    statuses: Counter[int] = Counter()
    before = state()
    for number in range(count):
        cache.clear()
        address = chance.choice(addresses)
        who, fields = forms[address]
        if chance.random() < 0.3:
            who = chance.choice(sorted(everything.browsers))
        browser = everything.browsers[who]
        cookies = {name: morsel.value for name, morsel in browser.cookies.items()}
        body, kind = mutated(chance, fields)
        with transaction.atomic():
            answer = browser.generic("POST", address, body, content_type=kind)
            after = state()
            transaction.set_rollback(True)  # whatever a lucky one did
        browser.cookies.clear()
        for name, value in cookies.items():
            browser.cookies[name] = value
        statuses[answer.status_code] += 1
        if number % 1000 == 999:  # it takes a while
            logger.warning("%d bodies so far", number + 1)
        told = f"body {number} of seed {seed} to {address} as {who}: {body[:300]!r} ({kind})"
        assert answer.status_code < 500, f"{answer.status_code}: {told}"
        if answer.status_code >= 400:
            assert after == before, f"{answer.status_code}, and yet something changed: {told}"
    return statuses


def main() -> None:
    folder = tempfile.mkdtemp()
    os.environ |= {"DJANGO_SETTINGS_MODULE": "whot_site.settings", "DATA_DIR": folder, "LOG_LEVEL": "CRITICAL",
                   "GAMES_MOVES_A_MINUTE": "1000000000", "GUESTS_AN_HOUR": "1000000000"}  # fmt: skip
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test.utils import setup_test_environment

    setup_test_environment()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.ACCOUNT_RATE_LIMITS = False
    call_command("migrate", verbosity=0)
    from django.db.models import F

    from games.models import Game

    from .everything import furnished
    from .test_inert import forms_of

    everything = furnished()
    later = timedelta(days=30)  # or the clock of a game would run out meanwhile, and a refused post end it
    Game.objects.update(deadline=F("deadline") + later, game_deadline=F("game_deadline") + later,
                        due_at=F("due_at") + later)  # fmt: skip
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    print(dict(tried(count, 1, everything, forms_of(everything))))


if __name__ == "__main__":
    main()
