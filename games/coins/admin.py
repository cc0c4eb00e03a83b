"""Coins for staff: the ledger to look at, grants to give (E5.5), games whose coins are stuck, and who pays whom.

Rows of the ledger are never changed here: grants and returns go through the services, with who did it and why.
"""

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names
from accounts.models import User

from ..admin import LookOnly
from ..errors import Refused
from ..translating import translated
from . import selectors
from .models import Account, DailySums, GameCoins, Hold, Line, StaffGrant, Transaction
from .services import granting, settling

FLOWS_OF = timedelta(days=30)
MOST_FLOWS = 100


@admin.register(Account)
class AccountAdmin(LookOnly):
    list_display = ["kind", "user", "game", "balance", "held"]
    list_filter = ["kind"]
    list_select_related = ["user", "game"]
    search_fields = ["user__username", "user__display_name", "game__code"]

    def get_urls(self) -> list[Any]:
        flows = path("flows/", self.admin_site.admin_view(self.flows), name="coins_account_flows")
        return [flows, *super().get_urls()]

    def flows(self, request: HttpRequest) -> HttpResponse:
        """Pairs of whom one keeps losing to the other: who gets the most more than comes back, first."""
        found = selectors.one_way(timezone.now() - FLOWS_OF)[:MOST_FLOWS]
        people = {person.pk: person for person in User.objects.filter(pk__in={pk for flow in found for pk in flow[:2]})}
        rows = [(people[flow.payer], people[flow.winner], flow) for flow in found]
        context = {**self.admin_site.each_context(request), "title": _("Who pays whom"), "rows": rows}
        return TemplateResponse(request, "admin/coins/flows.html", context)


class LinesInline(admin.TabularInline):
    model = Line
    fields = ["account", "amount", "after", "why", "detail"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Transaction)
class TransactionAdmin(LookOnly):
    list_display = ["pk", "kind", "game", "person", "by", "reason", "at"]
    list_filter = ["kind"]
    list_select_related = ["game", "person", "by"]
    search_fields = ["game__code", "person__username", "person__display_name"]
    inlines = [LinesInline]


@admin.register(Hold)
class HoldAdmin(LookOnly):
    list_display = ["table", "account", "amount", "at"]
    list_select_related = ["table", "account"]
    exclude = ["device", "address"]


@admin.register(DailySums)
class DailySumsAdmin(LookOnly):
    list_display = ["day", "players", "escrow", "house", "grants", "burns", "in_place"]


@admin.register(GameCoins)
class GameCoinsAdmin(LookOnly):
    list_display = ["game", "kind", "amount", "fee", "state", "reversed_at", "opened_at", "ended_at"]
    list_filter = ["state", "kind"]
    list_select_related = ["game"]
    search_fields = ["game__code"]
    actions = ["give_back"]

    @admin.action(description=gettext_lazy("Return the coins of frozen games"), permissions=["give_back"])
    def give_back(self, request: HttpRequest, queryset: QuerySet[GameCoins]) -> None:
        for coins in queryset.select_related("game"):
            try:
                done = settling.give_back(coins.game.code)
            except Refused as refused:
                messages.error(request, f"{coins.game.code}: {translated(refused.message)}")
                continue
            self.log_change(request, coins, "gave the coins of a frozen game back" if done else "nothing to give back")

    def has_give_back_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("coins.change_gamecoins")


class GrantForm(forms.ModelForm):
    """Coins for one member; the service says what is wrong with them."""

    person = forms.CharField(label=gettext_lazy("User name"), max_length=150)

    class Meta:
        model = StaffGrant
        fields = ["amount", "reason"]

    def clean_person(self) -> User:
        found = User.objects.filter(names.called(self.cleaned_data["person"].strip())).first()
        if found is None or not found.is_member:
            raise ValidationError(_("There is no member of this name."))
        return found


@admin.register(StaffGrant)
class StaffGrantAdmin(admin.ModelAdmin):
    form = GrantForm
    fields = ["person", "amount", "reason"]
    list_display = ["account", "amount", "reason", "asked_by", "asked_at", "approved_by", "transaction"]
    list_select_related = ["account__user", "asked_by", "approved_by", "transaction"]
    actions = ["approve"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: StaffGrant, form: Any, change: bool) -> None:
        """Nothing is saved here: the service makes the row, and gives the coins where one person may."""
        chosen = form.cleaned_data
        try:
            made = granting.ask_for(request.user, chosen["person"], chosen["amount"], chosen["reason"])  # type: ignore[arg-type]
        except Refused as refused:
            messages.error(request, translated(refused.message))
            made = None
        if made is not None:
            obj.pk, obj.account_id = made.pk, made.account_id
            obj.amount = made.amount
            if made.transaction_id is None:
                messages.warning(request, _("A second person of staff has to approve this"))

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return super().log_addition(request, obj, message) if obj.pk else None

    def response_add(self, request: HttpRequest, obj: StaffGrant, post_url_continue: Any = None) -> Any:
        return (
            super().response_add(request, obj, post_url_continue)
            if obj.pk
            else self.response_post_save_add(request, obj)
        )

    @admin.action(description=gettext_lazy("Approve as the second person"), permissions=["add"])
    def approve(self, request: HttpRequest, queryset: QuerySet[StaffGrant]) -> None:
        for grant in queryset:
            try:
                granting.approve(request.user, grant.pk)  # type: ignore[arg-type]
            except Refused as refused:
                messages.error(request, translated(refused.message))
            else:
                self.log_change(request, grant, "approved")
