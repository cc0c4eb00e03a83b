"""Who a signed-in request is from."""

from django.http import HttpRequest

from ..models import User


def person_of(request: HttpRequest) -> User:
    """Return the person behind a view that demands a sign-in."""
    if not isinstance(request.user, User):
        raise TypeError("the view lacks login_required")
    return request.user
