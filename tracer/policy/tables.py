"""`hooks/shell.yaml`: what is known about shell commands, ready for look-ups.

Patterns stay text until they are needed: most commands need none, and compiling them all costs
more than reading the file.
"""

from __future__ import annotations

import os
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from tracer.policy.code import Code
from tracer.policy.reading import Lenient, reading
from tracer.policy.settings import BUILTINS
from tracer.resources import data_dir, load_yaml

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.policy.words import Word


_IDLE = ("true", "false", ":", "cat", "")  # programs that do nothing
_SHORT = 3000  # characters of a command that patterns are searched in
_LEAST = 3  # `--x`: the shortest beginning of an option


class Tables:
    """The document and its compiled parts."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.structure = frozenset(document["structure"])
        self.branches = frozenset(document["branches"])
        self.isolated = frozenset(document["isolated"])
        self._devices: str = document["devices"]
        self.wrappers: dict[str, dict[str, Any]] = document["wrappers"]
        self.nested: dict[str, dict[str, Any]] = document["nested"]
        self.shells = frozenset(document["shells"])
        self.shell_values = frozenset(document["shell_values"])
        self._lines: str = document["lines"]
        self.writes: dict[str, dict[str, Any]] = document["writes"]
        self.globals: dict[str, dict[str, Any]] = document["globals"]
        self.control: dict[str, dict[str, Any]] = document["control"]
        self._inert: dict[str, list[str]] = document["inert"]
        self._runners: dict[str, list[str]] = document["runners"]
        self._system = tuple(document["system_directories"])
        self.patches = frozenset(document["patches"])
        self._interpreters: str = document["interpreters"]
        self.code = Code(document["code"])
        self._destructive: dict[str, list[dict[str, Any]]] = document["destructive"]
        self._disposable: str = document["disposable"]
        self._before: dict[str, list[str]] = document["before_subcommand"]
        self._spelled_out: dict[str, list[str]] = document["spelled_out"]
        self.decoders = frozenset(document["decoders"])
        self._loopback: str = document["loopback"]
        self._address: str = document["address"]

    def is_device(self, path: str) -> bool:
        """Whether what is written to the path is kept nowhere."""
        return re.match(self._devices, path) is not None

    def command_name(self, word: str) -> str:
        """The bare name of an executable that is called by a system path, else the word."""
        directory, _, name = (
            os.path.normpath(word).rpartition("/") if "/" in word else ("", "", word)
        )
        return name if directory in self._system else word

    def spelled(self, words: Sequence[Word]) -> list[Word] | None:
        """The words as tracer's own command, where they are another spelling of it, or None."""
        rest = _own_arguments([word.text or "?" for word in words], self._runners)
        return None if rest is None else [words[0]._replace(text="tracer"), *words[rest:]]

    def only_reads(self, name: str, arguments: Sequence[Word]) -> bool:
        """Whether the command is one that only reads, its words taken as they stand."""
        if name in BUILTINS or name in self.shells:
            return name in BUILTINS
        return reading().only_reads(name, arguments, Lenient())

    def is_interpreter(self, name: str) -> bool:
        """Whether the program runs what it reads from its input."""
        return re.fullmatch(self._interpreters, name) is not None

    def takes_a_line(self, option: str) -> bool:
        """Whether an option of that name often stands before a command line."""
        return re.fullmatch(self._lines, option) is not None

    def danger(
        self,
        name: str,
        arguments: Sequence[Word],
        cwd: str | None,
        *,
        only_by_use: bool = False,
    ) -> str | None:
        """Why the command is hard to undo or reaches outside, or None.

        With `only_by_use` a name alone is not enough, its arguments have to say so.
        """
        rules = self._destructive.get(name) or self._destructive.get(name.casefold())
        if rules is None:
            return None
        texts = ["?" if word.text is None else word.text for word in arguments]
        if texts in (["--version"], ["--help"], ["-V"]):
            return None
        texts = self._with_whole_names(name, texts)
        after = texts
        if name in self.globals:
            after = _without_options(texts, self.globals[name])
            reason = self._dangerous_setting(name, texts[: len(texts) - len(after)], rules)
            if reason is not None:
                return reason
        elif name in self._before:
            after = _without_options(texts, {"values": self._before[name], "directory": ()})
        lines = _short_lines(after)
        both = lines if after is texts else [*lines, *_short_lines(texts)]
        for rule in rules:
            if only_by_use and not _is_about_use(rule):
                continue
            seen = both if _is_about_use(rule) else lines
            if (
                ("when" not in rule or any(re.search(rule["when"], line) for line in seen))
                and not ("names_file" in rule and not _names_file(after[1:], cwd))
                and not self._is_spared(rule.get("spares"), after)
            ):
                return str(rule["why"])
        return None

    def _with_whole_names(self, name: str, texts: list[str]) -> list[str]:
        """Long options that are cut short, written out where they may be a dangerous one."""
        whole = self._spelled_out.get(name)
        if whole is None:
            return texts
        return [_written_out(text, whole) if text.startswith("--") else text for text in texts]

    def _dangerous_setting(
        self, name: str, options: list[str], rules: list[dict[str, Any]]
    ) -> str | None:
        """`git -c KEY=VALUE` is `git config KEY VALUE` for one command."""
        for at, option in enumerate(options):
            if option == "-c" and at + 1 < len(options):
                key, _, value = options[at + 1][:_SHORT].partition("=")
                if value in _IDLE and key.lower().startswith(("core.", "sequence.", "pager.")):
                    continue
                line = f"config {key} {value}"
            elif option.startswith(("--config-env", "--exec-path=")):
                line = f"config {(option.partition('=')[2] or 'alias.x')[:_SHORT]}"
            else:
                continue
            if option.startswith("--exec-path="):
                return "changes which programs git runs"
            for rule in rules:
                when = rule.get("when", "")
                if name == "git" and when.startswith("^config") and re.search(when, line):
                    return str(rule["why"])
        return None

    def _is_spared(self, spares: str | None, texts: list[str]) -> bool:
        """Whether what the arguments name makes the command harmless after all."""
        operands = [text for text in texts if not text.startswith("-")]
        if spares == "disposable":
            return bool(operands) and all(
                re.fullmatch(self._disposable, text) and ".." not in text for text in operands
            )
        if spares == "loopback":
            named = [text for text in operands if re.match(self._address, text)]
            return bool(named) and all(re.fullmatch(self._loopback, text) for text in named)
        return False

    def is_inert(self, name: str, arguments: Sequence[Word]) -> bool:
        """Whether the command changes something, but no file of the work tree."""
        first = next((w.text for w in arguments if w.text), "")
        line = joined(arguments) or first
        return any(re.fullmatch(form, line) for form in self._inert.get(name, ()))


def _short_lines(texts: list[str]) -> list[str]:
    """The arguments as lines to search: patterns may take the square of a line's length."""
    line = " ".join(texts)
    if len(line) <= _SHORT:
        return [line]
    options = " ".join(text for text in texts if text.startswith("-"))
    return [line[:_SHORT], f"{texts[0][:_SHORT]} {options[:_SHORT]}", line[-_SHORT:]]


def _written_out(text: str, whole: list[str]) -> str:
    name, equals, value = text.partition("=")
    if len(name) < _LEAST or name in whole:
        return text
    found = next((option for option in whole if option.startswith(name)), None)
    return text if found is None else f"{found}{equals}{value}"


def _own_arguments(texts: list[str], runners: dict[str, list[str]]) -> int | None:
    """Where tracer's own arguments begin in `python -m tracer ...` or `uv run tracer ...`."""
    name = os.path.basename(texts[0])
    is_python = name.startswith("python") and not name[6:].strip("0123456789.")
    values = () if is_python else runners.get(name)
    if values is None:
        return None
    at, is_named = 1, False
    while at < len(texts) and (texts[at].startswith("-") or texts[at] == "run"):
        if is_python and texts[at] == "-m":
            at += 1
            break
        if is_python and texts[at].startswith("-m"):
            texts[at], is_named = texts[at][2:], True
            break
        at += 2 if texts[at] in values else 1
    if at >= len(texts):
        return None
    own = texts[at]
    is_module = own == "tracer" or own.startswith("tracer.")
    if (is_module and (not is_python or is_named or texts[at - 1] == "-m" or at != 1)) or (
        is_python and own.endswith("/tracer")
    ):
        return at + 1
    return None


def _is_about_use(rule: dict[str, Any]) -> bool:
    """Whether a rule names a use, and not all but some (`^(?!list)`)."""
    return "when" in rule and not rule["when"].startswith("^(?!")


def _without_options(texts: list[str], rule: dict[str, Any]) -> list[str]:
    """The arguments from the subcommand on."""
    rest = list(texts)
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        if option in (*rule.get("values", ()), *rule["directory"]) and rest:
            rest.pop(0)
    return rest


def _names_file(texts: list[str], cwd: str | None) -> bool:
    """Whether one of the arguments is the path of something that is there."""
    return any(
        os.path.exists(os.path.join(cwd or "", text))
        for text in texts
        if text and not text.startswith("-") and (cwd is not None or os.path.isabs(text))
    )


def joined(words: Sequence[Word]) -> str | None:
    """The words with blanks between them, or None when one is known only at run time."""
    texts = [word.text for word in words]
    if any(text is None for text in texts):
        return None
    return " ".join(text for text in texts if text is not None)


@cache
def tables() -> Tables:
    """The shipped tables, read once."""
    return Tables(load_yaml(os.path.join(data_dir("hooks"), "shell.yaml")))
