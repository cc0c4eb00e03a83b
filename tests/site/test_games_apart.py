"""Nothing of the site knows which game is played (issue of the second game): it asks the contract, and templates and
drawings are found by the game's key. Here the second game's words are looked for where they must not stand."""

import re

from tests.processes import ROOT

WORDS = re.compile(r"go[_-]?stop|hwatu|ppuk|godori|sseul|ttadak|nagari", re.IGNORECASE)
PARTS = {"*.py": ("games", "accounts", "whot_site", "benchmarks"), "*.html": ("templates",), "*.css": ("static",),
         "*.js": ("static",)}  # fmt: skip
OF_THE_GAME = ("templates/games/go_stop/", "static/css/go_stop", "static/js/fair/")
"""Its own templates and styles; and what checks records in a browser, which plays each game once more by itself."""
BY_KEY = {
    "games/views/fairness.py": 1,  # the script that replays its records
    "templates/games/review/_signs.html": 1,  # the signs of all moments of reviews, by the key of the moment
}


def test_only_its_own_parts_name_the_second_game() -> None:
    found: dict[str, int] = {}
    for ending, folders in PARTS.items():
        for folder in folders:
            for path in sorted((ROOT / folder).rglob(ending)):
                name = path.relative_to(ROOT).as_posix()
                lines = [line for line in path.read_text().splitlines() if WORDS.search(line)]
                if lines and not name.startswith(OF_THE_GAME):
                    found[name] = len(lines)
    assert found == BY_KEY


RULES_BY_KEY = {"at_table", "house_rules", "lessons", "registry", "reviewing", "scenarios"}
"""Where the rules of every game are listed by key, and what the site asks of each is answered."""


def test_the_rules_of_one_game_do_not_know_the_other() -> None:
    named = {
        path.relative_to(ROOT / "rules").with_suffix("").as_posix()
        for path in (ROOT / "rules").rglob("*.py")
        if re.search(r"go[_-]?stop", path.read_text(), re.IGNORECASE)
    }
    elsewhere = {name for name in named if not name.startswith(("go_stop/", "bots/go_stop/"))}
    assert elsewhere == RULES_BY_KEY | {"bots/__init__", "cli/play"}
