"""People in the admin: to look up, to shut out, to make staff. Names, mail and passwords are theirs to change."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from . import sessions
from .models import User


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ["username", "display_name", "is_guest", "is_active", "is_staff", "date_joined", "closed_at"]
    list_filter = ["is_guest", "is_active", "is_staff"]
    search_fields = ["username", "display_name", "email"]
    readonly_fields = [
        "username", "display_name", "email", "is_guest", "language", "time_zone", "date_joined", "last_login",
        "closed_at",
    ]  # fmt: skip
    fields = [*readonly_fields, "is_active", "is_staff", "is_superuser", "groups", "user_permissions"]
    filter_horizontal = ["groups", "user_permissions"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Only a superuser makes staff."""
        theirs = [] if request.user.is_superuser else ["is_staff", "is_superuser", "groups", "user_permissions"]
        return [*self.readonly_fields, *theirs]

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """What somebody may do has changed: the sessions that began before end."""
        super().save_model(request, obj, form, change)
        if {"is_active", "is_staff", "is_superuser"} & set(form.changed_data) and obj.pk != request.user.pk:
            sessions.end_all(obj)
