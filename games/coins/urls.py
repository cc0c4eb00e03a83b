"""Addresses of the coins."""

from django.urls import path

from . import shop, views

urlpatterns = [
    path("coins/", views.mine, name="coins"),
    path("coins/daily/", views.daily, name="coins_daily"),
    path("coins/relief/", views.relief, name="coins_relief"),
    path("coins/shop/", shop.shop, name="shop"),
    path("coins/shop/buy/", shop.buy, name="buy"),
    path("coins/how/", views.how, name="coins_how"),
    path("coins/sums/", views.sums, name="coins_sums"),
]
