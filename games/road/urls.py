"""Addresses of the Whot Road."""

from django.urls import path

from . import views

urlpatterns = [
    path("road/", views.road, name="road"),
    path("road/rewards/", views.rewards, name="rewards"),
]
