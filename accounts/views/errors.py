"""What is said to somebody who does something too often."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

RETRY_AFTER = 60


def too_many(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """The 429 page. Without an exception that knows better, a minute is what to wait."""
    seconds = getattr(exception, "retry_after", RETRY_AFTER)
    answer = render(request, "429.html", {"seconds": seconds}, status=429)
    answer.headers["Retry-After"] = str(seconds)
    return answer
