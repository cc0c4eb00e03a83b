"""The admin: at an address of its own, for staff with an authenticator app, signed in like everybody else."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.admin import AdminSite
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext_lazy as _


def has_authenticator(person: Any) -> bool:
    return Authenticator.objects.filter(user_id=person.pk, type=Authenticator.Type.TOTP).exists()


class ControlSite(AdminSite):
    site_header = _("Whot: control")
    site_title = _("Whot: control")
    # The catch-all would answer every unknown address below it, without a name.
    final_catch_all_view = False

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and has_authenticator(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """There is no sign-in of the admin's own: allauth's asks, counts and wants the second factor."""
        if not request.user.is_authenticated:
            answer = redirect("account_login")
            answer["Location"] += f"?next={request.path.removesuffix('login/')}"
            return answer
        if not super().has_permission(request):
            raise PermissionDenied
        return redirect("admin:index" if has_authenticator(request.user) else "mfa_activate_totp")

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return redirect("account_logout")

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return redirect("account_change_password")

    def get_urls(self) -> list[Any]:
        """Django's, less the addresses without a name (redirects from very old ones)."""
        urls = [found for found in map(_named, super().get_urls()) if found is not None]
        listed = [url for url in urls if getattr(url, "name", "") != "app_list"]
        return [*listed, path("<str:app_label>/", self.admin_view(self.app_index), name="app_list")]


def _named(url: URLPattern | URLResolver) -> URLPattern | URLResolver | None:
    if isinstance(url, URLPattern):
        return url if url.name else None
    url.url_patterns[:] = [found for found in map(_named, url.url_patterns) if found is not None]
    return url
