"""Reading what only this machine knows: the secret key and the refusals of an unsafe production."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

SECRET_BYTES = 48


def kept_secret(path: Path) -> str:
    """Return the secret in the file, making the file (mode 0600) the first time.

    Two processes that start together agree: the file appears whole, by a hard link that one of them wins.
    """
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(SECRET_BYTES))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # the other process was first: its secret is the one
        finally:
            draft.unlink()
    return path.read_text().strip()


def refuse_unsafe_production(given: dict[str, object]) -> None:
    """Raise ImproperlyConfigured naming every variable that production needs and that is empty."""
    missing = [name for name, value in given.items() if not value]
    if missing:
        raise ImproperlyConfigured(
            f"PRODUCTION is set, so {', '.join(missing)} must be set too. README.md says what each one is."
        )
