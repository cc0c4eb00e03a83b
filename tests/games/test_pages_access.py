"""Who may reach what: every address with an id, for every kind of visitor, enumerated from the URL configuration.

The table is private (only people with its link may know of it) and so is the running game. `friend` is named to the
table by its host; `blocked` is blocked by the host. "in" stands for the answer that sends somebody to sign in.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Block, User
from games.models import Game, Notice, Table
from games.selectors import table_for
from games.services import invitations, tables

from .factories import friends, guest, key, legal, log_of, member, opened_by, rules
from .pages import FORM, browser, named_urls

pytestmark = pytest.mark.django_db

WHO = ("host", "seated", "friend", "blocked", "stranger", "guest", "anonymous", "staff")

# The statuses of a page in the order of WHO.
ACCESS: dict[tuple[str, str], str] = {
    # a waiting table
    ("GET", "table"): "200 200 200 404 404 404 404 404",
    ("GET", "table_panel"): "200 200 200 404 404 404 404 404",
    ("POST", "join_table"): "302 302 302 404 404 404 404 404",
    ("POST", "leave_table"): "302 302 403 404 404 404 in 404",
    ("POST", "close_table"): "302 403 403 404 404 404 in 404",
    ("POST", "agree_table"): "302 302 403 404 404 404 in 404",
    ("POST", "start_table"): "302 403 403 404 404 404 in 404",
    ("GET", "table_rules"): "200 302 302 404 404 404 in 404",
    ("POST", "table_rules"): "302 403 403 404 404 404 in 404",
    ("POST", "new_invite"): "302 403 403 404 404 404 in 404",
    ("POST", "revoke_invite"): "302 403 403 404 404 404 in 404",
    ("POST", "invite_friend"): "302 403 403 404 404 404 in 404",
    ("GET", "table_games"): "404 404 404 404 404 404 404 404",  # none is over yet; else see test_past
    ("GET", "match_picture"): "404 404 404 404 404 404 404 404",  # as above; else see test_sharing
    ("POST", "share_table"): "302 403 403 404 404 404 in 404",
    ("POST", "decline_invitation"): "404 404 302 404 404 404 in 404",
    # its invite link shows the table to whoever has it; joining is another matter
    ("GET", "invite"): "302 302 200 200 200 200 200 200",
    ("GET", "invite_panel"): "200 200 200 200 200 200 200 200",
    # a notice to `seated`
    ("POST", "dismiss_notice"): "404 302 404 404 404 404 in 404",
    # a running game of `host` and `seated`, without onlookers
    ("GET", "game"): "200 200 404 404 404 404 404 404",
    ("GET", "game_panel"): "200 200 404 404 404 404 404 404",
    ("GET", "game_log"): "200 200 404 404 404 404 404 404",
    ("GET", "game_review"): "200 200 404 404 404 404 404 404",
    ("GET", "game_review_step"): "200 200 404 404 404 404 404 404",
    ("GET", "game_review_steps"): "200 200 404 404 404 404 404 404",
    ("GET", "game_record"): "200 200 404 404 404 404 404 404",
    ("GET", "game_review_cards"): "404 404 404 404 404 404 404 404",
    ("GET", "game_share"): "404 404 404 404 404 404 404 404",  # it is not over
    ("GET", "game_picture"): "404 404 404 404 404 404 404 404",
    ("GET", "game_again"): "302 302 404 404 404 404 404 404",
    ("POST", "game_again"): "302 302 404 404 404 404 404 404",
    ("POST", "game_actions"): "302 422 404 404 404 404 in 404",
    ("POST", "game_leave"): "302 302 404 404 404 404 in 404",
    ("POST", "game_pause"): "302 302 404 404 404 404 in 404",
    ("POST", "game_hand"): "302 302 404 404 404 404 in 404",
    ("POST", "game_hint"): "422 422 404 404 404 404 in 404",
    ("POST", "game_seen"): "204 204 204 204 204 204 204 204",
    # for everybody
    ("GET", "help_topic"): "200 200 200 200 200 200 200 200",
    ("GET", "preset_rules"): "200 200 200 200 200 200 200 200",
    ("GET", "lesson"): "200 200 200 200 200 200 200 200",
    ("GET", "first_deal"): "200 200 200 200 200 200 200 200",
    ("GET", "rules_of_game"): "200 200 200 200 200 200 200 200",
    ("GET", "numbered_rules_of_game"): "200 200 200 200 200 200 200 200",
    ("GET", "rating_board"): "200 200 200 200 200 200 200 200",
}
"""Where a post is refused with 403 the person may see the table, but not do this."""

# Tested where people are: tests/accounts; past games in tests/games/test_past.py, imported ones in test_importing.py,
# leagues in tests/games/leagues/test_league_pages.py.
OF_PEOPLE = {
    "account_confirm_email", "account_reset_password_from_key", "profile", "ask_friend", "accept_friend",
    "remove_friend", "block", "unblock", "unsubscribe", "past_games", "ratings_of", "annals",
    "imported_review", "imported_review_step", "imported_review_steps", "imported_review_cards", "imported_record",
    "delete_imported", "look_style",
    "league", "season", "season_rules", "season_round", "league_invite", "join_season", "withdraw_season",
    "begin_season", "next_season", "new_league_link", "rename_league", "call_off_season",
}  # fmt: skip


@dataclass
class Scene:
    people: dict[str, User | None]
    table: Table
    game: Game
    token: str
    notice: Notice
    posts: dict[str, dict[str, Any]] = field(default_factory=dict)

    def address(self, name: str) -> str:
        ids: dict[str, Any] = {"code": self.game.code if name.startswith("game") else self.table.code}
        if name in ("invite", "invite_panel"):
            ids = {"token": self.token}
        elif name == "dismiss_notice":
            ids = {"notice": self.notice.pk}
        elif name == "game_review_step":
            ids["step"] = 0
        elif name == "help_topic":
            ids = {"topic": "cards"}
        elif name == "rating_board":
            ids = {"pool": "whot-2"}
        elif name == "preset_rules":
            ids = {"preset": "003"}
        elif name == "first_deal":
            ids = {"game": "go_stop", "step": 0}
        elif name in ("lesson", "rules_of_game", "numbered_rules_of_game"):
            ids = {"game": "go_stop"}
        return reverse(name, kwargs=ids)


def private(host: User, other: User, **chosen: Any) -> Table:
    """A table for people with its link, at which both sit."""
    table = opened_by(host, rules(**{"seats": 2, "join": "link", "onlookers": False, **chosen}))
    token = table_for(table.code, host).invite_token
    return tables.join(table.code, other, seen_agreement=1, token=token)


@pytest.fixture
def scene() -> Scene:
    host, other, friend, blocked = (member(name) for name in ("host", "seated", "friend", "blocked"))
    staff = member("staff")
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    Block.objects.create(blocker=host, blocked=blocked)
    friends(host, friend)
    game = log_of(private(host, other))
    while game.to_act != 0:  # let it be the host's turn
        game = log_of(private(host, other))
    table = private(host, other, seats=4, start="host")
    invitations.invite_friend(table.code, host, friend)
    table.refresh_from_db()
    token = table_for(table.code, host).invite_token
    assert token
    notice = Notice.objects.create(user=other, kind=Notice.Kind.TABLE_WAITS, table=table, at=timezone.now())
    people = {"host": host, "seated": other, "friend": friend, "blocked": blocked, "stranger": member(),
              "guest": guest(), "anonymous": None, "staff": User.objects.get(pk=staff.pk)}  # fmt: skip
    posts = {
        "join_table": {"seen_agreement": table.agreement, "client_seed": "-"},
        "agree_table": {"seen_agreement": table.agreement, "client_seed": "-"},
        "start_table": {"seen_seq": table.seq},
        "table_rules": {**FORM, "seats": "5", "seen_seq": table.seq},
        "invite_friend": {"friend": friend.pk},
        "game_actions": {"action": legal(game)[0], "seen_seq": game.seq, "key": key()},
        "game_leave": {"sure": "yes"},
        "game_pause": {"do": "ask", "clock": "0"},
        "game_hand": {"order": "number"},
        "game_hint": {"seen_seq": game.seq},
        "game_seen": {"seq": game.seq},
    }
    return Scene(people, table, game, token, notice, posts)


def outcome(scene: Scene, method: str, name: str, person: User | None) -> str:
    """What this person's browser is answered; everything is undone afterwards."""
    client = browser(person)
    with transaction.atomic():
        if method == "GET":
            answer = client.get(scene.address(name))
        else:
            answer = client.post(scene.address(name), scene.posts.get(name, {}))
        transaction.set_rollback(True)
    leads = answer.headers.get("Location", "")
    return "in" if leads.startswith("/accounts/login/") else str(answer.status_code)


@pytest.mark.parametrize(("method", "name"), ACCESS, ids=lambda part: part)
def test_every_address_with_an_id_answers_everybody_as_agreed(scene: Scene, method: str, name: str) -> None:
    found = [outcome(scene, method, name, scene.people[who]) for who in WHO]
    assert " ".join(found) == ACCESS[method, name], f"in the order {', '.join(WHO)}"


def test_no_address_with_an_id_is_left_out() -> None:  # check 41
    with_id = {name for name, parameters in named_urls() if parameters}
    assert with_id == {name for _method, name in ACCESS} | OF_PEOPLE


def test_the_blocked_person_sees_the_linked_table_and_gets_no_seat(scene: Scene) -> None:
    answer = browser(scene.people["blocked"]).post(
        scene.address("join_table"), {**scene.posts["join_table"], "token": scene.token}
    )
    assert answer.status_code == 403
    assert not scene.table.places.filter(user=scene.people["blocked"]).exists()


# -- how a change is made ------------------------------------------------------------------------------------

ONLY_SHOWN = {
    "healthz", "serving", "icon",
    "account_inactive", "account_reset_password_done", "account_reset_password_from_key_done",
    "account_email_verification_sent", "mfa_index", "mfa_view_recovery_codes", "mfa_download_recovery_codes",
    "profile", "friends", "rules", "numbered_rules", "seed_sentences", "preset_rules", "home", "muster_panel",
    "new_table_fields", "rules_of_game", "numbered_rules_of_game",
    "table", "table_panel", "invite", "invite_panel", "game", "game_panel", "game_log", "waiting", "next_game",
    "game_review", "game_review_step", "game_review_steps", "game_record", "game_picture", "fairness", "fairness_chain",
    "game_review_cards", "imported_review_cards", "past_games", "table_games", "match_picture", "game_share",
    "road",
    "imported_review", "imported_review_step", "imported_review_steps", "imported_record",
    "help", "help_topic", "look_style", "coins", "coins_how", "coins_sums", "shop",
    "ratings", "rating_board", "ratings_of",
    "annals", "leagues", "new_league_fields", "league", "season", "season_rules", "season_round", "league_invite",
    "lesson",
}  # fmt: skip
FORMS = {  # shown by GET, sent by POST
    "account_login", "account_signup", "account_logout", "account_reset_password", "account_reset_password_from_key",
    "account_confirm_email", "mfa_authenticate", "account_reauthenticate", "account_email", "account_change_password",
    "account_set_password", "mfa_reauthenticate", "mfa_activate_totp", "mfa_deactivate_totp",
    "mfa_generate_recovery_codes", "add_friend", "settings", "export", "close_account", "unsubscribe", "computer",
    "new_table", "table_rules", "game_again", "imports", "rewards", "look", "first_deal", "new_league",
}  # fmt: skip
IDS = {"code": "abcdefghjk", "token": "x" * 64, "notice": 1, "username": "somebody", "topic": "cards", "preset": "001",
       "pool": "whot-2",
       "game": "go_stop", "key": "k", "uidb36": "1", "step": 0, "number": 1, "round": 1,
       "contrast": 0, "grain": 0, "temperature": 0}  # fmt: skip
GAME_IDS = {**IDS, "code": "abcdefghjkmn"}
INVITE_IDS = {**IDS, "token": "ab" * 32}


def addresses() -> Iterator[tuple[str, str]]:
    for name, parameters in named_urls():
        ids = (
            GAME_IDS
            if name.startswith("game") or "imported" in name
            else INVITE_IDS
            if name in ("invite", "invite_panel", "league_invite")
            else IDS
        )
        yield name, reverse(name, kwargs={parameter: ids[parameter] for parameter in parameters})


def test_what_only_changes_things_refuses_get() -> None:  # check 39
    seen = set()
    client = browser(member())
    for name, address in addresses():
        seen.add(name)
        if name in ONLY_SHOWN | FORMS:
            continue
        for method in ("get", "head", "put", "delete", "patch"):
            assert getattr(client, method)(address).status_code == 405, f"{method} {name}"
    assert seen >= ONLY_SHOWN | FORMS, "an address that is there no more"


def test_what_is_only_shown_changes_nothing_by_any_method() -> None:
    client = browser(member())
    for name, address in addresses():
        if name in ONLY_SHOWN:
            answers = {getattr(client, method)(address).status_code for method in ("post", "put", "delete", "patch")}
            assert answers <= {405, 404, 302}, name


def test_every_post_without_a_token_is_refused() -> None:  # check 39
    for person in (None, member()):
        client: Client = browser(person, enforce_csrf_checks=True)
        for name, address in addresses():
            assert client.post(address, {"client_seed": "-"}).status_code == 403, name
