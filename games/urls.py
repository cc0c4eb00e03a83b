"""Addresses of the games: home, tables, games, help and rules."""

from django.urls import path

from . import rules_pages
from .views import computer, game, help, invites, muster, tables

urlpatterns = [
    path("rules/", rules_pages.families, name="rules"),
    path("rules/whot/", rules_pages.numbered, name="numbered_rules"),
    path("rules/whot/seeds/", rules_pages.seeds, name="seed_sentences"),
    path("rules/whot/<str:preset>/", rules_pages.preset, name="preset_rules"),
    path("", muster.home, name="home"),
    path("muster/panel", muster.panel, name="muster_panel"),
    path("notices/<int:notice>/seen/", muster.dismiss_notice, name="dismiss_notice"),
    path("computer/", computer.computer, name="computer"),
    path("tables/new/", tables.new, name="new_table"),
    path("tables/new/fields", tables.new_fields, name="new_table_fields"),
    path("tables/<str:code>/", tables.table, name="table"),
    path("tables/<str:code>/panel", tables.panel, name="table_panel"),
    path("tables/<str:code>/join/", tables.join, name="join_table"),
    path("tables/<str:code>/leave/", tables.leave, name="leave_table"),
    path("tables/<str:code>/close/", tables.close, name="close_table"),
    path("tables/<str:code>/agree/", tables.agree, name="agree_table"),
    path("tables/<str:code>/start/", tables.start, name="start_table"),
    path("tables/<str:code>/rules/", tables.rules, name="table_rules"),
    path("tables/<str:code>/invite/", tables.invite, name="new_invite"),
    path("tables/<str:code>/revoke/", tables.revoke, name="revoke_invite"),
    path("tables/<str:code>/invite-friend/", tables.invite_friend, name="invite_friend"),
    path("tables/<str:code>/decline/", muster.decline, name="decline_invitation"),
    path("t/<str:token>/", invites.invite, name="invite"),
    path("t/<str:token>/panel", invites.panel, name="invite_panel"),
    path("games/<str:code>/", game.page, name="game"),
    path("games/<str:code>/panel", game.panel, name="game_panel"),
    path("games/<str:code>/actions/", game.actions, name="game_actions"),
    path("games/<str:code>/leave/", game.leave, name="game_leave"),
    path("games/<str:code>/again/", game.again, name="game_again"),
    path("games/<str:code>/log/", game.whole_log, name="game_log"),
    path("help/", help.index, name="help"),
    path("help/<str:topic>/", help.topic, name="help_topic"),
]
