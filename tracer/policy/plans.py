"""What is found out about a shell command line, and what a team says about its commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.model.named_tuple import NamedTuple

if TYPE_CHECKING:
    from tracer.model.events import Target


class ShellPlan(NamedTuple):
    """What a command line does.

    `targets` are the files it is known to write, as absolute paths; `is_complete` when there
    can be no others. `selects` is the intent the line checks out with `tracer intent select`.
    `control` is a command of tracer's that a person decides on, `creates_intent` when it is
    the one that is allowed while there is no intent. `unknown` are the commands about which
    nothing is known, as they were written. `dangers` say why a person must approve the line,
    `shows` are files that commands which only read were given, `patches` that a patch tool is
    called inside the line, and `runs_in` the directories in which unknown commands run.
    """

    is_safe: bool
    targets: tuple[Target, ...] = ()
    is_complete: bool = True
    selects: str | None = None
    control: str | None = None
    creates_intent: bool = False
    unknown: tuple[str, ...] = ()
    dangers: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    patches: bool = False
    runs_in: tuple[str, ...] = ()

    @property
    def command_class(self) -> str:
        """`safe`, `mutating` or `destructive` (REQUIREMENTS D5)."""
        if self.dangers:
            return "destructive"
        return "safe" if self.is_safe else "mutating"


class Classes(NamedTuple):
    """What a team says about its own commands, as shell patterns over a whole simple command."""

    safe: tuple[str, ...] = ()
    mutating: tuple[str, ...] = ()
    destructive: tuple[str, ...] = ()

    def of(self, line: str) -> str | None:
        """The class the team gave to a simple command; the strictest where several fit."""
        from fnmatch import fnmatchcase  # noqa: PLC0415 - where a team says anything

        for name in ("destructive", "mutating", "safe"):
            if any(fnmatchcase(line, pattern) for pattern in getattr(self, name)):
                return name
        return None
