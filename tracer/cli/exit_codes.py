"""Exit codes, and which error leads to which (CONTRACT.md)."""

from __future__ import annotations

from tracer.model.errors import (
    InputError,
    LedgerError,
    NotProvedError,
    TracerError,
    UsageError,
    VcsError,
)

DONE = 0
FOUND = 1
USAGE = 2
INPUT = 3
LEDGER = 4
REFUSED = 5
BUG = 70  # EX_SOFTWARE of sysexits.h: nothing the person did
INTERRUPTED = 130  # 128 + SIGINT
PIPE_CLOSED = 141  # 128 + SIGPIPE, what a shell shows for git in the same case

MEANINGS = {
    DONE: "done",
    FOUND: "the thing asked about holds (`diff --exit-code` a change, `doctor` a fault, "
    "`check` a finding, `revert` a conflict)",
    USAGE: "the command was called in a way it does not offer",
    INPUT: "unreadable or malformed input",
    LEDGER: "the ledger fails verification",
    REFUSED: "refused by policy",
    BUG: "a bug in tracer",
    INTERRUPTED: "interrupted (Ctrl-C)",
    PIPE_CLOSED: "the reader of the output went away",
}


def code_of(error: TracerError) -> int:
    """The exit code an expected error leads to."""
    if isinstance(error, NotProvedError):
        return REFUSED
    if isinstance(error, UsageError):
        return USAGE
    if isinstance(error, LedgerError):
        return LEDGER
    if isinstance(error, (InputError, VcsError)):
        return INPUT
    return INPUT
