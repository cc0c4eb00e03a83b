"""wgs1, step 1: the site has published what it commits to before anybody can contribute, whatever opens the table.

The doors are found in the source: every view from which a commitment can be reached has its row in `DOORS`. Each door
is posted with a contribution forged into it, and what has been committed to then must know of none.
"""

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import seeds
from games.models import ChainEntry, Deal, Game, Seat, Table
from games.services import expiring, rematch, tables

from .factories import computer_game, fresh, log_of, member, opened_by, played_out, rules, seated, started
from .leagues.playing import announced
from .pages import FORM, browser, shuffled, text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited_moves")]
ROOT = Path(__file__).parents[2] / "games"
FORGED = "ab" * 16


# -- the doors -----------------------------------------------------------------------------------------------------


class Door(NamedTuple):
    """Where it is posted to, with which fields; `person` sits at the table that it commits for."""

    address: str
    fields: dict[str, str]


def new_table(person: User) -> Door:
    return Door(reverse("new_table"), {**FORM, "preset": "003", "seats": "3", "games": "4"})


def new_table_of_go_stop(person: User) -> Door:
    return Door(reverse("new_table"), {**FORM, "game": "go_stop", "preset": "004", "games": "3"})


def knockout(person: User) -> Door:
    return Door(reverse("new_table"), {**FORM, "preset": "003", "seats": "3", "match": "knockout"})


def against_computers(person: User) -> Door:
    return Door(reverse("computer"), {"preset": "001", "seats": "4", "key": "key-of-the-form"})


def go_stop_against_a_computer(person: User) -> Door:
    return Door(reverse("computer"), {"game": "go_stop", "preset": "004", "seats": "2", "key": "key-of-the-form"})


def a_rematch(person: User) -> Door:
    return Door(reverse("game_again", args=[played_out(started([person, member()])).code]), {})


def a_rematch_against_computers(person: User) -> Door:
    game = log_of(computer_game(person, rules(seats=3)))
    Game.objects.filter(pk=game.pk).update(state=Game.State.OVER, end_reason="blocked", to_act=None)
    return Door(reverse("game_again", args=[game.code]), {})


def a_new_start(person: User) -> Door:
    return Door(reverse("game_again", args=[log_of(computer_game(person, rules())).code]), {"restart": "yes"})


def more_games(person: User) -> Door:
    """The host has contributed to two games, with somebody else, and makes it four."""
    table = seated(opened_by(person, rules("003", 4, games=2), "cd" * 16), member())
    form = {**FORM, "preset": "003", "seats": "4", "games": "4", "seen_seq": str(table.seq)}
    return Door(reverse("table_rules", args=[table.code]), form)


DOORS: dict[Callable[[User], Door], str] = {
    new_table: "tables.new",
    new_table_of_go_stop: "tables.new",
    knockout: "tables.new",
    against_computers: "computer.computer",
    go_stop_against_a_computer: "computer.computer",
    a_rematch: "game.again",
    a_rematch_against_computers: "game.again",
    a_new_start: "game.again",
    more_games: "tables.rules",
}
# Services from which a commitment can be reached; none of them may be given a contribution.
COMMITTING = {
    "seeds.commit_deals", "tables._committed", "tables._opened", "tables.open_table", "tables.open_computer_game",
    "tables._ask_again", "tables.change_rules", "rematch._open", "rematch.play_again", "rematch.start_again",
    "arranging.arrange", "rounds.arrange_meeting", "rounds.run_season", "joining.begin_now",
}  # fmt: skip
# ... and the views that call them, with what these have in common.
VIEWS = {"tables.new", "tables.rules", "computer.computer", "game.again"}
OF_LEAGUES = {"views.begin"}  # whose tables nobody opens: `test_a_league_commits_before_any_of_its_people_contributes`
SHARED = {"tables._open_and_remember", "tables._post_rules"}


class Function(NamedTuple):
    node: ast.FunctionDef
    uses: set[str]  # as module.name, where that can be told


def functions() -> dict[str, list[Function]]:
    """Every function of the app by module.name: a module of services and one of views may have the same name."""
    found: dict[str, list[Function]] = {}
    for path in ROOT.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        origin = {
            alias.asname or alias.name: f"{(node.module or '').split('.')[-1]}.{alias.name}"
            for node in imports
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                bare = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
                uses = {origin.get(name, f"{path.stem}.{name}") for name in bare} | {
                    f"{part.value.id}.{part.attr}"
                    for part in ast.walk(node)
                    if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name)
                }
                found.setdefault(f"{path.stem}.{node.name}", []).append(Function(node, uses))
    return found


def test_every_way_to_a_commitment_is_known_and_takes_no_contribution() -> None:
    everything = functions()
    reaching, size = {"seeds.commit_deals"}, 0
    while len(reaching) > size:
        size = len(reaching)
        callers = {name for name, found in everything.items() if any(one.uses & reaching for one in found)}
        reaching |= callers
    assert reaching == COMMITTING | VIEWS | OF_LEAGUES | SHARED, (
        "a new way to a commitment needs its row among the doors"
    )
    assert set(DOORS.values()) == VIEWS
    for name in reaching - {"tables._ask_again"}:  # which takes away what was contributed
        for node, uses in everything[name]:
            arguments = {argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)}
            texts = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
            assert "client_seed" not in arguments | texts | {use.split(".")[-1] for use in uses}, name


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_no_post_that_commits_takes_a_contribution_with_it(
    door: Callable[[User], Door], monkeypatch: pytest.MonkeyPatch
) -> None:
    person = member("Adaeze")
    client = browser(person)
    address, fields = door(person)
    known = set(Deal.objects.values_list("pk", flat=True))
    answer = client.post(address, {**fields, "client_seed": FORGED})
    assert answer.status_code == 302, text(answer)
    deals = list(Deal.objects.exclude(pk__in=known).select_related("table").order_by("number"))
    table = deals[0].table
    assert len(deals) >= (2 if fields.get("games", "1") != "1" else 1)
    assert set(Seat.objects.filter(table=table).values_list("client_seed", "contributed")) == {("-", False)}
    assert not Game.objects.filter(table=table).exists()
    # What is committed to stands in the public chain, and on the page, before the browser contributes ...
    assert ChainEntry.objects.filter(commitment__in=[deal.commitment for deal in deals]).count() == len(deals)
    page = client.get(answer["Location"]).content.decode()
    shown = dict(re.findall(r'<li data-deal="([^"]+)">([0-9a-f]{64})</li>', page))
    assert {deal.game_id: deal.commitment for deal in deals}.items() <= shown.items()
    # ... and nothing is committed to with it.
    monkeypatch.setattr(seeds, "new_seed", None)
    shuffled(client, answer["Location"], "0c" * 16)
    assert Seat.objects.get(table=table, user=person).client_seed == "0c" * 16
    assert list(table.deals.order_by("number").values_list("commitment", flat=True)) == list(shown.values())
    table.refresh_from_db()
    if table.computers_only:
        game = log_of(table)
        assert game.client_seeds == ["0c" * 16, *["-"] * (table.seats - 1)]
        assert game.commitment == shown[game.code]


def test_who_comes_second_to_a_rematch_sees_the_commitment_before_contributing_too() -> None:
    one, other = member(), member()
    game = played_out(started([one, other]))
    first = rematch.play_again(game.code, one)
    browser(other).post(f"/games/{game.code}/again/", {"client_seed": FORGED})
    assert set(first.places.values_list("client_seed", "contributed")) == {("-", False)}
    shuffled(browser(one), f"/tables/{first.code}/", "1a" * 16)
    assert fresh(first).state == Table.State.ASSEMBLING
    begun = shuffled(browser(other), f"/tables/{first.code}/", "2b" * 16)
    assert log_of(first).client_seeds == ["1a" * 16, "2b" * 16]
    assert begun["Location"] == f"/games/{log_of(first).code}/"


def test_a_league_commits_before_any_of_its_people_contributes() -> None:
    founder, other = member(), member()
    season = announced([founder, other], games=3)
    answer = browser(founder).post(
        reverse("begin_season", args=[season.league.code]), {"seen_players": "2", "client_seed": FORGED}
    )
    assert answer.status_code == 302
    table = Table.objects.get(arranged_by=season.league.name)
    assert table.deals.count() == 3 and not Game.objects.exists()
    assert set(table.places.values_list("client_seed", "contributed")) == {("-", False)}
    committed = list(table.deals.order_by("number").values_list("commitment", flat=True))
    for person in (founder, other):
        fields = {"seen_agreement": "1", "client_seed": FORGED}
        assert browser(person).post(f"/tables/{table.code}/agree/", fields).status_code == 302
    assert log_of(table).client_seeds == [FORGED] * 2 and log_of(table).commitment == committed[0]


# -- a table that is only half open --------------------------------------------------------------------------------


def half_open(person: User, **chosen: Any) -> Table:
    """A game against computer players whose page was closed before the browser contributed."""
    return tables.open_computer_game(person, rules(**chosen), "key-of-the-form")


def test_a_tab_closed_too_early_leaves_the_way_to_go_on_on_the_muster() -> None:
    person = member()
    table, client = half_open(person), browser(person)
    muster = client.get("/").content.decode()
    assert (
        "your browser has not added to the shuffle" in muster
        and f'href="/tables/{table.code}/">Start the game' in muster
    )
    assert shuffled(client, f"/tables/{table.code}/")["Location"] == f"/games/{log_of(table).code}/"
    assert "has not added to the shuffle" not in client.get("/").content.decode()


def test_the_same_form_once_more_leads_to_the_same_table_and_then_to_its_game() -> None:
    client = browser(member())
    fields = {"preset": "001", "seats": "2", "key": "key-of-the-form"}
    first, second = (client.post("/computer/", fields)["Location"] for _press in range(2))
    assert first == second and Table.objects.count() == 1
    shuffled(client, first)
    game = f"/games/{Game.objects.get().code}/"
    assert client.post("/computer/", fields)["Location"] == game  # the back button, and once more
    assert client.get(first)["Location"] == game
    assert client.post(f"{first}agree/", {"seen_agreement": "1", "client_seed": FORGED})["Location"] == game
    assert Game.objects.get().client_seeds == ["-", "-"], "once given it is fixed"


def test_a_table_whose_host_has_not_contributed_is_not_offered_to_others() -> None:
    host, other = member("Ngozi"), member()
    table = tables.open_table(host, rules(seats=3))
    assert "JOIN the table of Ngozi" not in browser(other).get("/").content.decode()
    shuffled(browser(host), f"/tables/{table.code}/")
    assert "JOIN the table of Ngozi" in browser(other).get("/").content.decode()


def test_a_table_does_not_begin_before_all_who_sit_there_have_contributed() -> None:
    host, other = member("Ngozi"), member()
    table = tables.open_table(host, rules(seats=2))
    tables.join(table.code, other, seen_agreement=1, client_seed=FORGED)
    assert fresh(table).state == Table.State.ASSEMBLING
    assert "Waiting for the browser of Ngozi to add to the shuffle." in text(
        browser(other).get(f"/tables/{table.code}/")
    )
    assert shuffled(browser(host), f"/tables/{table.code}/")["Location"] == f"/games/{log_of(table).code}/"


def test_a_host_cannot_start_over_somebody_who_has_not_contributed() -> None:
    people = [member("Ada"), member("Bisi"), member("Chi")]
    game = played_out(started(people))
    table = rematch.play_again(game.code, people[0])
    tables.agree(table.code, people[0], 1)
    rematch.play_again(game.code, people[1])
    table = fresh(table)
    answer = browser(people[0]).post(f"/tables/{table.code}/start/", {"seen_seq": str(table.seq)})
    assert answer.status_code == 422 and "added to the shuffle yet: Bisi" in text(answer)
    assert fresh(table).state == Table.State.ASSEMBLING


def test_a_refused_contribution_is_told_and_not_sent_again_by_itself() -> None:
    person = member()
    table, client = half_open(person), browser(person)
    answer = client.post(f"/tables/{table.code}/agree/", {"seen_agreement": "1", "client_seed": "no hex"})
    assert answer.status_code == 400 and "16 to 32 bytes" in text(answer)
    assert b"data-at-once" not in answer.content and b"/agree/" in answer.content
    assert not Game.objects.exists() and Seat.objects.get().contributed is False


def test_a_half_open_computer_game_is_left_and_expires_as_others_do_and_nobody_else_comes_in() -> None:
    person = member()
    table = half_open(person)
    answer = browser(member()).post(f"/tables/{table.code}/join/", {"seen_agreement": "1"})
    assert answer.status_code == 404
    assert browser(person).get(f"/tables/{table.code}/rules/").status_code == 302
    form = {**FORM, "seats": "3", "seen_seq": str(table.seq)}
    answer = browser(person).post(f"/tables/{table.code}/rules/", form)
    assert answer.status_code == 422 and "keeps its rules" in text(answer)
    assert table.expires_at is not None
    assert expiring.expire_due(table.expires_at) == 1 and fresh(table).state == Table.State.EXPIRED
    again = half_open(member())
    assert browser(again.host).post(f"/tables/{again.code}/leave/").status_code == 302
    assert fresh(again).state == Table.State.ABANDONED


def test_a_seat_that_a_computer_player_takes_over_contributes_nothing_to_the_next_game() -> None:  # wgs1, step 2
    from games.services import play

    people = [member(), member(), member()]
    table = opened_by(people[0], rules("003", 3, games=2, takeover=True, start="full"), "0a" * 16)
    for number, person in enumerate(people[1:], start=1):
        table = tables.join(table.code, person, seen_agreement=1, client_seed=f"{number}b" * 16)
    game = log_of(table)
    play.leave(game.code, people[1])
    assert log_of(table).client_seeds == ["0a" * 16, "1b" * 16, "2b" * 16], "a game that was dealt is not touched"
    assert list(table.places.order_by("number").values_list("client_seed", flat=True)) == ["0a" * 16, "-", "2b" * 16]


def test_without_script_one_button_more_says_what_it_is_for() -> None:
    client = Client()
    answer = client.post("/computer/", {"preset": "001", "seats": "2", "key": "key-of-the-form"}, follow=True)
    assert "Shuffle and start" in text(answer) and "Without script your browser can add nothing" in text(answer)
