"""Every address of the site. A new app adds one line here."""

from django.urls import include, path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from . import views

people = path("", include("accounts.urls"))  # registers how names of people stand in an address, which games use too

urlpatterns = [
    path("", include("games.urls")),  # first, for most of what is asked for are moves
    path("favicon.ico", views.icon, name="icon"),
    path("healthz", views.healthz, name="healthz"),
    path("healthz/serving", views.serving, name="serving"),
    path("language/", require_POST(set_language), name="set_language"),
    people,
    path("", include("games.coins.urls")),
    path("", include("games.road.urls")),
    path("", include("games.leagues.urls")),
]

# allauth asks for this one by name when a rate limit is reached.
handler429 = "accounts.views.errors.too_many"
handler500 = "whot_site.views.server_error"
