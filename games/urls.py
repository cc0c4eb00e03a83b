"""Addresses of the games: home, tables, games, help and rules."""

from django.urls import path

from . import addresses, game_rules, review_urls, rules_pages
from .ratings import urls as ratings_urls
from .views import computer, game, help, invites, lesson, muster, tables, waiting

addresses.register()

urlpatterns = [
    # In the order of how often they are asked for.
    path("games/<game_code:code>/actions/", game.actions, name="game_actions"),
    path("games/<game_code:code>/panel", game.panel, name="game_panel"),
    path("games/<game_code:code>/", game.page, name="game"),
    path("games/<game_code:code>/hint/", game.hint, name="game_hint"),
    path("games/<game_code:code>/pause/", game.pause, name="game_pause"),
    path("games/<game_code:code>/leave/", game.leave, name="game_leave"),
    path("games/<game_code:code>/again/", game.again, name="game_again"),
    path("games/<game_code:code>/hand/", game.hand, name="game_hand"),
    path("games/<game_code:code>/seen/", game.looked_at, name="game_seen"),
    path("games/<game_code:code>/log/", game.whole_log, name="game_log"),
    path("rules/", rules_pages.families, name="rules"),
    path("rules/whot/", rules_pages.numbered, name="numbered_rules"),
    path("rules/whot/seeds/", rules_pages.seeds, name="seed_sentences"),
    path("rules/whot/<word:preset>/", rules_pages.preset, name="preset_rules"),
    path("rules/<word:game>/", game_rules.page, name="rules_of_game"),
    path("rules/<word:game>/numbered/", game_rules.numbered, name="numbered_rules_of_game"),
    path("", muster.home, name="home"),
    path("muster/panel", muster.panel, name="muster_panel"),
    path("waiting", waiting.count, name="waiting"),
    path("next/", waiting.following, name="next_game"),
    path("notices/<int:notice>/seen/", muster.dismiss_notice, name="dismiss_notice"),
    path("computer/", computer.computer, name="computer"),
    path("tables/new/", tables.new, name="new_table"),
    path("tables/new/fields", tables.new_fields, name="new_table_fields"),
    path("tables/<table_code:code>/", tables.table, name="table"),
    path("tables/<table_code:code>/panel", tables.panel, name="table_panel"),
    path("tables/<table_code:code>/join/", tables.join, name="join_table"),
    path("tables/<table_code:code>/leave/", tables.leave, name="leave_table"),
    path("tables/<table_code:code>/close/", tables.close, name="close_table"),
    path("tables/<table_code:code>/agree/", tables.agree, name="agree_table"),
    path("tables/<table_code:code>/start/", tables.start, name="start_table"),
    path("tables/<table_code:code>/rules/", tables.rules, name="table_rules"),
    path("tables/<table_code:code>/invite/", tables.invite, name="new_invite"),
    path("tables/<table_code:code>/revoke/", tables.revoke, name="revoke_invite"),
    path("tables/<table_code:code>/invite-friend/", tables.invite_friend, name="invite_friend"),
    path("tables/<table_code:code>/decline/", muster.decline, name="decline_invitation"),
    path("t/<invite_token:token>/", invites.invite, name="invite"),
    path("t/<invite_token:token>/panel", invites.panel, name="invite_panel"),
    *review_urls.patterns(),
    *ratings_urls.patterns(),
    path("learn/<word:game>/", lesson.begin, name="lesson"),
    path("learn/<word:game>/<int:step>/", lesson.step, name="first_deal"),
    path("help/", help.index, name="help"),
    path("help/<word:topic>/", help.topic, name="help_topic"),
]
