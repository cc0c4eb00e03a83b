"""Profiles, friends and blocking."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from .. import names, profile_sections, services
from ..entrance import for_members
from ..forms import FriendForm
from ..models import Block, Friendship, User
from .signed_in import person_of


def find(username: str, viewer: User | None) -> User:
    """Return the open account or guest of this name, whatever its case; 404 for closed and suspended ones.

    Who was renamed is found by the old name while that is held, but not by whom they have blocked or are blocked by.
    """
    person = User.objects.filter(names.called(username)).first() or names.who_was(username)
    if person is None or person.closed_at is not None or not person.is_active:
        raise Http404
    renamed = person.username.casefold() != username.casefold()
    if renamed and viewer is not None and services.blocked_between(viewer, person):
        raise Http404
    return person


def back_to(person: User) -> HttpResponse:
    return redirect("profile", username=person.username)


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """A page for everybody. It tells nothing that only the person or a friend should know."""
    viewer = request.user if isinstance(request.user, User) else None
    person = find(username, viewer)
    if person.username != username:
        return back_to(person)
    parts = [section(viewer, person, request) for section in profile_sections.sections]
    context = {
        "person": person,
        "sections": [{"template": part[0], "context": part[1]} for part in parts if part is not None],
        **_between(viewer, person),
    }
    return render(request, "accounts/profile.html", context)


def _between(viewer: User | None, person: User) -> dict[str, object]:
    """What the two are to one another, as far as the viewer may know: not, that the viewer is blocked."""
    if viewer is None or viewer.pk == person.pk:
        return {"own": viewer is not None, "relation": "", "blocking": False, "may_ask": False}
    friendship = Friendship.objects.filter(asker__in=[viewer, person], asked__in=[viewer, person]).first()
    relation = "none"
    if friendship is not None:
        relation = "friends" if friendship.accepted_at else "asked" if friendship.asker_id == viewer.pk else "asks"
    blocking = Block.objects.filter(blocker=viewer, blocked=person).exists()
    return {
        "own": False,
        "relation": relation,
        "blocking": blocking,
        "may_ask": viewer.is_member and person.is_member and not blocking,
    }


@require_safe
@login_required
@for_members
def friends(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/friends.html", _circle(person_of(request)) | {"form": FriendForm()})


def _circle(person: User) -> dict[str, object]:
    waiting = Friendship.objects.filter(accepted_at=None).order_by("pk")
    return {
        "friends": services.friends_of(person),
        "asking_me": [row.asker for row in waiting.filter(asked=person).select_related("asker")],
        "asked_by_me": [row.asked for row in waiting.filter(asker=person).select_related("asked")],
        "blocked": [row.blocked for row in person.blocks.select_related("blocked").order_by("pk")],
    }


@require_POST
@login_required
@for_members
def add_friend(request: HttpRequest) -> HttpResponse:
    """Ask somebody by username, from the page of friends."""
    me = person_of(request)
    form = FriendForm(request.POST)
    if form.is_valid():
        try:
            asked = find(form.cleaned_data["username"].removeprefix("@"), me)
            services.ask_to_be_friends(me, asked)
        except Http404:
            form.add_error("username", _("Nobody here has this username."))
        except services.NotPossible as refused:
            form.add_error("username", refused)
        else:
            messages.success(request, _("You asked %(name)s.") % {"name": asked.shown_name})
            return redirect("friends")
    return render(request, "accounts/friends.html", _circle(me) | {"form": form}, status=422)


@require_POST
@login_required
def ask_friend(request: HttpRequest, username: str) -> HttpResponse:
    person = find(username, person_of(request))
    try:
        friendship = services.ask_to_be_friends(person_of(request), person)
    except services.NotPossible as refused:
        messages.error(request, refused.messages[0])
    else:
        text = _("You are friends with %(name)s now.") if friendship.accepted_at else _("You asked %(name)s.")
        messages.success(request, text % {"name": person.shown_name})
    return back_to(person)


@require_POST
@login_required
def accept_friend(request: HttpRequest, username: str) -> HttpResponse:
    person = find(username, person_of(request))
    if services.accept_friend(person_of(request), person):
        messages.success(request, _("You are friends with %(name)s now.") % {"name": person.shown_name})
    else:
        messages.error(request, _("There is no request to accept any more."))
    return back_to(person)


@require_POST
@login_required
def remove_friend(request: HttpRequest, username: str) -> HttpResponse:
    """End a friendship, decline a request or take one's own back: doing it twice is no mistake."""
    person = find(username, person_of(request))
    services.remove_friend(person_of(request), person)
    messages.success(request, _("Done. %(name)s is not told.") % {"name": person.shown_name})
    return back_to(person)


@require_POST
@login_required
def block(request: HttpRequest, username: str) -> HttpResponse:
    person = find(username, person_of(request))
    try:
        services.block(person_of(request), person)
    except services.NotPossible as refused:
        messages.error(request, refused.messages[0])
    else:
        messages.success(request, _("%(name)s is blocked.") % {"name": person.shown_name})
    return back_to(person)


@require_POST
@login_required
def unblock(request: HttpRequest, username: str) -> HttpResponse:
    person = find(username, person_of(request))
    services.unblock(person_of(request), person)
    messages.success(request, _("%(name)s is not blocked any more.") % {"name": person.shown_name})
    return back_to(person)
