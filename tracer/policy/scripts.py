"""Arguments that are programs, or that choose one: read far enough to know they only print.

Each check answers True for a text that was understood whole. All take one pass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_SED_PLAIN = frozenset("pPdDnNgGhHx=lF")
_SED_FLAGS = frozenset("gpiImM0123456789")
_AWK_DENIED = ("system", "getline", "@")
_REGEX_BEFORE = frozenset("(,~!&|{};\n=<>+-*%^?:") | {""}
_AWK_WORDS = frozenset({"print", "printf", "return", "in", "case", "else", "do"})
_STANDARD = frozenset({'"/dev/stderr"', '"/dev/stdout"'})
_GIT_KEYS = frozenset(
    {
        "core.quotepath", "core.abbrev", "core.pager", "core.fsmonitor", "core.whitespace",
        "core.ignorecase", "core.precomposeunicode", "core.untrackedcache", "core.commentchar",
        "diff.noprefix", "diff.mnemonicprefix", "diff.renames", "diff.renamelimit",
        "diff.algorithm", "diff.context", "diff.colormoved", "diff.wordregex",
        "diff.interhunkcontext", "diff.suppressblankempty", "diff.relative", "diff.submodule",
        "log.date", "log.decorate", "log.abbrevcommit", "log.follow", "log.mailmap",
        "log.showroot", "status.short", "status.branch", "status.relativepaths",
        "status.showuntrackedfiles", "status.renames", "grep.linenumber", "grep.patterntype",
        "grep.column", "grep.fullname", "blame.date", "blame.coloring", "column.ui",
        "column.status", "column.branch", "i18n.logoutputencoding", "versionsort.suffix",
        "branch.sort", "tag.sort",
    }
)  # fmt: skip


class _NotRead(Exception):  # noqa: N818 - control flow inside this module
    """The script has something that is not described."""


def sed_script(text: str) -> bool:
    """Whether a `sed` script has only commands that print, select and replace."""
    try:
        _sed(text)
    except (_NotRead, IndexError):
        return False
    return True


def _sed(text: str) -> None:  # noqa: C901 - one branch a kind of command
    at, end = 0, len(text)
    while at < end:
        char = text[at]
        if char in " \t\n;{}!":
            at += 1
        elif char == "#":
            at = _line_end(text, at)
        elif char.isdigit() or char in "$,+~/\\":
            at = _sed_address(text, at)
        elif char in _SED_PLAIN:
            at += 1
        elif char in "qQ":
            at += 1
            while at < end and text[at].isdigit():
                at += 1
        elif char in "sy":
            at = _sed_replacement(text, at)
        elif char in "bt:aicrT":
            stop = _line_end(text, at)
            if "\\" in text[at:stop] or (char in "bt:T" and any(c in text[at:stop] for c in ";}")):
                raise _NotRead
            at = stop
        else:
            raise _NotRead


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found


def _sed_address(text: str, at: int) -> int:
    if text[at] == "\\":
        return _sed_delimited(text, at + 2, text[at + 1])
    if text[at] == "/":
        at = _sed_delimited(text, at + 1, "/")
        while text[at : at + 1] in ("I", "M") and at < len(text):
            at += 1
        return at
    return at + 1


def _sed_delimited(text: str, at: int, mark: str) -> int:
    """The place after the next `mark` that no backslash protects."""
    if mark in "\n\\[]":
        raise _NotRead
    bracket = False
    while text[at] != mark or bracket:
        if text[at] == "\\":
            at += 1
        elif text[at] == "[":
            bracket = True
        elif text[at] == "]":
            bracket = False
        if text[at] == mark and bracket:
            raise _NotRead  # GNU and BSD disagree about where this ends
        at += 1
    return at + 1


def _sed_replacement(text: str, at: int) -> int:
    mark = text[at + 1]
    middle = _sed_delimited(text, at + 2, mark)
    stop = middle
    while text[stop] != mark:
        stop += 2 if text[stop] == "\\" else 1
    stop += 1
    while stop < len(text) and text[stop] in _SED_FLAGS:
        stop += 1
    if stop < len(text) and text[stop] not in " \t\n;}":
        raise _NotRead
    # Blanks may stand between the flags: `s/a/b/ w file`.
    while stop < len(text) and text[stop] in " \t":
        stop += 1
    if stop < len(text) and text[stop] not in "\n;}#":
        raise _NotRead
    return stop


def awk_program(text: str) -> bool:
    """Whether an `awk` program writes to nothing but its output."""
    if any(word in text for word in _AWK_DENIED):
        return False
    try:
        return _awk_prints_only(_awk_tokens(text))
    except (_NotRead, IndexError):
        return False


def _awk_prints_only(tokens: list[str]) -> bool:
    prints = False
    for index, token in enumerate(tokens):
        if token in (";", "\n", "{", "}"):
            prints = False
        elif token in ("print", "printf"):
            prints = True
        elif token in ("|", "|&"):
            return False
        elif token in (">", ">>"):
            after = tokens[index + 1 : index + 3]
            known = after[:1] and after[0] in _STANDARD and after[1:] in ([], [";"], ["}"], ["\n"])
            if (prints or token != ">") and not known:  # noqa: S105 - an operator
                return False
    return True


def _awk_tokens(text: str) -> list[str]:  # noqa: C901 - one branch a kind of token
    tokens: list[str] = []
    at, end = 0, len(text)
    while at < end:
        char = text[at]
        start = at
        if char in " \t\r":
            at += 1
            continue
        if char == "\\":
            if text[at + 1] != "\n":
                raise _NotRead
            at += 2
            continue
        if char == "#":
            at = _line_end(text, at)
            continue
        if char == '"':
            at = _awk_string(text, at)
        elif char.isalnum() or char == "_":
            while at < end and (text[at].isalnum() or text[at] in "_."):
                at += 1
        elif char == "/" and _awk_begins_regex(tokens):
            at = _awk_regex(text, at)
        elif text[at : at + 2] in ("||", "&&", ">=", "<=", "==", "!=", ">>", "|&", "++", "--"):
            at += 2
        else:
            at += 1
        tokens.append(text[start:at])
    return tokens


def _awk_string(text: str, at: int) -> int:
    at += 1
    while text[at] != '"':
        if text[at] == "\n":
            raise _NotRead
        at += 2 if text[at] == "\\" else 1
    return at + 1


def _awk_regex(text: str, at: int) -> int:
    at += 1
    while text[at] != "/":
        if text[at] == "\n":
            raise _NotRead
        if text[at] == "[":
            close = text.find("]", at)
            if close < 0 or not {"/", "\n"}.isdisjoint(text[at:close]):
                raise _NotRead  # a slash in brackets ends it for some
            at = close
        at += 2 if text[at] == "\\" else 1
    return at + 1


def _awk_begins_regex(tokens: list[str]) -> bool:
    """Whether a slash here begins a regular expression; raises where it could be both."""
    before = tokens[-1] if tokens else ""
    if before in _AWK_WORDS or before[-1:] in _REGEX_BEFORE:
        if before in ("++", "--"):
            raise _NotRead
        return True
    if before in (")", "length") or before == "/":
        raise _NotRead
    return False


def git_setting(text: str) -> bool:
    """Whether `git -c TEXT` changes only how things are shown."""
    key, equals, value = text.partition("=")
    key = key.lower()
    if key == "core.pager" or key.startswith("pager."):
        return value in ("cat", "false", "") and bool(equals)
    if key == "core.fsmonitor":
        return value == "false"
    return key in _GIT_KEYS or (key.startswith(("color.", "advice.")) and key != "color.pager")


def plain(text: str) -> bool:
    """A name of letters, digits and common marks, which names no address or program."""
    return all(char.isalnum() or char in "._-+%^~/@*=" for char in text)


def local(text: str) -> bool:
    """An archive on this machine: `host:file` is on another."""
    return ":" not in text and "\n" not in text


def package(text: str) -> bool:
    """The name of a package, not an address: `user/name` means a repository."""
    is_scoped = text.startswith("@")
    return plain(text) and (("/" not in text) or (is_scoped and text.count("/") == 1))


def number(text: str) -> bool:
    """A whole number."""
    return text.isdigit()


def output_date(text: str) -> bool:
    """A format of `date`; anything else sets the clock."""
    return text.startswith("+")


def device(text: str) -> bool:
    """A file that keeps nothing."""
    return text in ("/dev/null", "/dev/stdout", "/dev/stderr", "-")


def no_code(text: str) -> bool:
    """No subscript that holds a command, which some shells run when they compute."""
    return "[" not in text or ("$(" not in text and "`" not in text)


def no_order(text: str) -> bool:
    """No order that a pager carries out when it opens a file: `less +!COMMAND`."""
    return not text.startswith("+")


def name_only(text: str) -> bool:
    """A name without directories."""
    return "/" not in text and not text.startswith("-")


def setting(text: str) -> bool:
    """The name of a setting of git's: `SECTION.KEY`, `SECTION.NAME.KEY`."""
    plain = (text.partition(".")[0].replace("-", ""), text.rpartition(".")[2].replace("-", ""))
    return "." in text and all(part.isascii() and part.isalnum() for part in plain)


CHECKS: dict[str, Callable[[str], bool]] = {
    "sed_script": sed_script,
    "awk_program": awk_program,
    "git_setting": git_setting,
    "plain": plain,
    "no_order": no_order,
    "local": local,
    "package": package,
    "number": number,
    "output_date": output_date,
    "device": device,
    "no_code": no_code,
    "name_only": name_only,
    "setting": setting,
}
