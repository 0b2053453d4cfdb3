"""Simple commands of a strictly read line: what each is, and whether it only reads."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.policy import settings
from tracer.policy.reading import Around, Reading, is_plain_repository
from tracer.policy.redirections import Redirections
from tracer.policy.spelling import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.policy.plans import Classes
    from tracer.policy.words import Word

_SYSTEM = ("/bin/", "/usr/bin/", "/usr/local/bin/", "/sbin/", "/usr/sbin/", "/opt/homebrew/bin/")
_SHELLS = frozenset({"sh", "bash", "dash", "zsh"})
_MOVING = frozenset({"cd", "pushd"})
_BUILTINS = settings.BUILTINS


class SimpleCommands(Redirections, Around):
    """Judges simple commands, and follows what they change: directory, variables, functions."""

    is_strict = True

    def __init__(
        self,
        line: str,
        cwd: str | None,
        known: Reading,
        names: settings.Names | None = None,
        classes: Classes | None = None,
    ) -> None:
        super().__init__(line)
        self._classes = classes
        self.cwd = cwd
        self._known = known
        self.names = settings.Names() if names is None else names
        self.functions: set[str] = set()

    def means_something(self, name: str) -> bool:
        """Whether a name is a command already, which a function would hide."""
        known = name in _BUILTINS or name in _MOVING or name in _SHELLS
        return known or self._known.form(name) is not None or name in self.functions

    def judge(self, words: list[Word], variables: list[tuple[str, str | None, bool]]) -> None:
        """Judge a command with the variables set for it. Raises: NotUnderstood."""
        for name, value, _ in variables:
            is_for_read = name == "IFS" and words[0].text == "read"
            if not is_for_read and not settings.is_harmless(name, value):
                raise NotUnderstood
            if words[0].text in _MOVING:
                raise NotUnderstood
        if not self.command(words):
            raise NotUnderstood

    def command(self, words: Sequence[Word]) -> bool:
        """Whether one simple command only reads."""
        name = words[0].text
        if name is None or words[0].is_glob or not name:
            return False
        if name.startswith("python") and [word.text for word in words[1:3]] == ["-m", "tracer"]:
            return self._own_module() and self._named("tracer", list(words[3:]))
        for place in _SYSTEM:
            if name.startswith(place) and "/" not in name[len(place) :]:
                name = name[len(place) :]
                return name not in _MOVING and self._named(name, list(words[1:]), is_file=True)
        return "/" not in name and self._named(name, list(words[1:]))

    def variable(self, name: str, value: str | None) -> bool:
        """Whether `env NAME=VALUE` leaves the command what it is."""
        return settings.is_harmless(name, value)

    def _named(  # noqa: PLR0911 - one a kind of command
        self, name: str, arguments: list[Word], *, is_file: bool = False
    ) -> bool:
        if name in self.functions and not is_file:
            return True
        given = self._by_team(name, arguments)
        if given is not None:
            return given == "safe"
        if name in _MOVING:
            return self._move(name, arguments)
        if name in _SHELLS or name == "eval":
            return self._shell(name, arguments)
        builtin = _BUILTINS.get(name)
        if builtin is not None:
            return builtin(self.names, arguments)
        if name == "git" and not is_plain_repository(self.cwd):
            return False
        return self._known.only_reads(name, arguments, self)

    def _own_module(self) -> bool:
        """Whether `python -m tracer` here runs tracer, and no file of that name that lies here."""
        if self.cwd is None:
            return False
        return not any(
            os.path.exists(os.path.join(self.cwd, name)) for name in ("tracer", "tracer.py")
        )

    def _by_team(self, name: str, arguments: list[Word]) -> str | None:
        """What the team's own lists say of the command."""
        if self._classes is None or name in _MOVING:
            return None
        line = " ".join([name, *("?" if word.text is None else word.text for word in arguments)])
        return self._classes.of(line)

    def _move(self, name: str, arguments: list[Word]) -> bool:
        if arguments and arguments[0].text == "--":
            arguments = arguments[1:]
        if len(arguments) > 1:
            return False
        if not arguments:
            self.cwd = os.path.expanduser("~") if name == "cd" else None
            return True
        word = arguments[0]
        if word.text is None or word.is_glob or word.text.startswith(("-", "+")):
            self.cwd = None
            return word.text is None or word.text == "-"
        place = word.text
        if not os.path.isabs(place):
            if self.cwd is None or _meets_a_link(self.cwd, place):
                self.cwd = None
                return True
            place = os.path.join(self.cwd, place)
        self.cwd = os.path.normpath(place) if os.path.isdir(place) else None
        return True

    def _shell(self, name: str, arguments: list[Word]) -> bool:
        """`sh -c LINE` and `eval LINE`, where the line is literal."""
        texts = [None if word.is_glob else word.text for word in arguments]
        if name == "eval":
            if None in texts:
                return False
            self.inner_line(" ".join(text for text in texts if text))
            return True
        while texts and texts[0] in ("-e", "-u", "-x", "-l", "-f"):
            texts = texts[1:]
        line = texts[1] if len(texts) > 1 else None
        if line is None or texts[0] not in ("-c", "-lc", "-ec", "-euc", "-xc", "-uc"):
            return False
        self.inner_line(line)
        return True


def _meets_a_link(cwd: str, place: str) -> bool:
    """Whether `..` in the path comes after a link, where it has two meanings."""
    parts = place.split("/")
    if ".." not in parts:
        return False
    here = cwd
    if os.path.realpath(here) != here:
        return True
    for part in parts:
        here = os.path.join(here, part)
        if os.path.islink(here):
            return True
    return False
