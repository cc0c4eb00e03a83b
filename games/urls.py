"""Addresses of the games: so far their rules."""

from django.urls import path

from . import rules_pages

urlpatterns = [
    path("rules/", rules_pages.families, name="rules"),
    path("rules/whot/", rules_pages.numbered, name="numbered_rules"),
    path("rules/whot/<str:preset>/", rules_pages.preset, name="preset_rules"),
]
