"""Exchanges the admin's site for ours. Apart from accounts.control: it is read before the models are there."""

from django.contrib.admin.apps import AdminConfig


class ControlConfig(AdminConfig):
    default_site = "accounts.control.ControlSite"
