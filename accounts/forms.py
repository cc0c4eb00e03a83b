"""Forms of people."""

import zoneinfo
from functools import cache
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.mfa.adapter import get_adapter as get_mfa_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp import forms as totp_forms
from allauth.mfa.totp.internal.auth import TOTP
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from . import mails, names, services
from .models import NAME_LENGTH, HandOrder, User

CLOSING_WORD = "CLOSE"


@cache
def zone_names() -> list[str]:
    """Return the time zones people live in, by name: Area/Place, and UTC."""
    areas = ("Africa/", "America/", "Antarctica/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
    return ["UTC", *sorted(name for name in zoneinfo.available_timezones() if name.startswith(areas))]


class LoginForm(allauth_forms.LoginForm):
    """Sign-in by username or address. A username has no @, so what has one is an address and nothing else."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or e-mail address")
        self.fields["login"].widget.attrs["autocomplete"] = "username"
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)

    def user_credentials(self) -> dict[str, str]:
        """One way to look for the account: allauth would try both, and check the password of some twice."""
        login = self.cleaned_data["login"]
        return {"email" if "@" in login else "username": login, "password": self.cleaned_data["password"]}


class SignupForm(allauth_forms.SignupForm):
    """Sign-up; a guest's own name is offered as the username."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("What you sign in with. Letters, digits, dots, hyphens and underscores.")
        username = self.fields["username"]
        username.widget.attrs.pop("maxlength", None)  # a browser would cut what is pasted, and say nothing
        # `names` says how long a name may be; the column is longer.
        username.validators = [check for check in username.validators if not isinstance(check, MaxLengthValidator)]
        self.fields["email"].help_text = _("To get back in when you forget your password. Nobody sees it.")
        self.fields["password1"].help_text = _("At least 8 characters; a few words in a row make a good one.")
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class ActivateTOTPForm(totp_forms.ActivateTOTPForm):
    """Turning the second factor on uses its code up, as signing in with it does: each code counts once."""

    def clean_code(self) -> str:
        code: str = super().clean_code()
        if not TOTP(Authenticator(user=self.user))._mark_code_used(code):
            raise get_mfa_adapter().validation_error("incorrect_code")
        return code


class SettingsForm(forms.Form):
    """Names, language, time zone and mail. `person` is changed by `save`."""

    username = forms.CharField(
        label=_("Username"),
        max_length=NAME_LENGTH,
        help_text=_("What you sign in with, and the address of your page. A name you give up is kept for 90 days."),
    )
    display_name = forms.CharField(
        label=_("Shown name"), max_length=NAME_LENGTH, help_text=_("What others see at a table.")
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lambda: [(name, name.replace("_", " ")) for name in zone_names()],
        help_text=_("Times are shown in this zone."),
    )
    hand_order = forms.ChoiceField(
        label=_("My hand"),
        choices=HandOrder.choices,
        help_text=_("How your cards lie. It can be changed at the table too."),
    )
    two_steps = forms.BooleanField(
        label=_("Choose, then confirm"),
        required=False,
        help_text=_("A card is played only when you confirm it: for small screens and quick fingers."),
    )
    coins_shown = forms.BooleanField(
        label=_("Coins and ranks"),
        required=False,
        help_text=_("Without them you see no coins, ranks and rewards of anybody, and nobody sees yours."),
    )
    on_boards = forms.BooleanField(
        label=_("Leader boards"),
        required=False,
        help_text=_("Without this you are in no list of the strongest players; your rating is still worked out."),
    )
    mail_wanted = forms.MultipleChoiceField(
        label=_("Send me a mail when"),
        required=False,
        choices=lambda: list(mails.kinds.items()),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, data: Any = None, *, person: User) -> None:
        self.person = person
        initial = {
            "username": person.username,
            "display_name": person.shown_name,
            "language": person.language or get_language() or settings.LANGUAGE_CODE,
            "time_zone": person.time_zone or "UTC",
            "hand_order": person.hand_order,
            "two_steps": person.two_steps,
            "coins_shown": person.coins_shown,
            "on_boards": person.on_boards,
            "mail_wanted": [kind for kind in mails.kinds if kind not in person.mail_unsubscribed],
        }
        super().__init__(data, initial=initial)
        if person.is_guest:
            del self.fields["username"], self.fields["mail_wanted"], self.fields["on_boards"]
        for name in ("username", "display_name"):
            if name in self.fields:
                self.fields[name].widget.attrs.pop("maxlength", None)  # it is refused in words, not cut
        zone = self.fields["time_zone"]
        if person.time_zone and person.time_zone not in zone_names() and isinstance(zone, forms.ChoiceField):
            zone.choices = [(name, name.replace("_", " ")) for name in (person.time_zone, *zone_names())]  # an old name

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if name == self.person.username:  # also one that nobody could choose now
            return name
        name = names.clean_username(name)
        names.refuse_if_taken(name, self.person)
        return name

    def clean_display_name(self) -> str:
        name: str = self.cleaned_data["display_name"]
        if name == self.person.shown_name:
            return name
        name = names.clean(name, names.SHORTEST_OF_GUESTS if self.person.is_guest else names.SHORTEST)
        names.refuse_if_taken(name, self.person)
        return name

    def save(self) -> bool:
        """Keep what was entered; False, with the error in the form, when somebody was quicker with the name."""
        given, person = self.cleaned_data, self.person
        try:
            if person.is_guest and given["display_name"] != person.display_name:
                services.rename_guest(person, given["display_name"])
            elif not person.is_guest and (given["username"], given["display_name"]) != (
                person.username,
                person.shown_name,
            ):
                services.rename(person, username=given["username"], display_name=given["display_name"])
        except ValidationError as error:
            self.add_error("display_name", error)
            return False
        person.refresh_from_db()
        person.language, person.time_zone = given["language"], given["time_zone"]
        person.hand_order, person.two_steps = given["hand_order"], given["two_steps"]
        person.coins_shown = given["coins_shown"]
        if not person.is_guest:
            others = [kind for kind in person.mail_unsubscribed if kind not in mails.kinds]
            refused = [kind for kind in mails.kinds if kind not in given["mail_wanted"]]
            person.mail_unsubscribed = sorted([*others, *refused])
            person.on_boards = given["on_boards"]
        columns = ["language", "time_zone", "hand_order", "two_steps", "coins_shown", "on_boards", "mail_unsubscribed"]
        person.save(update_fields=columns)
        return True


class CloseForm(forms.Form):
    """The last question before an account is closed: the password, or, where there is none, a word."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    word = forms.CharField(label=_("Type CLOSE"), widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        del self.fields["word" if person.has_usable_password() else "password"]

    def clean_password(self) -> str:
        if not self.person.check_password(self.cleaned_data["password"]):
            raise ValidationError(_("This is not your password."))
        return ""

    def clean_word(self) -> str:
        if self.cleaned_data["word"].strip().upper() != CLOSING_WORD:
            raise ValidationError(_("Type the word CLOSE to close the account."))
        return ""


class FriendForm(forms.Form):
    username = forms.CharField(label=_("Username"), max_length=NAME_LENGTH + 1)  # with or without an @ before it

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.pop("maxlength", None)
