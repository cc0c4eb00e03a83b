"""Addresses of leagues. The kinds of parameters are those that `games.urls` registers."""

from django.urls import path

from . import views

urlpatterns = [
    path("leagues/", views.index, name="leagues"),
    path("leagues/new/", views.new, name="new_league"),
    path("leagues/new/fields", views.new_fields, name="new_league_fields"),
    path("leagues/<table_code:code>/", views.league, name="league"),
    path("leagues/<table_code:code>/begin/", views.begin, name="begin_season"),
    path("leagues/<table_code:code>/next/", views.next_season, name="next_season"),
    path("leagues/<table_code:code>/link/", views.new_link, name="new_league_link"),
    path("leagues/<table_code:code>/rename/", views.rename, name="rename_league"),
    path("leagues/<table_code:code>/<int:number>/call-off/", views.call_off, name="call_off_season"),
    path("leagues/<table_code:code>/<int:number>/", views.season, name="season"),
    path("leagues/<table_code:code>/<int:number>/rules/", views.rules, name="season_rules"),
    path("leagues/<table_code:code>/<int:number>/rounds/<int:round>/", views.round_page, name="season_round"),
    path("leagues/<table_code:code>/<int:number>/join/", views.join, name="join_season"),
    path("leagues/<table_code:code>/<int:number>/withdraw/", views.withdraw, name="withdraw_season"),
    path("l/<invite_token:token>/", views.invite, name="league_invite"),
]
