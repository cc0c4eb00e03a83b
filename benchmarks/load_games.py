"""Members with sessions, and running games between them, for `benchmarks/load.py`: one JSON object on standard output.

Run in the environment of the cluster: `python -m benchmarks.load_games 250 2`; with 1 person the other is a computer
player. House rules may follow as JSON.
"""

import json
import os
import sys

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")

import django

django.setup()

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from accounts.models import User
from games.models import Game, Table
from games.services import tables
from games.services.rules_of_table import TableRules


def member(name: str) -> tuple[User, str]:
    """A new member and the key of a session of theirs."""
    person = User.objects.create(username=name, display_name=name[:20], email=f"{name}@example.org")
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    return person, str(session.session_key)


def game(number: int, persons: int, options: dict[str, object]) -> dict[str, object]:
    """A game of two or more that has just been dealt: its code, and the session of each person."""
    people = [member(f"load{os.getpid()}_{number}_{seat}") for seat in range(persons)]
    rules = TableRules(preset="002", seats=max(2, persons), options={"turn_clock": 60, **options})
    if persons == 1:
        table = tables.open_computer_game(people[0][0], rules)
        tables.agree(table.code, people[0][0], table.agreement)
    else:
        table = tables.open_table(people[0][0], rules)
        table = tables.agree(table.code, people[0][0], table.agreement)
        for person, _session in people[1:]:
            table = tables.join(table.code, person, seen_agreement=table.agreement)
        if table.state == Table.State.ASSEMBLING:
            table = tables.start(table.code, people[0][0], table.seq)
    found = Game.objects.get(table=table)
    return {"code": found.code, "sessions": [session for _person, session in people]}


if __name__ == "__main__":
    count, persons = (int(text) for text in sys.argv[1:3])
    options = json.loads(sys.argv[3]) if sys.argv[3:] else {}
    json.dump([game(number, persons, options) for number in range(count)], sys.stdout)
