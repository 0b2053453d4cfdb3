"""Variables: which a line may set without choosing what programs run or read.

Also the commands of the shell itself that set them.
"""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.policy.spelling import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tracer.policy.words import Word

# Change at most how something is shown, whatever their value.
_HARMLESS = frozenset(
    {
        "LANG", "LANGUAGE", "TZ", "TERM", "COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "CLICOLOR",
        "CLICOLOR_FORCE", "CI", "MANWIDTH", "PYTHONUNBUFFERED", "PYTHONIOENCODING",
        "PYTHONDONTWRITEBYTECODE", "RUST_BACKTRACE", "GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS",
        "GH_NO_UPDATE_NOTIFIER", "GH_PROMPT_DISABLED", "NO_UPDATE_NOTIFIER", "HOMEBREW_NO_AUTO_UPDATE",
        "DEBIAN_FRONTEND", "PIP_DISABLE_PIP_VERSION_CHECK", "PIP_NO_COLOR", "LS_COLORS", "GREP_COLORS",
    }
)  # fmt: skip
# Name a program; these values name one that only prints.
_PAGERS = frozenset({"GIT_PAGER", "PAGER", "GH_PAGER", "MANPAGER", "SYSTEMD_PAGER", "BAT_PAGER"})
# Shells, linkers and programs look at variables that begin like this.
_CHOOSING = (
    "BASH", "LD_", "DYLD_", "GIT_", "SSH", "XDG_", "KUBE", "DOCKER", "COMPOSE", "PODMAN", "PYTHON",
    "PIP_", "UV_", "NODE", "NPM", "YARN", "PNPM", "DENO", "BUN", "PERL", "RUBY", "GEM_", "BUNDLE",
    "JAVA", "JDK_", "MAVEN", "GRADLE", "CARGO", "RUST", "GO", "CGO_", "CC", "CXX", "CFLAGS",
    "LDFLAGS", "MAKE", "LESS", "MAN", "GREP", "RIPGREP", "FZF", "JQ", "TAR", "ZIP", "UNZIP", "GZIP",
    "XZ_", "AWK", "POSIX", "LC_", "LANG", "LOCPATH", "NLS", "TERM", "TMP", "TEMP", "AWS_", "GOOGLE",
    "AZURE", "GH_", "GITHUB_", "GITLAB", "VIRTUAL_ENV", "CONDA", "NIX", "GUILE", "EMACS", "VIM",
    "HIST", "PS", "PROMPT", "MAIL", "OPT", "ZSH", "ZDOT", "KSH", "FPATH", "MALLOC", "GLIBC", "GCONV",
    "SSL", "OPENSSL", "CURL", "WGET", "HTTP", "FTP", "NO_PROXY", "ALL_PROXY", "BAT_", "DELTA",
    "TRACER", "CLAUDE", "CODEX", "GNUPG", "GPG", "SUDO", "DISPLAY", "DBUS", "RSYNC", "TF_", "HELM",
    "ANSIBLE", "VAGRANT", "PHP", "COMPOSER", "DOTNET", "NUGET", "LUA", "R_", "JULIA", "HOMEBREW",
)  # fmt: skip
_SHELL_OWN = frozenset(
    {
        "PATH", "IFS", "ENV", "HOME", "PWD", "OLDPWD", "CDPATH", "SHELL", "SHELLOPTS", "EDITOR",
        "VISUAL", "BROWSER", "PAGER", "USER", "LOGNAME", "UID", "EUID", "PPID", "COLUMNS", "LINES",
        "SHLVL", "HOSTNAME", "HOSTTYPE", "OSTYPE", "MACHTYPE", "FUNCNAME", "FUNCNEST", "DIRSTACK",
        "GLOBIGNORE", "IGNOREEOF", "INPUTRC", "REPLY", "TIMEFORMAT", "TMOUT", "EXECIGNORE", "FCEDIT",
        "READNULLCMD", "NULLCMD", "WORDCHARS", "SECONDS", "RANDOM", "LINENO", "_", "COPROC", "EPOCHSECONDS",
        # Of zsh, in small letters; and addresses programs go through.
        "path", "fpath", "cdpath", "manpath", "mailpath", "module_path", "fignore", "prompt", "psvar",
        "watch", "histchars", "signals", "argv", "status", "commands", "functions", "aliases", "galiases",
        "options", "parameters", "widgets", "modules", "http_proxy", "https_proxy", "ftp_proxy",
        "all_proxy", "no_proxy", "dirstack", "nameddirs", "builtins", "userdirs", "keymaps", "saliases",
    }
)  # fmt: skip
_SET_FLAGS = frozenset("euxvfC")
_SET_NAMES = frozenset(
    {"pipefail", "errexit", "nounset", "xtrace", "verbose", "noglob", "noclobber"}
)
_SHOPT = frozenset({"nullglob", "failglob", "globstar", "dotglob", "nocaseglob", "nocasematch"})


def is_harmless(name: str, value: str | None) -> bool:
    """Whether programs that are given this variable do the same as without."""
    if name in _PAGERS:
        return value in ("cat", "")
    if value is None or not all(char.isalnum() or char in "._-+:,/@=;*" for char in value):
        return False
    return name in _HARMLESS or name.startswith("LC_")


def may_be_set(name: str) -> bool:
    """Whether the shell and programs look at no variable of this name."""
    if name in _SHELL_OWN or name.startswith(("npm_", "BASH_FUNC")):
        return False
    return name.islower() or (not name.startswith(_CHOOSING) and name not in os.environ)


class Names:
    """The variables of one line: what sets them, and what is made of them."""

    def __init__(self) -> None:
        self.computed: set[str] = set()  # the shell computes with these, which can run commands
        self.inside: list[str] = []  # of the loops that are being read
        self._numbers: set[str] = set()
        self._texts: set[str] = set()
        self._plain: set[str] = set()  # never begin with a dash, for what loops give them
        self._relied: set[str] = set()
        self._loop_texts: set[str] = set()  # set by loops to words that are no numbers

    def sets(self, name: str, *, is_number: bool = False) -> None:
        """A variable is set; raises NotUnderstood where that is not free."""
        if not may_be_set(name):
            raise NotUnderstood
        (self._numbers if is_number else self._texts).add(name)

    def loops(self, name: str, words: Sequence[Word]) -> None:
        """A loop sets a variable to each of the words."""
        if not may_be_set(name):
            raise NotUnderstood
        if words and all(_is_plain(word) for word in words):
            self._plain.add(name)
            is_number = all(word.text is not None and word.text.isdigit() for word in words)
            (self._numbers if is_number else self._loop_texts).add(name)
        else:
            self._texts.add(name)

    def is_plain(self, name: str) -> bool:
        """Whether the variable, here, cannot begin with a dash. Checked again at the end."""
        if name == "#":
            return True
        if name in self._plain and name in self.inside:
            self._relied.add(name)
            return True
        return False

    def are_harmless(self) -> bool:
        """Whether no text is computed with, and what was relied on held to the end."""
        if not self.computed <= self._numbers - self._texts - self._loop_texts:
            return False
        return not self._relied & self._texts


def _is_plain(word: Word) -> bool:
    if word.text is None:
        return word.is_operand and not word.is_many
    if word.is_glob:
        return word.text[:1] not in ("*", "?", "[", "-")
    return bool(word.text) and not word.text.startswith("-")


# Commands of the shell itself


def _texts(arguments: Sequence[Word]) -> list[str] | None:
    texts = [None if word.is_glob else word.text for word in arguments]
    return None if any(text is None for text in texts) else [text or "" for text in texts]


def _export(names: Names, arguments: Sequence[Word]) -> bool:
    texts = _texts(arguments)
    if texts is None or names is None:
        return False
    if texts in ([], ["-p"]):
        return True
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not is_harmless(name, value):
            return False
    return True


def _declare(names: Names, arguments: Sequence[Word]) -> bool:
    texts = _texts(arguments)
    if texts is None:
        return False
    while texts and texts[0] in ("-a", "-r", "-g", "-A"):
        texts = texts[1:]
    return _set_each(names, [text.partition("=")[0] for text in texts])


def _set_each(names: Names, texts: Sequence[str]) -> bool:
    for text in texts:
        if not text.isascii() or not text.isidentifier() or not may_be_set(text):
            return False
        names.sets(text)
    return True


def _unset(names: Names, arguments: Sequence[Word]) -> bool:
    texts = _texts(arguments)
    if texts is None:
        return False
    return _set_each(names, texts[1:] if texts[:1] == ["-v"] else texts)


def _read(names: Names, arguments: Sequence[Word]) -> bool:
    """`read`: options, then the names it sets."""
    texts = _texts(arguments)
    if texts is None:
        return False
    at = 0
    while at < len(texts) and texts[at].startswith("-"):
        option = texts[at]
        at += 1
        letters = option[1:]
        while letters and letters[0] in "rs":
            letters = letters[1:]
        if not letters:
            continue
        if letters[0] not in "dntpNu":
            if letters != "a" or at >= len(texts) or not _set_each(names, texts[at : at + 1]):
                return False
            at += 1
        elif len(letters) == 1:
            at += 1
    return _set_each(names, texts[at:])


def _mapfile(names: Names, arguments: Sequence[Word]) -> bool:
    texts = _texts(arguments)
    if texts is None:
        return False
    while texts and texts[0] == "-t":
        texts = texts[1:]
    return _set_each(names, texts)


def _set(names: Names, arguments: Sequence[Word]) -> bool:
    if arguments and arguments[0].text == "--":
        return names is not None
    texts = _texts(arguments)
    if texts is None or not texts:
        return False
    at = 0
    while at < len(texts):
        text = texts[at]
        at += 1
        if text[:1] not in ("-", "+") or len(text) < 2:  # noqa: PLR2004
            return False
        letters = text[1:]
        if letters.endswith("o"):
            if at >= len(texts) or texts[at] not in _SET_NAMES:
                return False
            at += 1
            letters = letters[:-1]
        if not _SET_FLAGS.issuperset(letters):
            return False
    return True


def _shopt(names: Names, arguments: Sequence[Word]) -> bool:
    texts = _texts(arguments)
    known = texts is not None and texts[:1] in (["-s"], ["-u"]) and names is not None
    return known and _SHOPT.issuperset((texts or [])[1:])


def _nothing(names: Names, arguments: Sequence[Word]) -> bool:
    """Commands that change nothing outside the running shell, whatever they are given."""
    return names is not None and arguments is not None


def _number(names: Names, arguments: Sequence[Word]) -> bool:
    """Those that take a number, which some shells compute."""
    return names is not None and all(
        word.is_operand if word.text is None else word.text.isdigit() for word in arguments
    )


def _test(names: Names, arguments: Sequence[Word]) -> bool:
    for word in arguments:
        text = word.text
        if text == "-v" or names is None:
            return False
        if text is not None and "[" in text and ("$(" in text or "`" in text):
            return False
    return True


def _printf(names: Names, arguments: Sequence[Word]) -> bool:
    first = arguments[0] if arguments else None
    if first is None or (first.text is None and not first.is_operand):
        return False
    return not (first.text or "").startswith("-v") and _test(names, arguments)


BUILTINS: dict[str, Callable[[Names, Sequence[Word]], bool]] = {
    "export": _export,
    "declare": _declare,
    "typeset": _declare,
    "local": _declare,
    "readonly": _declare,
    "unset": _unset,
    "read": _read,
    "mapfile": _mapfile,
    "readarray": _mapfile,
    "set": _set,
    "shopt": _shopt,
    "printf": _printf,
    "test": _test,
    "[": _test,
    ":": _nothing,
    "true": _nothing,
    "false": _nothing,
    "break": _number,
    "continue": _number,
    "return": _number,
    "exit": _number,
    "shift": _number,
    "wait": _nothing,
}
