"""Leagues for staff: the prizes of seasons, fixed before they begin (E5.4) and never changed."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse

from ..errors import Refused
from ..translating import translated
from . import prizes
from .models import Season, SeasonPrize


class _SeasonField(forms.ModelChoiceField):
    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.league.name} ({obj.league.code}), {obj.number}"


class PrizeForm(forms.ModelForm):
    """A prize of a season that is announced; the service says what is wrong with it."""

    season = _SeasonField(Season.objects.filter(state=Season.State.JOINING).select_related("league"))

    class Meta:
        model = SeasonPrize
        fields = ["season", "place", "amount"]


@admin.register(SeasonPrize)
class SeasonPrizeAdmin(admin.ModelAdmin):
    form = PrizeForm
    list_display = ["season", "place", "amount", "fixed_by", "fixed_at", "settled_at", "given_to"]
    list_select_related = ["season", "fixed_by", "given_to"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: SeasonPrize, form: Any, change: bool) -> None:
        """Nothing is saved here: the service makes the row, or says why not."""
        try:
            obj.pk = prizes.fix(request.user, obj.season_id, obj.place, obj.amount).pk  # type: ignore[arg-type]
        except Refused as refused:
            messages.error(request, translated(refused.message))

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        return super().log_addition(request, obj, message) if obj.pk else None

    def response_add(self, request: HttpRequest, obj: SeasonPrize, post_url_continue: Any = None) -> HttpResponse:
        if obj.pk:
            return super().response_add(request, obj, post_url_continue)
        return self.response_post_save_add(request, obj)
