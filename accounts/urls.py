"""Addresses of people. allauth's pages are listed one by one: what is not here can't be reached."""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from django.conf import settings
from django.contrib import admin
from django.urls import path, register_converter

from .entrance import for_members, for_newcomers
from .views import look, own, people
from .views.signup import signup


class Base36:
    """The number of a person in a reset link; the token behind the first hyphen has hyphens of its own."""

    regex = "[0-9A-Za-z]+"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Username(Base36):
    """Anything that could be somebody's: names have letters of every script, and those made by machine a mark."""

    regex = r"[^/\x00-\x20\x7f-\xa0]{1,40}"


class Token(Base36):
    """What signing writes: base64 and base62 for addresses, in parts between colons."""

    regex = "[0-9A-Za-z_:=-]{1,1000}"


class Position(Base36):
    """Of a slider."""

    regex = "100|[1-9]?[0-9]"

    def to_python(self, value: str) -> int:  # type: ignore[override]
        return int(value)


register_converter(Position, "position")
register_converter(Base36, "base36")
register_converter(Username, "username")
register_converter(Token, "token")

entrance = [
    path("accounts/login/", for_newcomers(account.login), name="account_login"),
    path("accounts/signup/", for_newcomers(signup), name="account_signup"),
    path("accounts/logout/", account.logout, name="account_logout"),
    path("accounts/inactive/", account.account_inactive, name="account_inactive"),
    path("accounts/password/reset/", for_newcomers(account.password_reset), name="account_reset_password"),
    path("accounts/password/reset/done/", account.password_reset_done, name="account_reset_password_done"),
    path(
        "accounts/password/reset/key/<base36:uidb36>-<str:key>/",
        account.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "accounts/password/reset/key/done/",
        account.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("accounts/confirm-email/", account.email_verification_sent, name="account_email_verification_sent"),
    path("accounts/confirm-email/<key>/", account.confirm_email, name="account_confirm_email"),
    path("accounts/2fa/authenticate/", for_newcomers(mfa.authenticate), name="mfa_authenticate"),
]
managing = [
    path("accounts/reauthenticate/", for_members(account.reauthenticate), name="account_reauthenticate"),
    path("accounts/email/", for_members(account.email), name="account_email"),
    path("accounts/password/change/", for_members(account.password_change), name="account_change_password"),
    path("accounts/password/set/", for_members(account.password_set), name="account_set_password"),
    path("accounts/2fa/", for_members(mfa.index), name="mfa_index"),
    path("accounts/2fa/reauthenticate/", for_members(mfa.reauthenticate), name="mfa_reauthenticate"),
    path("accounts/2fa/totp/activate/", for_members(totp.activate_totp), name="mfa_activate_totp"),
    path("accounts/2fa/totp/deactivate/", for_members(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path("accounts/2fa/codes/", for_members(recovery.view_recovery_codes), name="mfa_view_recovery_codes"),
    path(
        "accounts/2fa/codes/generate/",
        for_members(recovery.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "accounts/2fa/codes/download/",
        for_members(recovery.download_recovery_codes),
        name="mfa_download_recovery_codes",
    ),
]
ours = [
    path("people/<username:username>/", people.profile, name="profile"),
    path("people/<username:username>/friend/", people.ask_friend, name="ask_friend"),
    path("people/<username:username>/friend/accept/", people.accept_friend, name="accept_friend"),
    path("people/<username:username>/friend/remove/", people.remove_friend, name="remove_friend"),
    path("people/<username:username>/block/", people.block, name="block"),
    path("people/<username:username>/unblock/", people.unblock, name="unblock"),
    path("friends/", people.friends, name="friends"),
    path("friends/add/", people.add_friend, name="add_friend"),
    path("look/", look.page, name="look"),
    path("look/<position:contrast>-<position:grain>-<position:temperature>.css", look.style_sheet, name="look_style"),
    path("settings/", own.preferences, name="settings"),
    path("settings/export/", own.export, name="export"),
    path("settings/close/", own.close, name="close_account"),
    path("mail/unsubscribe/<token:token>/", own.unsubscribe, name="unsubscribe"),
]
urlpatterns = [*entrance, *managing, *ours, path(settings.ADMIN_PATH, admin.site.urls)]
