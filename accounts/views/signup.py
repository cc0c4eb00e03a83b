"""Sign-up: allauth's, with one more refusal."""

from allauth.account import views as allauth_views
from django import forms
from django.http import HttpResponse

from ..names import NameRefused


class SignupView(allauth_views.SignupView):
    """Answers somebody who was a moment too late for a name with the form, and not with an error page."""

    def form_valid(self, form: forms.Form) -> HttpResponse:
        try:
            return super().form_valid(form)
        except NameRefused as refused:
            form.add_error("username", refused)
            return self.form_invalid(form)


signup = SignupView.as_view()
