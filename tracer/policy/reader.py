"""A strict reader of shell command lines, which decides what is `safe`.

It reads a part of the shell language that `sh`, `bash`, `dash` and `zsh` understand alike, one
character after another, and refuses everything else: a byte that it has no rule for makes the
line one that is not understood. It shares no code with the walk over the syntax tree in
`shell`, so that one's gap is not the other's. One pass; nesting has a limit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.policy.arithmetic import computed_names
from tracer.policy.simple_commands import SimpleCommands
from tracer.policy.spelling import NotUnderstood
from tracer.policy.words import Word

if TYPE_CHECKING:
    from collections.abc import Callable

    from tracer.policy.plans import Classes
    from tracer.policy.reading import Reading

_LENGTH = 200_000  # characters; a longer line is not looked into
_DEPTH = 12
_CLOSERS = frozenset({"then", "do", "done", "fi", "else", "elif", "esac", "}", "in"})
_REFUSED = frozenset({"function", "select", "coproc", "repeat", "foreach", "nocorrect", "noglob"})
_NUMERIC = frozenset({"-eq", "-ne", "-lt", "-le", "-gt", "-ge"})


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


class Reader(SimpleCommands):
    """One pass over a line; raises NotUnderstood at the first thing that may change something."""

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
            self.judge(words, variables)
            return
        for name, _, is_number in variables:
            self.names.sets(name, is_number=is_number)

    def _function(self, words: list[Word]) -> None:
        """`name() { ... }`: what it does is judged where it stands, not where it is called."""
        name = words[0].text if len(words) == 1 and not words[0].is_glob else None
        if name is None or not name.isidentifier() or self.means_something(name):
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
        self.functions.add(name)


_COMPOUND: dict[str, Callable[[Reader], None]] = {
    "{": Reader._group,  # noqa: SLF001 - its own methods
    "if": Reader._if,  # noqa: SLF001
    "while": Reader._while,  # noqa: SLF001
    "until": Reader._while,  # noqa: SLF001
    "for": Reader._for,  # noqa: SLF001
    "case": Reader._case,  # noqa: SLF001
    "[[": Reader._condition,  # noqa: SLF001
}
