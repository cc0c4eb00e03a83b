"""Playing again: one table for all who played a game, whoever of them asks first."""

from collections.abc import Sequence
from contextlib import suppress

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services import blocked_between
from rules.core import gettext_noop as _

from .. import push, selectors
from ..errors import Forbidden, NotAllowed, Refused
from ..models import Game, Invitation, Player, SeatKind, Table
from . import play, tables
from .rules_of_table import TableRules


def play_again(game_code: str, user: User) -> Table:
    """The table at which this game is played again by the same rules; the others who played are invited to it.

    Nobody contributes with it: the commitments are shown first, and `tables.agree` is what follows (wgs1, step 1).

    Who asks second sits down at the table that the first one opened, as long as it waits by the rules they played by,
    and is led to it otherwise; who asks twice is led to where they sit. Raises Forbidden (did not play) and what
    `tables.open_table` raises.
    """
    with transaction.atomic():
        game = Game.objects.select_for_update(of=("self",)).select_related("table").get(code=game_code)
        players = list(Player.objects.filter(game=game).select_related("user"))
        if user.pk not in {player.user_id for player in players}:
            raise Forbidden(_("Only who played this game can ask for a rematch"), "not_seated")
        table = selectors.own_rematch(game, user) or _join(game, user)
        if table is None:
            table = _open(game, players, user)
        # The game is as it was, but its last screen says now that somebody wants to play again.
        push.after_commit(push.game_changed, game.code, game.seq)
        return table


def start_again(game_code: str, user: User) -> Table:
    """As `play_again`, and a game against computer players alone need not be over: it is left for the new one.

    Raises NotAllowed while people play on, and what `play_again` raises.
    """
    game = Game.objects.get(code=game_code)
    if game.state == Game.State.PLAYING:
        others = Player.objects.filter(game=game, user__isnull=False).exclude(user=user)
        if not Player.objects.filter(game=game, user=user).exists():
            raise Forbidden(_("Only who played this game can ask for a rematch"), "not_seated")
        if others.exists():
            raise NotAllowed(_("This game is not over; the others play on"), "playing")
        play.leave(game_code, user)
    return play_again(game_code, user)


def _join(game: Game, user: User) -> Table | None:
    """The table that waits, with this person at it where that can be; None: there is none for this person."""
    waiting = selectors.rematch_of(game)
    if waiting is None or blocked_between(user, waiting.host):
        return None
    if waiting.agreement == 1:  # the rules of this game still: nobody has to look at them again
        with suppress(Refused):  # they see at the table what is in the way
            return tables.join(waiting.code, user, seen_agreement=1, client_seed=None)
    return waiting


def _open(game: Game, players: Sequence[Player], user: User) -> Table:
    rules, key = TableRules.of(game.table), f"{selectors.again_key(game)}{selectors.rematches_of(game).count()}"
    others = [player.user for player in players if player.user is not None and player.user_id != user.pk]
    if not others and any(player.kind == SeatKind.BOT for player in players):
        return tables.open_computer_game(user, rules, key)
    table = tables.open_table(user, rules, key)
    invited = [other for other in others if other.closed_at is None and not blocked_between(user, other)]
    now = timezone.now()
    Invitation.objects.bulk_create(Invitation(table=table, user=other, by=user, at=now) for other in invited)
    push.after_commit(push.muster_changed, [other.pk for other in invited])
    return table
