"""What a library loads at its start though nothing of this site ever uses it."""

import importlib
import sys
import threading
from types import ModuleType
from typing import Any

_KEYS = "allauth.mfa.webauthn.internal.auth"
_lock = threading.Lock()


def leave_out() -> None:
    """Before anything else is loaded.

    allauth loads the part that reads security keys, with a library for them and one for their format: 6 MB, a list of
    all public domains among them. This site knows no security keys (MFA_SUPPORTED_TYPES): none is stored, and should
    one ever be shown to it, it is refused.
    """
    domains = ModuleType("fido2.rpid")
    domains.verify_rp_id = lambda rp_id, origin: False  # type: ignore[attr-defined]
    sys.modules.setdefault("fido2.rpid", domains)
    keys = _Later(_KEYS)
    keys.WebAuthn = type("WebAuthn", (), {})  # type: ignore[attr-defined]  # asked for by name, never made
    sys.modules.setdefault(_KEYS, keys)


class _Later(ModuleType):
    """Stands for a module until something of it is used: a form that is sent empty asks for the keys of a person."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # what the import itself looks for
            raise AttributeError(name)
        with _lock:
            if sys.modules.get(self.__name__) is self:
                del sys.modules[self.__name__]
            return getattr(importlib.import_module(self.__name__), name)
