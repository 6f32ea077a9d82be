"""Where a token lives: the environment, the system's keyring, or a file that only its owner can read.

A token is kept for one server and never sent to another.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

from tracker.errors import NotAvailable
from tracker.settings import visible

VARIABLE = "LICHESS_TOKEN"
SERVICE = "lichess-rating-tracker"


def system_keyring() -> ModuleType | None:
    """The keyring library, where this system has a keyring that works; else None."""
    import keyring
    from keyring.errors import KeyringError

    try:
        works = keyring.get_keyring().priority > 0
    except (KeyringError, RuntimeError):
        return None
    return keyring if works else None


class Tokens:
    """The tokens of this user."""

    def __init__(self, folder: Path, keyring: ModuleType | None) -> None:
        """`folder`: where the file goes if `keyring` is None or fails."""
        self._file = folder / "tokens.json"
        self._keyring = keyring

    def get(self, server: str) -> str | None:
        """The token kept for a server."""
        if self._keyring is not None:
            try:
                token: str | None = self._keyring.get_password(SERVICE, server)
            except Exception as error:
                if not self._file.exists():
                    raise NotAvailable(
                        f"The system's keyring does not open ({error}); unlock it, or set {VARIABLE}."
                    ) from error
            else:
                if token is not None:
                    return token
        return self._read().get(server)

    def keep(self, server: str, token: str) -> str:
        """Keeps a token in place of the one before; where, in words. Raises NotAvailable."""
        if self._keyring_takes(server, token):
            self._write({name: kept for name, kept in self._read().items() if name != server})
            return "the system's keyring"
        self._write(self._read() | {server: token})
        return f"{self._file} (readable by you only)"

    def _keyring_takes(self, server: str, token: str) -> bool:
        if self._keyring is None:
            return False
        try:
            self._keyring.set_password(SERVICE, server, token)
        except Exception:  # noqa: BLE001 - backends raise whatever their system does; the file is there for that
            return False
        return True

    def remove(self, server: str) -> None:
        """Forgets the token of a server. Raises NotAvailable where the keyring does not let go of it."""
        self._write({name: kept for name, kept in self._read().items() if name != server})
        try:
            if self._keyring is not None and self._keyring.get_password(SERVICE, server) is not None:
                self._keyring.delete_password(SERVICE, server)
        except Exception as error:
            raise NotAvailable(
                f"The system's keyring does not remove the token ({error}); unlock it and run `tracker logout` again."
            ) from error

    def _read(self) -> dict[str, str]:
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
        except (FileNotFoundError, PermissionError):  # PermissionError: another user's folder, as under sudo
            return {}
        except (OSError, ValueError) as error:
            raise NotAvailable(
                f"The tokens in {self._file} cannot be read; remove the file and log in again."
            ) from error
        return {str(name): str(token) for name, token in kept.items()} if isinstance(kept, dict) else {}

    def _write(self, tokens: Mapping[str, str]) -> None:
        """All of it or nothing, and never readable by others, not even for a moment. Raises NotAvailable."""
        try:
            if not tokens:
                if visible(self._file):
                    self._file.unlink()
                return
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            fresh = self._file.with_suffix(".new")
            fresh.unlink(missing_ok=True)
            with os.fdopen(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8") as file:
                json.dump(dict(tokens), file)
            fresh.replace(self._file)
        except OSError as error:
            raise NotAvailable(
                f"The tokens in {self._file} cannot be written ({error.strerror or error}); make that possible, or set "
                f"{VARIABLE} in the environment instead."
            ) from error
