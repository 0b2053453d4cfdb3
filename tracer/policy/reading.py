"""Which simple commands only read: their options, one by one, from `hooks/reading.yaml`.

A command that is not described, or is given an option that is not described, is not known to
only read. Everything here takes time linear in the length of the command.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

from tracer.model.named_tuple import NamedTuple
from tracer.policy.reading_schema import as_mapping, validate
from tracer.policy.scripts import CHECKS
from tracer.resources import data_dir, load_yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tracer.policy.words import Word

_ANY_NUMBER = 1 << 30


class Around:
    """What a command is judged in: where it runs, and who judges the commands inside it.

    `is_strict`: a word known only at run time may be an option. The other way is for a second
    reading of a line, which compares only how the line is taken apart.
    """

    is_strict = False
    cwd: str | None = None
    listed: str | None = None  # the directory that was looked into last
    has_dashes = False  # whether a file in it has a name that looks like an option

    def command(self, words: Sequence[Word]) -> bool:
        """Whether a command among the arguments of another only reads."""
        raise NotImplementedError

    def variable(self, name: str, value: str | None) -> bool:
        """Whether a variable set for one command leaves that command what it is."""
        raise NotImplementedError


class Lenient(Around):
    """For a second reading: commands and variables inside a command are judged elsewhere."""

    def command(self, words: Sequence[Word]) -> bool:
        """A command inside another is no matter of this one's options."""
        return not words

    def variable(self, name: str, value: str | None) -> bool:
        """Variables were judged before."""
        return bool(name) and value is not None


class Form:
    """One entry of the table, ready for use."""

    def __init__(self, entry: Any) -> None:
        raw = as_mapping(entry)
        self.any = bool(raw.get("any"))
        self.short: dict[str, str] = {}
        self.long: dict[str, str] = {}
        self.has_numbers = self.has_plus = False
        self.style: str = raw.get("style", "")
        self.operands: int = raw.get("operands", _ANY_NUMBER)
        self.operands_with = frozenset(raw.get("operands_with", ()))
        self.operand: str | None = raw.get("operand")
        self.first: str | None = raw.get("first")
        self.first_in = frozenset(raw.get("first_in", ()))
        self.values: dict[str, str] = raw.get("values", {})
        self.needs = frozenset(raw.get("needs", ()))
        self.sub: dict[str, Any] = raw.get("sub", {})
        self.otherwise: Any = raw.get("otherwise")
        self.bare: bool = raw.get("bare", not self.sub)
        self.runs = bool(raw.get("runs"))
        self.skip: int = raw.get("skip", 0)
        self.variables = bool(raw.get("variables"))
        self.refused = tuple(raw.get("refused", ()))
        self.directory: str | None = raw.get("directory")
        self.anywhere = bool(raw.get("anywhere"))
        self.replaces: str | None = raw.get("replaces")
        self.asks = frozenset(raw.get("asks", ()))
        given = raw.get("options", "")
        for token in (given if isinstance(given, str) else " ".join(given)).split():
            self._add(token)

    def _add(self, token: str) -> None:
        if token == "-NUM":  # noqa: S105 - not a password
            self.has_numbers = True
        elif token == "+NUM":  # noqa: S105 - not a password
            self.has_plus = True
        elif self.style in ("long", "find") or token.startswith("--"):
            name = token.rstrip("=?")
            self.long[name] = token[len(name) :]
        else:
            for part in _letters(token[1:]):
                self.short[part[0]] = part[1:]


def _letters(token: str) -> list[str]:
    """The options of one token, each with the colons behind it, as getopt writes them."""
    parts: list[str] = []
    for char in token:
        if char == ":":
            parts[-1] += char
        else:
            parts.append(char)
    return parts


class Given(NamedTuple):
    """The arguments of a command taken apart: options with values, operands, what is after."""

    options: list[tuple[str, Word | None]]
    operands: list[Word]
    rest: list[Word]


class Reading:
    """The table, with its entries compiled when they are needed."""

    def __init__(self, document: dict[str, Any], path: str) -> None:
        validate(document, path)
        self._commands: dict[str, Any] = document["commands"]
        self._about: dict[str, list[str]] = document["about"]
        self._forms: dict[int, Form] = {}

    def form(self, name: str) -> Form | None:
        """What is known about the command, or None."""
        entry = self._commands.get(name)
        return None if entry is None else self._compiled(entry)

    def _compiled(self, entry: Any) -> Form:
        known = self._forms.get(id(entry))
        if known is None:
            known = self._forms[id(entry)] = Form(entry)
        return known

    def only_reads(self, name: str, arguments: Sequence[Word], around: Around) -> bool:
        """Whether the command, used like this, changes nothing."""
        if len(arguments) == 1 and not arguments[0].is_glob and self._is_about(name, arguments[0]):
            return True
        form = self.form(name)
        return form is not None and self._fits(form, arguments, around)

    def _is_about(self, name: str, word: Word) -> bool:
        """Whether the program only talks about itself."""
        return any(
            word.text in options.split() and name in names
            for options, names in self._about.items()
            if word.text is not None
        )

    def _fits(self, form: Form, arguments: Sequence[Word], around: Around) -> bool:
        if form.any:
            return _none_refused(form, arguments, around)
        if form.style in _SPECIAL:
            return _SPECIAL[form.style](form, arguments, around)
        given = taken_apart(form, arguments, around)
        if given is None or not _options_fit(form, given):
            return False
        if form.runs:
            return _inner_reads(form, given, around)
        if form.sub:
            return self._subcommand_fits(form, given, around)
        return _operands_fit(form, given)

    def _subcommand_fits(self, form: Form, given: Given, around: Around) -> bool:
        if not given.rest:
            return form.bare
        text = given.rest[0].text
        if text is None or given.rest[0].is_glob:
            return False
        if text not in form.sub:
            other = form.otherwise
            return other is not None and self._fits(self._compiled(other), given.rest, around)
        rest = given.rest[1:]
        before = around.cwd
        if form.directory is not None:
            places = [value for name, value in given.options if name == form.directory]
            for place in places:
                around.cwd = _moved(around.cwd, place)
            if around.is_strict and not is_plain_repository(around.cwd):
                around.cwd = before
                return False
        try:
            return self._fits(self._compiled(form.sub[text]), rest, around)
        finally:
            around.cwd = before


def _moved(cwd: str | None, place: Word | None) -> str | None:
    if place is None or place.text is None or place.is_glob:
        return None
    if os.path.isabs(place.text):
        return place.text
    return None if cwd is None else os.path.join(cwd, place.text)


def is_plain_repository(cwd: str | None) -> bool:
    """Whether git, run there, finds a `.git` before it finds a directory laid out like one.

    Git takes any directory with `HEAD`, `objects` and `refs` for a repository, and obeys the
    configuration in it; such a directory can be made of ordinary files.
    """
    if cwd is None:
        return False
    place = os.path.realpath(cwd)
    while True:
        if os.path.lexists(os.path.join(place, ".git")):
            return True
        if os.path.lexists(os.path.join(place, "HEAD")) and os.path.isdir(
            os.path.join(place, "objects")
        ):
            return os.path.basename(place) == ".git"
        above = os.path.dirname(place)
        if above == place:
            return True
        place = above


def taken_apart(form: Form, arguments: Sequence[Word], around: Around) -> Given | None:
    """Options, their values and operands; None where something is not described."""
    given = Given([], [], [])
    stops = form.runs or bool(form.sub)
    at, count = 0, len(arguments)
    while at < count:
        word = arguments[at]
        text = word.text
        if text == "--":
            (given.rest if stops else given.operands).extend(arguments[at + 1 :])
            break
        is_operand = _is_operand(form, word, around)
        if is_operand is None:
            return None
        if is_operand:
            if stops:
                given.rest.extend(arguments[at:])
                break
            given.operands.append(word)
            at += 1
            continue
        used = _option(form, arguments, at, given)
        if not used:
            return None
        if used > 1 and around.is_strict and not _is_one_word(arguments[at + 1], around):
            return None
        at += used
    return given


def _is_operand(form: Form, word: Word, around: Around) -> bool | None:
    """Whether a word is no option; None where that is known only at run time."""
    text = word.text
    if text is None:
        if word.is_many or not word.is_operand:
            return None if around.is_strict else True
        return True
    if word.is_glob and around.is_strict and not _is_plain_glob(text, around):
        return None
    if form.has_plus and text.startswith("+") and text[1:].isdigit():
        return True
    return text == "-" or not text.startswith("-")


def _is_one_word(word: Word, around: Around) -> bool:
    """Whether an argument stays one argument."""
    if word.text is None:
        return not word.is_many
    return not word.is_glob or _is_plain_glob(word.text, around)


def _is_plain_glob(text: str, around: Around) -> bool:
    """Whether no file that the pattern may stand for looks like an option."""
    if text[:1] not in ("*", "?", "["):
        return not text.startswith("-")
    if around.cwd is None:
        return False
    if around.listed != around.cwd:
        around.listed, around.has_dashes = around.cwd, _has_dashes(around.cwd)
    return not around.has_dashes


def _has_dashes(directory: str) -> bool:
    """Whether a file of the directory has a name that looks like an option."""
    try:
        with os.scandir(directory) as entries:
            return any(entry.name.startswith("-") for entry in entries)
    except OSError:
        return True


def _option(  # noqa: PLR0911 - one a way to write an option
    form: Form, arguments: Sequence[Word], at: int, given: Given
) -> int:
    """Take one option; the number of words it used, 0 where it is not described."""
    text = arguments[at].text or ""
    following = arguments[at + 1] if at + 1 < len(arguments) else None
    if text.startswith("--") or form.style == "long":
        name, equals, value = text.partition("=")
        kind = form.long.get(name)
        if kind is None or (equals and not kind):
            return 0
        if equals or kind != "=":
            joined = arguments[at]._replace(text=value) if equals else None
            given.options.append((name, joined))
            return 1
        given.options.append((name, following))
        return 2 if following is not None else 0
    if form.has_numbers and text[1:].isdigit():
        return 1
    for index in range(1, len(text)):
        kind = form.short.get(text[index])
        if kind is None:
            return 0
        name = f"-{text[index]}"
        if not kind:
            given.options.append((name, None))
            continue
        value = text[index + 1 :]
        if value or kind == "::":
            given.options.append((name, arguments[at]._replace(text=value)))
            return 1
        given.options.append((name, following))
        return 2 if following is not None else 0
    return 1


def _options_fit(form: Form, given: Given) -> bool:
    names = {name for name, _ in given.options}
    if form.needs and not form.needs & names:
        return False
    for name, value in given.options:
        check = form.values.get(name)
        if check is not None and (value is None or not _passes(check, value)):
            return False
    return True


def _operands_fit(form: Form, given: Given) -> bool:
    operands = given.operands
    names = {name for name, _ in given.options}
    allowed = form.operands
    if form.operands_with and not form.operands_with & names:
        allowed = 0
    if len(operands) > allowed or (form.operands < _ANY_NUMBER and not _counted(operands)):
        return False
    if form.first is not None and not form.first_in & names:
        if not operands or not _passes(form.first, operands[0]):
            return False
        operands = operands[1:]
    return form.operand is None or all(_passes(form.operand, word) for word in operands)


def _counted(operands: list[Word]) -> bool:
    """Whether each operand is one word, so that their number is known."""
    return not any(word.is_many or word.is_glob for word in operands)


def _passes(check: str, word: Word) -> bool:
    if check.startswith("one of "):
        return word.text is not None and word.text in check.split()[2:]
    return word.text is not None and CHECKS[check](word.text)


def _none_refused(form: Form, arguments: Sequence[Word], around: Around) -> bool:
    """For a command described by what it must not be given: beginnings of words."""
    if not form.refused:
        return True
    for word in arguments:
        if word.text is None:
            if around.is_strict and not word.is_operand:
                return False
        elif word.text.startswith(form.refused) or (
            word.is_glob and around.is_strict and not _is_plain_glob(word.text, around)
        ):
            return False
    return True


def _inner_reads(form: Form, given: Given, around: Around) -> bool:
    """A command that runs the command in its arguments."""
    at, rest = form.skip, given.rest
    if any(name in form.asks for name, _ in given.options):
        return True
    if any(word.text is None or word.is_glob for word in rest[:at]):
        return False
    while form.variables and at < len(rest):
        name, equals, value = (rest[at].text or "").partition("=")
        if not equals:
            break
        if not around.variable(name, value):
            return False
        at += 1
    inner = rest[at:]
    if not inner:
        return form.bare
    return around.command(_grown(inner, form, given) if form.anywhere else inner)


def _grown(inner: list[Word], form: Form, given: Given) -> list[Word]:
    """The command with the operands that `xargs` adds, which nobody sees beforehand."""
    from tracer.policy.words import UNKNOWN, Word  # noqa: PLC0415 - few commands

    places = [value for name, value in given.options if name == form.replaces]
    if not places:
        return [*inner, UNKNOWN]
    text = (places[-1].text if places[-1] is not None else None) or "{}"
    return [Word(None) if text in (word.text or "") else word for word in inner]


def _find_fits(  # noqa: C901 - one pass over a little language
    form: Form, arguments: Sequence[Word], around: Around
) -> bool:
    """`find`: paths, then tests and actions; commands among them are judged."""
    at = 0
    while at < len(arguments):
        word = arguments[at]
        is_operand = _is_operand(form, word, around)
        if is_operand is None:
            return False
        text = word.text
        at += 1
        if is_operand or text in ("-", "--") or text is None:
            continue
        if text in ("-exec", "-execdir", "-ok", "-okdir"):
            end = at
            while end < len(arguments) and arguments[end].text not in (";", "+"):
                end += 1
            if end == len(arguments) or not _found_reads(arguments[at:end], around):
                return False
            at = end + 1
            continue
        kind = form.long.get(text)
        if kind is None:
            return False
        if kind:
            if at >= len(arguments):
                return False
            if around.is_strict and not _is_one_word(arguments[at], around):
                return False
            at += 1
    return True


def _found_reads(inner: Sequence[Word], around: Around) -> bool:
    """A command that `find` runs on what it finds, which nobody sees beforehand."""
    from tracer.policy.words import FOUND  # noqa: PLC0415 - few commands

    before, around.cwd = around.cwd, None
    try:
        words = [FOUND if "{}" in (word.text or "") else word for word in inner]
        return bool(words) and around.command(words)
    finally:
        around.cwd = before


def _tar_fits(form: Form, arguments: Sequence[Word], around: Around) -> bool:
    """`tar`: its first word may be a cluster without a dash."""
    words = list(arguments)
    first = words[0].text if words else None
    if first is None:
        return False
    if not first.startswith("-"):
        words[0] = words[0]._replace(text=f"-{first}")
    given = taken_apart(form, words, around)
    return given is not None and _options_fit(form, given)


_SPECIAL: dict[str, Callable[[Form, Sequence[Word], Around], bool]] = {
    "find": _find_fits,
    "tar": _tar_fits,
}


@cache
def reading() -> Reading:
    """The shipped table, read once."""
    path = os.path.join(data_dir("hooks"), "reading.yaml")
    return Reading(load_yaml(path), path)
