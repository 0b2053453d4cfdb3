"""A strict reader of shell command lines, which decides what is `safe`.

It reads a part of the shell language that `sh`, `bash`, `dash` and `zsh` understand alike, one
character after another, and refuses everything else: a byte that it has no rule for makes the
line one that is not understood. It shares no code with the walk over the syntax tree in
`shell`, so that one's gap is not the other's. One pass; nesting has a limit.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tracer.policy import settings
from tracer.policy.arithmetic import computed_names
from tracer.policy.reading import Around, Reading, is_plain_repository
from tracer.policy.spelling import NotUnderstood, Scanner
from tracer.policy.words import Word

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tracer.policy.plans import Classes

_LENGTH = 200_000  # characters; a longer line is not looked into
_DEPTH = 12
_CLOSERS = frozenset({"then", "do", "done", "fi", "else", "elif", "esac", "}", "in"})
_REFUSED = frozenset({"function", "select", "coproc", "repeat", "foreach", "nocorrect", "noglob"})
_SYSTEM = ("/bin/", "/usr/bin/", "/usr/local/bin/", "/sbin/", "/usr/sbin/", "/opt/homebrew/bin/")
_NUMERIC = frozenset({"-eq", "-ne", "-lt", "-le", "-gt", "-ge"})
_SHELLS = frozenset({"sh", "bash", "dash", "zsh"})
_MOVING = frozenset({"cd", "pushd"})


def is_understood(
    line: str, cwd: str | None, known: Reading, classes: Classes | None = None
) -> bool:
    """Whether every byte of the line was understood, and all of it only reads.

    `classes` are the team's own lists of commands, which come first.
    """
    if len(line) > _LENGTH:
        return False
    try:
        reader = Reader(line, cwd, known, classes=classes)
        reader.read_all()
    except (NotUnderstood, IndexError, RecursionError):
        return False
    return reader.names.are_harmless()


class Reader(Scanner, Around):
    """One pass over a line; raises NotUnderstood at the first thing that may change something."""

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
        self._functions: set[str] = set()

    def read_all(self) -> None:
        """Read the line from end to end."""
        self.commands("")

    # Lists of commands

    def commands(self, *ends: str) -> str:
        """Read commands up to one of `ends` (a reserved word, `)`, `;;` or the end itself)."""
        self.depth += 1
        if self.depth > _DEPTH:
            raise NotUnderstood
        while True:
            self.skip_lines()
            end = self._end_here(ends)
            if end is not None:
                self.depth -= 1
                return end
            self._statement()

    def _end_here(self, ends: tuple[str, ...]) -> str | None:
        if self.at_end():
            if "" in ends and not self.documents:
                return ""
            raise NotUnderstood
        for mark in (")", ";;"):
            if self.text.startswith(mark, self.at):
                if mark not in ends:
                    raise NotUnderstood
                self.at += len(mark)
                return mark
        word = self.reserved()
        if word and word in ends:
            self.at += len(word)
            return word
        if word in _CLOSERS or word in _REFUSED:
            raise NotUnderstood
        return None

    def _statement(self) -> None:
        """Pipelines joined by `&&` and `||`, up to what ends them."""
        before = self.cwd
        self._pipeline()
        while True:
            self.skip_blanks()
            joint = self.text[self.at : self.at + 2]
            if joint not in ("&&", "||"):
                break
            self.at += 2
            self.skip_lines()
            ahead = self.cwd
            self._pipeline()
            if joint == "||" and self.cwd != ahead:
                self.cwd = None
        if self.at_end() or self.peek() in "\n)" or self.text.startswith(";;", self.at):
            return
        if self.peek() == "&" and self.cwd != before:
            self.cwd = None
        if self.peek() not in ";&":
            raise NotUnderstood
        self.at += 1

    def _pipeline(self) -> None:
        before, count = self.cwd, 0
        while True:
            self.skip_blanks()
            word = self.reserved()
            if word in ("!", "time"):
                self.at += len(word)
                self.skip_blanks()
                if word == "time" and self.reserved() == "-p":
                    self.at += 2
                continue
            self._command()
            count += 1
            self.skip_blanks()
            if self.peek() != "|" or self.text.startswith("||", self.at):
                break
            self.at += 2 if self.text.startswith("|&", self.at) else 1
            self.skip_lines()
        if count > 1 and self.cwd != before:
            self.cwd = None

    # Commands

    def _command(self) -> None:
        self.skip_blanks()
        if self.at_end():
            raise NotUnderstood
        word = self.reserved()
        compound = _COMPOUND.get(word)
        if self.peek() == "(":
            if self.text.startswith("((", self.at):
                self._computed_command()
            else:
                self.at += 1
                self._isolated(")")
        elif compound is not None:
            before = self.cwd
            self.at += len(word)
            compound(self)
            if word != "{" and self.cwd != before:
                self.cwd = None
        else:
            self._simple()
            return
        while self.redirection():
            pass

    def _isolated(self, end: str) -> None:
        """Commands in a shell of their own."""
        before = self.cwd
        self.commands(end)
        self.cwd = before

    def _group(self) -> None:
        self.commands("}")

    def _if(self) -> None:
        self.commands("then")
        while (end := self.commands("elif", "else", "fi")) != "fi":
            if end == "elif":
                self.commands("then")
            else:
                self.commands("fi")
                return

    def _while(self) -> None:
        self.commands("do")
        self._body()

    def _body(self) -> None:
        """The commands of a loop; those that ran once run again where they led."""
        before = self.cwd
        self.commands("done")
        if self.cwd != before:
            raise NotUnderstood

    def _for(self) -> None:
        self.skip_blanks()
        if self.text.startswith("((", self.at):
            self._computation()
            self._loop_start()
            self._body()
            return
        name = self.name()
        if not name:
            raise NotUnderstood
        self.skip_blanks()
        words: list[Word] = [Word(None)]
        if self.reserved() == "in":
            self.at += 2
            words = self._words_to_the_end()
        self.names.loops(name, words)
        self._loop_start()
        self.names.inside.append(name)
        self._body()
        self.names.inside.pop()

    def _loop_start(self) -> None:
        self.skip_blanks()
        if self.peek() == ";":
            self.at += 1
        self.skip_lines()
        if self.reserved() != "do":
            raise NotUnderstood
        self.at += 2

    def _words_to_the_end(self) -> list[Word]:
        words: list[Word] = []
        while True:
            self.skip_blanks()
            if self.at_end() or self.peek() in ";\n":
                return words
            words += self.word()

    def _case(self) -> None:
        self.skip_blanks()
        self.word()
        self.skip_lines()
        if self.reserved() != "in":
            raise NotUnderstood
        self.at += 2
        while True:
            self.skip_lines()
            if self.reserved() == "esac":
                self.at += 4
                return
            if self.peek() == "(":
                self.at += 1
            while True:
                self.skip_blanks()
                self.word()
                self.skip_blanks()
                mark = self.peek()
                self.at += 1
                if mark == ")":
                    break
                if mark != "|":
                    raise NotUnderstood
            if self.commands(";;", "esac") == "esac":
                return

    def _condition(self) -> None:  # noqa: C901 - one pass over a little language
        """`[[ ... ]]`: words and operators up to the closing brackets."""
        last, before = "", ""
        is_joined = False  # `dash` would take what stands here for a command
        while True:
            self.skip_blanks()
            if self.text.startswith("]]", self.at):
                self.at += 2
                return
            if self.text[self.at : self.at + 2] in ("&&", "||"):
                self.at += 2
                is_joined = True
                continue
            if self.at_end() or self.peek() in ">|&;\n":
                raise NotUnderstood
            if self.peek() in "()<":
                self.at += 1
                continue
            start = self.at
            if is_joined and self.peek() not in "-!":
                raise NotUnderstood
            is_joined = is_joined and self.peek() == "!"
            if last == "=~":
                self.pattern()
            else:
                word = self.word(is_pattern=True)[0]
                if last in _NUMERIC:
                    self._compute(self.text[start : self.at])
                if word.text in _NUMERIC:
                    self._compute(before)
                if word.text == "-v":
                    raise NotUnderstood
            before, last = self.text[start : self.at], self.text[start : self.at]

    def _computation(self) -> None:
        """The head of a counting `for`."""
        self._compute(self.arithmetic())

    def _computed_command(self) -> None:
        """`(( ... ))`, which `dash` takes for a command in two subshells."""
        text = self.arithmetic()
        if any(char in "> \t\n" for char in text.strip()):
            raise NotUnderstood
        self._compute(text)

    def _compute(self, text: str) -> None:
        read, written = computed_names(text)
        self.names.computed.update(read)
        for name in written:
            self.names.sets(name, is_number=True)

    # What the scanner asks for

    def substitution(self) -> None:
        """`$( ... )`, after its opening."""
        if self.documents:
            raise NotUnderstood
        outer, self.documents = self.documents, []
        self._isolated(")")
        if self.documents:
            raise NotUnderstood
        self.documents = outer

    def inner_line(self, line: str) -> None:
        """A line in backticks, or given to a shell."""
        inner = Reader(line, self.cwd, self._known, self.names, self._classes)
        inner.depth = self.depth + 1
        if inner.depth > _DEPTH:
            raise NotUnderstood
        inner.read_all()

    def computation_inside(self, text: str) -> None:
        """`$(( ... ))`."""
        self._compute(text)

    def variable_given(self, name: str) -> None:
        """`${name:=word}` sets a variable."""
        self.names.sets(name)

    def is_operand_variable(self, name: str) -> bool:
        """Whether the variable never begins with a dash."""
        return self.names.is_plain(name)

    # Simple commands

    def _simple(self) -> None:
        words: list[Word] = []
        variables: list[tuple[str, str | None, bool]] = []
        while True:
            self.skip_blanks()
            if self.at_end() or (
                self.peek() in "\n;&|)" and not self.text.startswith("&>", self.at)
            ):
                break
            if self.redirection():
                continue
            if self.peek() == "(":
                self._function(words)
                return
            given = None if words else self.assignment()
            if given is not None:
                variables.append(given)
            else:
                words += self.word()
        if words:
            self._judge(words, variables)
            return
        for name, _, is_number in variables:
            self.names.sets(name, is_number=is_number)

    def _function(self, words: list[Word]) -> None:
        """`name() { ... }`: what it does is judged where it stands, not where it is called."""
        name = words[0].text if len(words) == 1 and not words[0].is_glob else None
        if name is None or not name.isidentifier() or self._means_something(name):
            raise NotUnderstood
        self.at += 1
        self.skip_blanks()
        if self.peek() != ")":
            raise NotUnderstood
        self.at += 1
        self.skip_lines()
        if self.reserved() != "{":
            raise NotUnderstood
        self.at += 1
        before, self.cwd = self.cwd, None
        self.commands("}")
        self.cwd = before
        self._functions.add(name)

    def _means_something(self, name: str) -> bool:
        known = name in _BUILTINS or name in _MOVING or name in _SHELLS
        return known or self._known.form(name) is not None or name in self._functions

    def _judge(self, words: list[Word], variables: list[tuple[str, str | None, bool]]) -> None:
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
        if name in self._functions and not is_file:
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


_COMPOUND: dict[str, Callable[[Reader], None]] = {
    "{": Reader._group,  # noqa: SLF001 - its own methods
    "if": Reader._if,  # noqa: SLF001
    "while": Reader._while,  # noqa: SLF001
    "until": Reader._while,  # noqa: SLF001
    "for": Reader._for,  # noqa: SLF001
    "case": Reader._case,  # noqa: SLF001
    "[[": Reader._condition,  # noqa: SLF001
}
_BUILTINS = settings.BUILTINS
