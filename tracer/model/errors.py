"""The errors tracer expects. Anything else that escapes is a bug."""

from __future__ import annotations


class TracerError(Exception):
    """What went wrong, where, and what to do about it, in one line.

    `message` names the file or value; `fix` tells the person the next step.
    """

    def __init__(self, message: str, *, fix: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix

    def __str__(self) -> str:
        return f"{self.message}. {self.fix}" if self.fix else self.message


class UsageError(TracerError):
    """The command or call was asked for something it does not offer."""


class NotProvedError(TracerError):
    """Only a person decides this, and nothing proves that one does."""


class InputError(TracerError):
    """A file, payload or configuration could not be read or is malformed."""


class LedgerError(TracerError):
    """The ledger could not be read, written or verified."""


class VcsError(TracerError):
    """Git is missing, or refused what was asked of it."""
