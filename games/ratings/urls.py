"""Addresses of the ratings. Built when `games.urls` is read: the kinds of parameters are known by then."""

from django.urls import URLPattern, path

from . import views


def patterns() -> list[URLPattern]:
    return [
        path("ratings/", views.boards, name="ratings"),
        path("ratings/<word:pool>/", views.board, name="rating_board"),
        path("people/<username:username>/ratings/", views.of_person, name="ratings_of"),
    ]
