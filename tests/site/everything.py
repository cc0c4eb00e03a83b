"""A site with something on every page, and the address of each: for the tests that look at all of them.

`python -m tests.site.everything` does so in the database of the site's settings and prints it as JSON, for a browser;
with `--long-names` everybody has a name of the greatest length without a space.
"""

import json
import os
import sys
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

MEMBER, SECURED, STRANGER, HALF_WAY = "member", "secured", "stranger", "half way"
PASSWORD = "a long enough passphrase"
SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"

# What is no page to look at: posts, parts of pages, files, and addresses that only lead on.
NO_PAGES = {
    # parts
    "muster_panel", "table_panel", "invite_panel", "game_panel", "new_table_fields",
    "game_review_steps", "imported_review_steps",
    # files, and what leads elsewhere
    "game_record", "game_picture", "match_picture", "fairness_chain", "imported_record",
    "healthz", "serving", "icon", "export", "mfa_download_recovery_codes", "game_again", "waiting", "next_game",
    "look_style",
    "account_set_password",  # for members without a password: there are none
    # posts
    "set_language", "ask_friend", "accept_friend", "remove_friend", "add_friend", "block", "unblock", "join_table",
    "leave_table", "close_table", "agree_table", "start_table", "new_invite", "revoke_invite", "invite_friend",
    "decline_invitation", "dismiss_notice", "game_actions", "game_leave", "game_pause", "game_hand",
    "coins_daily", "coins_relief", "buy", "game_hint", "game_seen", "share_table", "delete_imported",
    "new_league_fields", "begin_season", "next_season", "new_league_link", "join_season", "withdraw_season",
    "rename_league", "call_off_season",
}  # fmt: skip


class Place(NamedTuple):
    """A page: who looks at it, the name of its address in the URL configuration, and the address."""

    who: str
    name: str
    path: str


class Everything(NamedTuple):
    places: list[Place]
    browsers: dict[str, Client]  # of each who


def furnished() -> Everything:
    """Makes people, tables and games so that no page is empty; needs an empty database."""
    from tests.games import factories

    me, friend, asking = (factories.member(name) for name in ("Adaeze", "Bola", "Chidi"))
    secured, other = factories.member("Dayo"), factories.member("Funke")
    for person in (me, friend, secured):
        person.set_password(PASSWORD)
        person.save()
        person.emailaddress_set.create(email=person.email.lower(), verified=person != friend, primary=True)
    browsers = {MEMBER: _signed_in(me), SECURED: _signed_in(secured), STRANGER: Client(), HALF_WAY: Client()}
    places = [
        *_of_strangers(me, friend),
        *_of_people(me, friend, asking, other),
        *_of_tables(me, friend, other),
        *_of_leagues(me, friend, other),
        *_of_security(secured, browsers),
    ]
    return Everything(places, browsers)


def _signed_in(person: Any) -> Client:
    client = Client()
    client.force_login(person)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})  # some pages ask for it again
    return client


def _of_strangers(me: Any, unconfirmed: Any) -> Iterator[Place]:
    from allauth.account.forms import default_token_generator
    from allauth.account.models import EmailConfirmationHMAC
    from allauth.account.utils import user_pk_to_url_str

    for name in (
        "home", "new_table", "computer", "rules", "numbered_rules", "seed_sentences", "help", "account_login",
        "account_signup", "account_inactive", "account_reset_password", "account_reset_password_done",
        "account_reset_password_from_key_done", "account_email_verification_sent", "fairness", "ratings", "road",
        "look", "coins_how", "coins_sums", "shop",
    ):  # fmt: skip
        yield Place(STRANGER, name, reverse(name))
    from games.views.help import TOPICS

    for topic in TOPICS:
        yield Place(STRANGER, "help_topic", reverse("help_topic", args=[topic]))
    for preset in ("000", "000W", "001", "002", "003"):
        yield Place(STRANGER, "preset_rules", reverse("preset_rules", args=[preset]))
    for name in ("rules_of_game", "numbered_rules_of_game"):
        yield Place(STRANGER, name, reverse(name, args=["go_stop"]))
    from rules.lessons import LESSONS

    for game, lesson in LESSONS.items():
        yield Place(STRANGER, "lesson", reverse("lesson", args=[game]))
        for step in range(len(lesson.steps) + 1):
            yield Place(STRANGER, "first_deal", reverse("first_deal", args=[game, step]))
    key = f"{user_pk_to_url_str(me)}-{default_token_generator.make_token(me)}".split("-", 1)
    yield Place(STRANGER, "account_reset_password_from_key", reverse("account_reset_password_from_key", args=key))
    confirmation = EmailConfirmationHMAC(unconfirmed.emailaddress_set.get()).key
    yield Place(STRANGER, "account_confirm_email", reverse("account_confirm_email", args=[confirmation]))


def _of_people(me: Any, friend: Any, asking: Any, other: Any) -> Iterator[Place]:
    from accounts import mails
    from accounts.models import Block, Friendship
    from tests.games import factories

    factories.friends(me, friend)
    factories.friends(me, factories.member("Dapo"))  # who sits at no table, and can be invited
    Friendship.objects.create(asker=asking, asked=me)
    Block.objects.create(blocker=me, blocked=factories.member("Gbenga"))
    for name in ("friends", "settings", "close_account", "account_logout", "account_email", "account_change_password",
                 "account_reauthenticate", "mfa_index", "mfa_activate_totp", "help", "rules", "road",
                 "rewards", "look"):  # fmt: skip
        yield Place(MEMBER, name, reverse(name))
    for person in (me, friend, asking, other):
        yield Place(MEMBER, "profile", reverse("profile", args=[person.username]))
    yield Place(STRANGER, "profile", reverse("profile", args=[friend.username]))
    yield Place(STRANGER, "unsubscribe", reverse("unsubscribe", args=[mails.unsubscribe_token(me, "friend")]))


def _of_tables(me: Any, friend: Any, other: Any) -> Iterator[Place]:
    from games import selectors
    from games.models import Notice, Table
    from games.services import invitations, tables
    from tests.games.factories import opened_by, played_out, rules, seated, started

    own = seated(opened_by(me, rules(seats=4)), friend)
    asked = seated(opened_by(friend, rules(seats=4, games=3)), me)
    tables.change_rules(asked.code, friend, rules("003", 5, games=5, onlookers=False), asked.seq)
    open_one = seated(opened_by(other, rules("002", 4)), friend)
    invited = opened_by(friend, rules(join="friends"))
    invitations.invite_friend(invited.code, friend, me)
    shut = seated(opened_by(other, rules(seats=3)), me)
    tables.close(shut.code, other)
    Notice.objects.create(user=me, kind=Notice.Kind.MATCH_ABANDONED, table=shut, at=timezone.now())
    running, over = started([me, friend]), played_out(started([me, friend, other], preset="002", pick2="stack"))
    while running.to_act != 0:  # so that every page tells of a game that waits
        running = started([me, friend])
    match = played_out(started([me, friend], games=3))
    linked = opened_by(other, rules("003", 6, join="link"))
    token = selectors.present_token(linked)
    yield from _of_coins(me, other)
    yield from _of_go_stop(me, friend)
    yield Place(MEMBER, "home", reverse("home"))
    yield Place(MEMBER, "new_table", reverse("new_table"))
    yield Place(MEMBER, "computer", reverse("computer"))
    for table in (own, asked, open_one, invited, shut, Table.objects.get(pk=over.table_id)):
        yield Place(MEMBER, "table", reverse("table", args=[table.code]))
    yield Place(STRANGER, "table", reverse("table", args=[open_one.code]))
    yield Place(MEMBER, "table_rules", reverse("table_rules", args=[own.code]))
    for who in (MEMBER, STRANGER):
        yield Place(who, "invite", reverse("invite", args=[token]))
        yield Place(who, "game", reverse("game", args=[running.code]))
        yield Place(who, "game", reverse("game", args=[over.code]))
        yield Place(who, "game_log", reverse("game_log", args=[over.code]))
        yield Place(who, "game_review", reverse("game_review", args=[over.code]))
        yield Place(who, "game_review_step", reverse("game_review_step", args=[over.code, 5]))
        yield Place(who, "game_review_cards", reverse("game_review_cards", args=[over.code]))
        yield Place(who, "past_games", reverse("past_games", args=[me.username]))
        yield Place(who, "table_games", reverse("table_games", args=[match.table.code]))
        for game in (over, match):
            yield Place(who, "game_share", reverse("game_share", args=[game.code]))
    from games.ratings import services as ratings
    from games.ratings.models import Rating
    from games.selectors.records import record_of
    from games.services import importing
    from rules.record import to_text

    ratings.settle()
    Rating.objects.update(settled=True)  # as after twenty matches
    for who in (MEMBER, STRANGER):
        yield Place(who, "ratings", reverse("ratings"))
        yield Place(who, "annals", reverse("annals", args=[me.username]))
        yield Place(who, "rating_board", reverse("rating_board", args=["whot-3"]))
        yield Place(who, "ratings_of", reverse("ratings_of", args=[me.username]))
    brought = importing.keep(me, to_text(record_of(over)).encode())
    yield Place(MEMBER, "imports", reverse("imports"))
    yield Place(MEMBER, "imported_review", reverse("imported_review", args=[brought.code]))
    yield Place(MEMBER, "imported_review_cards", reverse("imported_review_cards", args=[brought.code]))
    yield Place(MEMBER, "imported_review_step", reverse("imported_review_step", args=[brought.code, 5]))
    yield Place(
        MEMBER, "past_games", reverse("past_games", args=[me.username]) + "?with=bola&result=won&from=2020-01-01"
    )
    yield Place(MEMBER, "game_review", reverse("game_review", args=[running.code]))


def _of_leagues(me: Any, friend: Any, other: Any) -> Iterator[Place]:
    """A league that waits for players, and one under way of which the first round is over."""
    from games.leagues import joining, links, rounds
    from games.leagues.models import Meeting, Round
    from games.leagues.season_rules import SeasonRules
    from games.services import tables
    from tests.games.factories import log_of, played_out, rules

    now = timezone.now()

    def found(founder: Any, name: str, **chosen: Any) -> Any:
        table = rules(seats=2, turn_clock=3600)
        return joining.found(founder, name, SeasonRules(table=table, begins_at=now + timedelta(days=2), **chosen))

    waiting = found(friend, "Sunday league", no_show_points=2)
    running = found(me, "Family league", layout="divisions", division_size=3, movers=1)
    for person in (friend, other):
        joining.join(running.pk, person, links.present_token(running.league))
    joining.begin_now(running.league.code, me, 3)
    for meeting in Meeting.objects.filter(round__season=running).select_related("table"):
        for seat in meeting.table.places.all():
            tables.agree(meeting.table.code, seat.user, 1)
        played_out(log_of(meeting.table))
    first, second = Round.objects.filter(season=running).order_by("number")[:2]
    Round.objects.filter(pk=first.pk).update(ends_at=now + timedelta(seconds=1))
    Round.objects.filter(pk=second.pk).update(opens_at=now + timedelta(seconds=1))
    later = now + timedelta(seconds=2)
    rounds.run(later)
    code = running.league.code
    yield Place(STRANGER, "leagues", reverse("leagues"))
    yield Place(MEMBER, "leagues", reverse("leagues"))
    yield Place(MEMBER, "new_league", reverse("new_league"))
    yield Place(STRANGER, "new_league", reverse("new_league"))  # told that an account is needed
    yield Place(MEMBER, "league", reverse("league", args=[code]))
    yield Place(MEMBER, "season", reverse("season", args=[code, 1]))
    yield Place(MEMBER, "season_rules", reverse("season_rules", args=[code, 1]))
    yield Place(MEMBER, "season_round", reverse("season_round", args=[code, 1, 1]))
    for who in (MEMBER, STRANGER):
        yield Place(who, "league_invite", reverse("league_invite", args=[links.present_token(waiting.league)]))
    mine = Meeting.objects.filter(round__number=2, seatings__entry__user=me).select_related("table").first()
    if mine is not None and mine.table is not None:  # else it is a bye of mine
        yield Place(MEMBER, "table", reverse("table", args=[mine.table.code]))


def _of_coins(me: Any, other: Any) -> Iterator[Place]:
    """A table and a finished game for coins."""
    from games.coins.services import granting
    from games.services import play
    from tests.games.factories import opened_by, rules, started

    other.emailaddress_set.create(email=other.email.lower(), verified=True, primary=True)
    granting.welcome(me)
    stake = {"preset": "002", "coins": "stake", "coin_amount": 100, "coin_fee": 250}
    over = started([me, other], **stake)
    play.leave(over.code, other)
    table = opened_by(other, rules("000", 4, coins="wild", coin_amount=4))
    for who in (MEMBER, STRANGER):
        yield Place(who, "game", reverse("game", args=[over.code]))
        yield Place(who, "table", reverse("table", args=[table.code]))
    yield Place(MEMBER, "coins", reverse("coins"))
    yield Place(MEMBER, "new_table", reverse("new_table") + "?preset=000&seats=4&coins=wild4")


def _of_go_stop(me: Any, friend: Any) -> Iterator[Place]:
    """The pages that the second game fills with parts of its own."""
    from games.models import Game
    from tests.games.factories import moved, played_out, started

    waiting: Any = None
    while waiting is None or waiting.state != Game.State.PLAYING or waiting.seq < 6:
        waiting = started([me, friend], game="go_stop", preset="004", seats=2)
        while waiting.state == Game.State.PLAYING and waiting.seq < 6:
            waiting = moved(waiting)
    over = played_out(started([me, friend], game="go_stop", preset="004", seats=2))
    for who in (MEMBER, STRANGER):
        yield Place(who, "game", reverse("game", args=[waiting.code]))
        for name in ("game", "game_log", "game_review", "game_review_cards"):
            yield Place(who, name, reverse(name, args=[over.code]))
    yield Place(MEMBER, "table", reverse("table", args=[over.table.code]))
    for name in ("computer", "new_table"):
        yield Place(MEMBER, name, reverse(name) + "?game=go_stop")


def _of_security(person: Any, browsers: dict[str, Client]) -> Iterator[Place]:
    from allauth.mfa.adapter import get_adapter
    from allauth.mfa.models import Authenticator
    from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes

    Authenticator.objects.create(
        user=person, type=Authenticator.Type.TOTP, data={"secret": get_adapter().encrypt(SECRET)}
    )
    RecoveryCodes.activate(person)
    for name in ("mfa_index", "mfa_deactivate_totp", "mfa_view_recovery_codes", "mfa_generate_recovery_codes",
                 "mfa_reauthenticate"):  # fmt: skip
        yield Place(SECURED, name, reverse(name))
    browsers[HALF_WAY].post(reverse("account_login"), {"login": person.username, "password": PASSWORD})
    yield Place(HALF_WAY, "mfa_authenticate", reverse("mfa_authenticate"))


def lengthened() -> None:
    """Gives everybody, and every league, the widest name that may be: Ws without a space."""
    from accounts.models import NAME_LENGTH, User
    from games.leagues.models import NAME_LENGTH as LEAGUES_LENGTH
    from games.leagues.models import League
    from games.models import ImportedGame, Player

    def widest(number: int, length: int = NAME_LENGTH) -> str:
        return str(number).rjust(length, "W")

    for user in User.objects.all():
        User.objects.filter(pk=user.pk).update(display_name=widest(user.pk))
    for player in Player.objects.all():
        Player.objects.filter(pk=player.pk).update(name=widest(player.user_id or player.pk + 1000))
    for league in League.objects.all():
        League.objects.filter(pk=league.pk).update(name=widest(league.pk, LEAGUES_LENGTH))
    for brought in ImportedGame.objects.all():
        brought.names = [widest(2000 + seat) for seat in range(len(brought.names))]
        brought.save(update_fields=["names"])


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "whot_site.settings")
    django.setup()
    settings.ALLOWED_HOSTS = ["testserver", *settings.ALLOWED_HOSTS]
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mail.outbox = []  # type: ignore[attr-defined]
    places, browsers = furnished()
    if "--long-names" in sys.argv:
        lengthened()
    cookies = {who: {name: morsel.value for name, morsel in client.cookies.items()} for who, client in browsers.items()}
    print(json.dumps({"places": places, "cookies": cookies}))


if __name__ == "__main__":
    main()
