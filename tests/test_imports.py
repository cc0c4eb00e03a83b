"""Who may import whom (ARCHITECTURE.md), read from the source with `ast`: nothing is imported or run."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("rules", "accounts", "games", "whot_site")

CLOCKS_AND_CHANCE = {"time", "datetime", "random", "secrets"}
# What stands above the games in `rules`. A game imports none of it.
ABOVE_THE_GAMES = {"", "bots", "record", "registry", "scenarios", "cli", "__main__"}
NOT_A_GAME = {"bots", "cli"}

# Each module of `games`, and those of its sister modules that it may import. A new module needs a line.
SISTERS: dict[str, set[str]] = {
    "": set(),
    "errors": set(),
    "translating": set(),
    "markup": set(),
    "seeds": {"models"},
    "apps": {"services", "selectors", "push", "views"},
    "migrations": {"models"},
    "models": set(),
    "computers": {"models", "log"},
    "thinking": set(),
    "push": {"models"},
    "clocks": {"models"},
    "log": {"models", "clocks", "push", "seeds"},
    "selectors": {"models", "log", "seeds", "tallies", "parts"},
    "services": {"models", "clocks", "push", "log", "selectors", "seeds", "computers", "thinking"}
    | {"evenness", "tallies"},
    "narration": {"models"},
    "turn_mails": {"selectors", "narration", "clock_page", "log"},
    "clock_page": {"models", "clocks", "log", "selectors", "narration"},
    "presenters": {"models", "log", "selectors", "narration", "computers", "clock_page", "clocks", "endings"}
    | {"parts", "worn", "tallies", "compiled"},
    "compiled": {"templatetags"},
    "endings": {"models", "tallies"},
    "tallies": {"models"},
    "lessons": {"narration"},
    "evenness": set(),
    "reviews": {"models", "log", "selectors", "narration", "presenters"},
    "matches": {"models", "selectors", "presenters", "plots", "tallies"},
    "plots": set(),
    "pictures": set(),
    "fonts": set(),
    "usual_choices": set(),
    "form_parts": set(),
    "coin_terms": set(),
    "coin_form": set(),
    "parts": set(),
    "forms": {"models", "selectors", "usual_choices", "form_parts", "coin_terms", "coin_form"},
    "templatetags": {"models", "narration"},
    "numbered_rules": set(),
    "coins": {"admin", "models", "log", "services", "selectors", "views", "forms", "coin_terms", "parts"},
    "road": {"models", "selectors", "services", "presenters", "seeds", "views", "coins", "coin_terms", "parts"}
    | {"worn"},
    "worn": {"models"},
    "ratings": {"models", "tallies", "parts", "push", "seeds", "services", "selectors", "presenters", "views"},
    # An app of its own beside the tables: it may use them, and none of them knows it.
    "leagues": {
        "models",
        "tallies",
        "log",
        "parts",
        "push",
        "seeds",
        "services",
        "selectors",
        "forms",
        "form_parts",
        "views",
    }
    | {"coins", "coin_terms", "admin"},
    "rules_pages": {"numbered_rules"},
    "game_rules": {"numbered_rules"},
    "review_urls": {"views"},
    "views": {"models", "push", "log", "selectors", "services", "narration", "presenters", "forms", "computers"}
    | {"coin_terms", "parts", "worn"}
    | {"lessons"}
    | {"clocks", "compiled", "reviews", "matches", "tallies", "plots", "pictures", "evenness"},
    "addresses": {"models", "seeds"},
    "urls": {"views", "rules_pages", "game_rules", "review_urls", "addresses", "ratings"},
    "consumers": {"models", "clocks", "log", "push", "selectors", "presenters"},
    "routing": {"consumers", "addresses"},
    "tasks": {"models", "log", "selectors", "services", "turn_mails"},
    "management": {"models", "log", "selectors", "services", "seeds"},
    "admin": {"models", "selectors", "services", "forms"},
}
# What anybody in `games` may use: they use nothing themselves.
LEAVES = {"", "errors", "translating", "markup"}
# Computer players see what a person at their seat would, and nothing else.
MAY_CALL_VIEW = {"presenters", "reviews", "computers", "lessons"}
NEVER_FROM_SERVICES = {"views", "tasks", "consumers", "urls"}


def module_of(path: Path, root: Path) -> str:
    """Return the dotted name of a file: rules/whot/__init__.py is `rules.whot`."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_module(name: str, root: Path) -> bool:
    place = root.joinpath(*name.split("."))
    return place.is_dir() or place.with_suffix(".py").is_file()


def imports_of(path: Path, root: Path) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted module) of every import in the file, those inside functions too."""
    package = list(path.relative_to(root).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            up = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*up, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield node.lineno, inner if is_module(inner, root) else base


def split(module: str) -> tuple[str, str]:
    """Return the top package and what comes right under it, `` for the package itself."""
    top, _, rest = module.partition(".")
    return top, rest.partition(".")[0]


def games_of_rules(root: Path) -> set[str]:
    folders = {path.parent.name for path in root.glob("rules/*/__init__.py")}
    return folders - NOT_A_GAME


def is_command_line(under: str) -> bool:
    return under == "__main__" or under.startswith("cli")


def refusal_in_rules(under: str, target: str, games: set[str]) -> str | None:
    top, target_under = split(target)
    if top != "rules":
        if top not in sys.stdlib_module_names:
            return "rules is standard library only"
        if top in CLOCKS_AND_CHANCE and not is_command_line(under):
            return "rules has no clock and no chance of its own"
        return None
    if under in games and target_under in games - {under}:
        return "one game never imports another"
    if under in games and (target_under in ABOVE_THE_GAMES or is_command_line(target_under)):
        return "a game imports nothing that stands above it"
    if under in {"core", "shuffle"} and target_under not in {"core", "shuffle"}:
        return "the contract and the shuffle know no game"
    return None


def refusal_in_games(under: str, target: str) -> str | None:
    top, target_under = split(target)
    if top == "games" and target_under not in SISTERS.get(under, set()) | LEAVES | {under}:
        return f"games.{under} may not import games.{target_under}"
    return None


def refusal(module: str, target: str, games: set[str]) -> str | None:
    """Return why this module may not import that one, or None when it may."""
    top, under = split(module)
    target_top, target_under = split(target)
    if target_top == "tests":
        return "the product never imports its tests"
    if target_under == "tasks" and target_top in PACKAGES:
        return "nothing imports tasks"
    if top == "rules":
        return refusal_in_rules(under, target, games)
    if target_top == "rules" and target_under in games:
        return "outside of rules nothing knows which game it is"
    if top in {"accounts", "games"} and target_top == "whot_site":
        return "an app never imports the project"
    if top == "accounts" and target_top == "games":
        return "accounts knows nothing of games"
    if under == "services" and target_top in PACKAGES and target_under in NEVER_FROM_SERVICES:
        return "services never import views or tasks"
    return refusal_in_games(under, target) if top == "games" else None


def view_calls(path: Path) -> Iterator[int]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "view":
            yield node.lineno


def breaches(root: Path) -> list[str]:
    """Return one line a breach, `file:line: module: why`, over the packages under root."""
    games = games_of_rules(root)
    found = []
    for package in PACKAGES:
        for path in sorted(root.glob(f"{package}/**/*.py")):
            module, where = module_of(path, root), path.relative_to(root)
            if package == "games" and split(module)[1] not in SISTERS:
                found.append(f"{where}:1: a new module of games needs a line in SISTERS")
            for line, target in sorted(set(imports_of(path, root))):
                why = refusal(module, target, games)
                if why:
                    found.append(f"{where}:{line}: {target}: {why}")
            if package == "games" and split(module)[1] not in MAY_CALL_VIEW:
                found += [f"{where}:{line}: view(): only presenters call it" for line in view_calls(path)]
    return found


def test_every_package_is_there_to_be_read() -> None:
    for package in PACKAGES:
        assert list(ROOT.glob(f"{package}/**/*.py")), package


def test_the_repository_keeps_the_import_rules() -> None:
    assert breaches(ROOT) == []


CLEAN = {
    "rules/__init__.py": "from rules.whot import game",
    "rules/__main__.py": "import random, time",
    "rules/core.py": "import dataclasses",
    "rules/shuffle.py": "import hashlib",
    "rules/record.py": "from rules import whot",
    "rules/whot/__init__.py": "from . import game",
    "rules/whot/game.py": "from ..core import Game\nfrom rules.shuffle import shuffled\nfrom . import cards",
    "rules/whot/cards.py": "import enum",
    "rules/go_stop/__init__.py": "from rules.core import Game",
    "rules/bots/__init__.py": "from rules.whot.game import Whot",
    "accounts/models.py": "from django.db import models",
    "accounts/services.py": "from .models import User",
    "accounts/tasks.py": "from .services import tidy",
    "games/models.py": "from accounts.models import User",
    "games/log.py": "import rules\nfrom games.models import Game",
    "games/services/play.py": "from games import log\nfrom games.selectors import find\nfrom datetime import datetime",
    "games/selectors.py": "from .models import Game",
    "games/presenters.py": "from .selectors import find\nGAME.view(state, seat)",
    "games/views.py": "from . import presenters, services",
    "games/tasks.py": "from .services import play",
    "whot_site/urls.py": "from games import views",
}

PLANTED = [
    ("rules/core.py", "import django", "rules is standard library only"),
    ("rules/whot/cards.py", "from accounts.models import User", "rules is standard library only"),
    ("rules/__main__.py", "import numpy", "rules is standard library only"),
    ("rules/whot/game.py", "import time", "no clock and no chance"),
    ("rules/whot/game.py", "from datetime import UTC", "no clock and no chance"),
    ("rules/shuffle.py", "import random", "no clock and no chance"),
    ("rules/record.py", "def f():\n    import secrets", "no clock and no chance"),
    ("rules/whot/game.py", "from rules.go_stop import cards", "one game never imports another"),
    ("rules/go_stop/__init__.py", "from ..whot.cards import Card", "one game never imports another"),
    ("rules/whot/game.py", "from rules import GAMES", "nothing that stands above"),
    ("rules/whot/game.py", "from .. import record", "nothing that stands above"),
    ("rules/whot/game.py", "import rules.bots", "nothing that stands above"),
    ("rules/core.py", "from rules.whot import game", "know no game"),
    ("rules/shuffle.py", "from .record import Record", "know no game"),
    ("accounts/models.py", "from games.models import Game", "accounts knows nothing of games"),
    ("accounts/services.py", "from .views import page", "services never import views"),
    ("accounts/views.py", "from .tasks import tidy", "nothing imports tasks"),
    ("accounts/models.py", "from whot_site import settings", "never imports the project"),
    ("games/services/play.py", "from games.views import table", "services never import views"),
    ("games/services/play.py", "from ..tasks import sweep", "nothing imports tasks"),
    ("games/views.py", "from games import tasks", "nothing imports tasks"),
    ("whot_site/celery.py", "import games.tasks", "nothing imports tasks"),
    ("games/models.py", "from .log import append", "games.models may not import games.log"),
    ("games/log.py", "from .services import play", "games.log may not import games.services"),
    ("games/selectors.py", "from .presenters import shown", "games.selectors may not import games.presenters"),
    ("games/selectors.py", "from .services import play", "games.selectors may not import games.services"),
    ("games/presenters.py", "from .views import table", "games.presenters may not import games.views"),
    ("games/consumers.py", "from .services import play", "games.consumers may not import games.services"),
    ("games/errors.py", "from .models import Game", "games.errors may not import games.models"),
    ("games/oddments.py", "import json", "needs a line in SISTERS"),
    ("games/views.py", "from rules.whot import WHOT", "nothing knows which game"),
    ("whot_site/views.py", "import rules.go_stop", "nothing knows which game"),
    ("games/views.py", "GAME.view(state, 0)", "only presenters call it"),
    ("whot_site/views.py", "from tests.conftest import anything", "never imports its tests"),
]


def plant(root: Path, files: dict[str, str]) -> None:
    for name, source in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(source)


def test_the_checker_finds_nothing_in_a_clean_tree(tmp_path: Path) -> None:
    plant(tmp_path, CLEAN)
    assert breaches(tmp_path) == []


@pytest.mark.parametrize(("path", "source", "why"), PLANTED)
def test_the_checker_catches(tmp_path: Path, path: str, source: str, why: str) -> None:
    plant(tmp_path, {**CLEAN, path: source})
    found = breaches(tmp_path)
    assert len(found) == 1
    assert found[0].startswith(f"{path}:") and why in found[0]
