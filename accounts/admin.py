"""People in the admin: to look up, to shut out, to make staff. Names, mail and passwords are theirs to change.

Who changes something has just signed in again, says why, and leaves a line that nobody changes: who, when, why, and
what it was before and after (check 51; django.contrib.admin.LogEntry, which is in no admin).
"""

from typing import Any

from allauth.account.decorators import reauthentication_required
from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _

from . import sessions
from .models import User

LONGEST_REASON = 200


class UserForm(forms.ModelForm):
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=_("It is kept with the change."))


@admin.register(User)
class UserAdmin(admin.ModelAdmin):
    list_display = ["username", "display_name", "is_guest", "is_active", "is_staff", "date_joined", "closed_at"]
    list_filter = ["is_guest", "is_active", "is_staff"]
    search_fields = ["username", "display_name", "email"]
    readonly_fields = [
        "username", "display_name", "email", "is_guest", "language", "time_zone", "date_joined", "last_login",
        "closed_at",
    ]  # fmt: skip
    form = UserForm
    fields = [*readonly_fields, "is_active", "is_staff", "is_superuser", "groups", "user_permissions", "reason"]
    filter_horizontal = ["groups", "user_permissions"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Only a superuser makes staff."""
        theirs = [] if request.user.is_superuser else ["is_staff", "is_superuser", "groups", "user_permissions"]
        return [*self.readonly_fields, *theirs]

    @method_decorator(reauthentication_required)
    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return super().change_view(request, object_id, form_url, extra_context)

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> list[dict[str, Any]]:
        """What the admin's log keeps: the fields, why, and their values before and after."""
        changed = [name for name in form.changed_data if name != "reason"]
        return [
            {
                "changed": {"fields": changed},
                "reason": form.cleaned_data["reason"],
                "before": {name: _plain(form.initial.get(name)) for name in changed},
                "after": {name: _plain(form.cleaned_data[name]) for name in changed},
            }
        ]

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """What somebody may do has changed: the sessions that began before end."""
        super().save_model(request, obj, form, change)
        if {"is_active", "is_staff", "is_superuser"} & set(form.changed_data) and obj.pk != request.user.pk:
            sessions.end_all(obj)


def _plain(value: Any) -> Any:
    """A value as JSON can hold it; rows by their names."""
    return value if isinstance(value, bool | int | str | None) else sorted(str(row) for row in value)
