"""What one simple command of a shell line does: its words looked up in `hooks/shell.yaml`.

The words come from `shell`, which walks the line's syntax tree. A command may hold another line
(`sh -c LINE`), which is read the same way.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from tracer.model.patches import patched
from tracer.model.patterns import lazy_pattern
from tracer.policy.plans import Classes, ShellPlan
from tracer.policy.tables import Tables, joined
from tracer.policy.words import UNKNOWN, Word
from tracer.policy.writes import UNSEEN, Writes, guesses, writes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tracer.model.events import Target

MOVING = frozenset({"cd", "pushd", "popd"})
SHIPPED = Classes()
DEPTH = 8  # command lines inside command lines
_SHOWN = 400  # characters of a command that nobody knows
_TEXT = 10_000  # characters of a command that are searched for decoders
_WRAPPED = 24  # commands inside one another
_WORDS = 400  # arguments of a command that are looked at
_SEEN_LIMIT = 50  # files one line is remembered to have shown
_SUBCOMMAND_WORDS = 5  # `--no-pager -C DIR intent add`
_RUNS_LINE = lazy_pattern(r"-[a-zA-Z]*c[a-zA-Z]*\Z")
_ASSIGNMENT = lazy_pattern(r"([A-Za-z_]\w*)=")


class Commands:
    """What the commands of a line were found to do, so far, in the order the shell runs them."""

    def __init__(self, known: Tables, cwd: str, classes: Classes) -> None:
        self._known = known
        self._classes = classes
        self._dangers: list[str] = []
        self._shows: list[str] = []
        self._patches = False
        self._is_piped = False  # whether the command at hand reads another's output
        self._document: str | None = None  # its here-document, where it is literal
        self._sent: str | None = None  # what `echo` before it in the pipe prints
        self._cwd: str | None = cwd
        self._start = cwd
        self._is_safe = True
        self._is_complete = True
        self._targets: list[Target] = []
        self._selects: str | None = None
        self._control: str | None = None
        self._creates_intent = False
        self._unknown: list[str] = []
        self._depth = 0
        self._wrappers = 0
        self._runs_in: list[str] = []
        self._is_moved = False  # whether CDPATH leads `cd` elsewhere
        self._links: list[tuple[str, str]] = []  # links the line makes, and where they lead

    def plan(self) -> ShellPlan:
        """What was found."""
        return ShellPlan(
            self._is_safe,
            (*self._targets, *self._behind_links()),
            self._is_complete,
            self._selects,
            self._control,
            self._creates_intent,
            tuple(self._unknown),
            tuple(dict.fromkeys(self._dangers)),
            tuple(dict.fromkeys(self._shows))[:_SEEN_LIMIT],
            self._patches,
            tuple(dict.fromkeys(self._runs_in)),
        )

    def _behind_links(self) -> list[Target]:
        """Where what the line writes ends, through links that it makes itself."""
        return [
            target._replace(path=source + target.path[len(link) :])
            for target in self._targets[:_SEEN_LIMIT]
            for link, source in self._links[:_SEEN_LIMIT]
            if target.path.startswith(link + os.sep)
        ]

    def _link(self, arguments: list[Word], found: Writes) -> None:
        """`ln -s SOURCE LINK`: what is written below LINK later lies below SOURCE."""
        operands = [word.text for word in _operands(arguments)]
        source = operands[0] if operands else None
        for target in found.targets:
            if source is not None:
                place = os.path.join(os.path.dirname(target.path), source)
                self._links.append((target.path, os.path.normpath(place)))

    def read(self, line: str, depth: int) -> None:
        """Read a whole line; `depth` counts the lines it is inside of."""
        raise NotImplementedError

    def _anything(self, text: str) -> None:
        """Something that could do anything."""
        self._is_safe = False
        self._is_complete = False
        self._unknown.append(text[:_SHOWN])
        self._runs_in += [] if self._cwd is None else [self._cwd]

    def _command(self, words: Sequence[Word], text: str) -> None:
        """One simple command. `text` is how it was written."""
        spelled = self._known.spelled(words)
        if spelled is not None:
            words = spelled
        if words[0].text is None or words[0].is_glob:
            self._anything(text)
            return
        name = self._known.command_name(words[0].text)
        arguments = list(words[1:])
        if name in MOVING:
            self._change_directory(name, arguments)
        elif os.path.basename(name) in self._known.control:
            self._own_command(os.path.basename(name), arguments, text)
            if "/" in name:  # perhaps another program of that name
                self._anything(text)
        elif self._by_team(name, arguments, text):
            return
        elif name in self._known.patches:
            self._patch(arguments, text)
        elif name in self._known.shells or name == "eval":
            self._inner_line(name, arguments, text)
        else:
            self._ordinary(name, arguments, text)

    def _by_team(self, name: str, arguments: list[Word], text: str) -> bool:
        """Whether the team's own lists settled the command."""
        if self._classes == SHIPPED:
            return False
        line = " ".join([name, *("?" if word.text is None else word.text for word in arguments)])
        given = self._classes.of(line)
        if given == "destructive":
            self._dangers.append("the team's configuration says so")
        elif given == "mutating":
            self._is_safe = False
            self._writing(name, arguments, text)
        return given in ("safe", "mutating")

    def _patch(self, arguments: list[Word], text: str) -> None:
        """A patch in the agents' notation names the files it writes."""
        self._is_safe = False
        self._patches = True
        patch = arguments[0].text if arguments else self._document
        targets = None if patch is None else patched(patch)
        if targets is None:
            self._anything(text)
            return
        for target in targets:
            place = self._below(target.path)
            end = None if target.move_to is None else self._below(target.move_to)
            if place is None or (target.move_to is not None and end is None):
                self._add(UNSEEN)
            else:
                self._targets.append(target._replace(path=place, move_to=end))

    def _ordinary(self, name: str, arguments: list[Word], text: str) -> None:
        known = self._known
        before = self._cwd
        given = arguments
        if known.code.takes(name):
            read = [Word(text) for text in (self._document, self._sent) if text]
            given = [*arguments, *read]
            self._look_inside_code(name, [word.text for word in given if word.text])
        elif name == "alias":
            self._look_inside_aliases(arguments)
        danger = known.danger(name, given, self._cwd)
        if danger is not None:
            self._dangers.append(f"`{name}` {danger}")
            self._is_safe = False
        elif self._is_piped and not _operands(arguments) and known.is_interpreter(name):
            self._dangers.append(f"`{name}` runs what it is sent")
        if name in known.globals:
            arguments = self._without_globals(known.globals[name], arguments)
        if name in known.nested:
            arguments = self._nested(known.nested[name], arguments, text)
        if known.only_reads(name, arguments):
            self._show(arguments)
        elif name in known.wrappers:
            self._wrapped(known.wrappers[name], arguments, text)
        else:
            self._is_safe = False
            self._writing(name, arguments, text)
        self._cwd = before

    def _show(self, arguments: list[Word]) -> None:
        """Files a reading command was given: whoever ran it has seen them."""
        for word in arguments:
            if word.text and not word.is_glob and not word.text.startswith("-"):
                place = self._below(word.text)
                if place is not None and os.path.isfile(place):
                    self._shows.append(place)

    def _writing(self, name: str, arguments: list[Word], text: str) -> None:
        """A command that may write: the files it names, or a note that they are not known."""
        if self._known.is_inert(name, arguments):
            return
        rule, rest = self._known.writes.get(name), arguments
        if rule is None and arguments and arguments[0].text is not None:
            rule, rest = self._known.writes.get(f"{name} {arguments[0].text}"), arguments[1:]
        found = UNSEEN if rule is None else writes_of(rule, rest, self._cwd)
        if rule is not None and any(word.maybe for word in rest):
            self._targets += guesses(rule, rest, self._cwd)
        if not found.complete:
            self._runs_in += [] if self._cwd is None else [self._cwd]
            maybe = " ".join(guess for word in arguments for guess in word.maybe)
            self._unknown.append(f"{text[:_SHOWN]} {self._named(arguments)} {maybe}".rstrip())
        if rule is None:
            self._look_inside(name, arguments, text)
        if name == "ln":
            self._link(arguments, found)
        self._add(found)

    def _named(self, words: Sequence[Word]) -> str:
        """What the words of a command name, as the shell hands them over, seen from the start."""
        found = []
        for word in words[:_WORDS]:
            text = word.text or ""
            place = None if not text or word.is_glob else self._below(text)
            inside = place is not None and self._start is not None and self._cwd != self._start
            found += [text, os.path.relpath(place, self._start)] if inside and place else [text]
        return " ".join(found)

    def _look_inside(self, program: str, words: Sequence[Word], text: str) -> None:
        """A command nobody knows may run the command among its words (`setsid rm -rf x`).

        Only what that would be too dangerous for counts, not what it is called: `pytest -k curl`.
        After `python -c` stands no command line, but code (`_look_inside_code`).
        """
        for at, word in enumerate(words[:_WORDS]):
            if not word.text:
                continue
            module = word.text.removeprefix("-m")  # `python -mtracer`
            name = self._known.command_name(word.text)
            name = module if module in self._known.control else name
            rest = list(words[at + 1 : at + _WORDS])
            if os.path.basename(name) in self._known.control:
                self._own_command(os.path.basename(name), rest, text)
            danger = self._known.danger(name, rest, self._cwd, only_by_use=True)
            if danger is not None:
                self._dangers.append(f"`{name}` {danger}")
            before = words[at - 1].text if at else None
            inner = " " in word.text and self._known.takes_a_line(before or "")
            if inner and self._depth < DEPTH and not self._known.code.takes(program):
                self._look_inside_line(word.text)
            if not word.text.startswith("-"):
                program = name

    def _look_inside_code(self, name: str, codes: Sequence[str]) -> None:
        """The dangers of code of another language that a program is given."""
        for code in codes[:_WORDS]:
            if self._known.code.deletes(code):
                self._dangers.append(f"`{name}` runs code that deletes what nobody sees beforehand")
            if self._depth < DEPTH:
                for line in self._known.code.lines(code):
                    self._look_inside_line(line)

    def _look_inside_aliases(self, arguments: Sequence[Word]) -> None:
        """The dangers of what `alias NAME=LINE` lets a later command run."""
        for word in arguments[:_WORDS]:
            if word.text and "=" in word.text and self._depth < DEPTH:
                self._look_inside_line(word.text.partition("=")[2])

    def _look_inside_line(self, line: str) -> None:
        """The dangers and own commands of a line that some program may give to a shell."""
        reader = type(self)(self._known, self._cwd or os.sep, self._classes)
        reader.read(line.removeprefix("!"), self._depth + 1)
        self._dangers += reader.plan().dangers
        self._control = self._control or reader.plan().control

    def _add(self, found: Writes) -> None:
        self._targets += found.targets
        self._is_complete = self._is_complete and found.complete

    def _change_directory(self, name: str, arguments: list[Word]) -> None:
        """Follow `cd` to a directory that is there; anything else leads to an unknown place."""
        word = arguments[0] if len(arguments) == 1 else UNKNOWN
        if name == "cd" and not arguments:
            word = Word(os.path.expanduser("~"))
        place = None
        if name != "popd" and word.text is not None and not word.is_glob:
            place = self._below(word.text)
        if place is not None:
            place = os.path.normpath(place)  # shells go back by the text, also through a link
        moved = self._is_moved and word.text is not None and not os.path.isabs(word.text)
        self._cwd = place if place is not None and not moved and os.path.isdir(place) else None

    def _below(self, place: str) -> str | None:
        """The directory `place`, seen from the present one."""
        if os.path.isabs(place):
            return place
        return None if self._cwd is None else os.path.join(self._cwd, place)

    def _own_command(self, name: str, arguments: list[Word], text: str) -> None:
        """Tracer itself: reading is free, the handshake is noted, the rest is a person's."""
        rules = self._known.control[name]
        line = _subcommand_first(arguments)
        hidden = any(word.text is None or word.is_glob for word in arguments[:_SUBCOMMAND_WORDS])
        if hidden or re.match(rules["refused"], line):
            self._is_safe = False
            self._creates_intent = self._control is None and bool(re.match(rules["first"], line))
            self._control = text
        elif self._known.only_reads(name, arguments):
            self._selects = _selected(rules["selects"], arguments) or self._selects
        else:
            self._is_safe = False
            rule = self._known.writes.get(name)
            if rule is not None:
                self._targets += writes_of(rule, arguments, self._cwd).targets

    def _inner_line(self, name: str, arguments: list[Word], text: str) -> None:
        """`sh -c LINE` and `eval LINE`: read the line, where it is literal."""
        line = joined(arguments) if name == "eval" else self._line_given(arguments)
        if line is None and name != "eval" and not _operands(arguments):
            line = self._document  # `sh <<EOF`
            if line is None:
                self._dangers.append(f"`{name}` runs what it is sent")
        if line is None:
            parts = "".join(char if char.isalnum() else " " for char in text[:_TEXT]).split()
            if not self._known.decoders.isdisjoint(parts) or "/dev/stdin" in text:
                self._dangers.append(f"`{name}` runs what was decoded or fetched")
            self._anything(text)
            return
        self._document = None
        before, depth = self._cwd, self._depth
        self.read(line, depth + 1)
        self._depth = depth
        if name != "eval":
            self._cwd = before

    def _line_given(self, arguments: list[Word]) -> str | None:
        """The line after `-c`, whatever options stand before it; None where there is none."""
        rest = list(arguments)
        while rest:
            option = rest.pop(0).text
            if option is None or not option.startswith(("-", "+")):
                return None
            if option in self._known.shell_values:
                rest = rest[1:]
            elif _RUNS_LINE.match(option):
                while rest and (rest[0].text or "").startswith("-"):
                    rest.pop(0)
                return rest[0].text if rest else None
        return None

    def _without_globals(self, rule: dict[str, Any], arguments: list[Word]) -> list[Word]:
        """The arguments from the subcommand on; `-C DIR` moves there, for this command."""
        rest = list(arguments)
        while rest and (rest[0].text or "").startswith("-"):
            option = rest[0].text or ""
            if option in rule["directory"] and len(rest) > 1:
                place = rest[1].text
                self._cwd = None if place is None else self._below(place)
                rest = rest[2:]
            elif re.match(rule["flags"], option):
                rest = rest[1:]
            else:
                break
        return rest

    def _nested(self, rule: dict[str, Any], arguments: list[Word], text: str) -> list[Word]:
        """The arguments without the commands among them, which are read here."""
        outer: list[Word] = []
        inner: list[Word] | None = None
        for word in arguments:
            if inner is None:
                if word.text in rule["starts"]:
                    inner = []
                else:
                    outer.append(word)
            elif word.text in rule["ends"]:
                before, self._cwd = self._cwd, None  # `-execdir` runs anywhere
                self._command(inner or [UNKNOWN], text)
                self._cwd, inner = before, None
            else:
                inner.append(UNKNOWN if "{}" in (word.text or "") else word)
        if inner is not None:
            self._anything(text)
        return outer

    def _wrapped(self, rule: dict[str, Any], arguments: list[Word], text: str) -> None:
        """A command that runs the command in its arguments."""
        if rule.get("writes"):
            self._is_safe = False
        self._wrappers += 1
        if self._wrappers > _WRAPPED:
            self._dangers.append("too many commands run one another to be read")
            self._anything(text)
            return
        before = self._cwd
        rest, replaced = self._wrapper_options(rule, arguments)
        rest = self._without_variables(rule, rest[rule.get("skip", 0) :])
        if rest and rest[0].text in rule.get("line", ()):  # `flock FILE -c LINE`
            self._look_inside_line((rest[1].text or "") if len(rest) > 1 else "")
            self._anything(text)
            rest = []
        if rule.get("joins") and rest and self._depth < DEPTH:
            self._joined_line(rest)
        if rule.get("grows"):
            seen = [UNKNOWN if replaced and replaced in (w.text or "") else w for w in rest]
            rest = [*(seen or [Word("echo")]), UNKNOWN]
        if rest:
            self._command(rest, text)
        self._cwd = before
        self._wrappers -= 1

    def _wrapper_options(
        self, rule: dict[str, Any], arguments: list[Word]
    ) -> tuple[list[Word], str]:
        """The words from the first operand on, and the text that `xargs -I` replaces."""
        rest, replaced = list(arguments), ""
        values, lines = rule.get("values", ()), rule.get("line", ())
        while rest and (rest[0].text or "?").startswith("-"):
            option = rest.pop(0).text or ""
            if option == "--":
                break
            name, _, value = option.partition("=")
            given: str | None = value
            if option in values or option in lines:
                given = rest.pop(0).text if rest else None
            elif not option.startswith("--") and option[:2] in (*values, *lines):
                name, given = option[:2], option[2:]
            if name == rule.get("replaces"):
                replaced = given or ""
            if name in rule.get("directory", ()):
                self._cwd = None if given is None else self._below(given)
            if name in lines:
                self._is_safe = False
                self._look_inside_line(given or "")
        return rest, replaced

    def _joined_line(self, words: list[Word]) -> None:
        """`watch LINE`: the words together are given to a shell, as `parallel` gives each."""
        for line in {joined(words) or "", *(word.text or "" for word in words[:_WORDS])}:
            if " " in line:
                self._is_safe = False
                self._look_inside_line(line)

    def _without_variables(self, rule: dict[str, Any], words: list[Word]) -> list[Word]:
        """The words after `NAME=VALUE`, where a wrapper takes those."""
        rest = list(words)
        while rule.get("variables") and rest:
            match = _ASSIGNMENT.match(rest[0].text or "")
            if match is None:
                break
            rest.pop(0)
        return rest


def _operands(arguments: list[Word]) -> list[Word]:
    """The arguments that are no options."""
    return [word for word in arguments if word.text is None or not word.text.startswith("-")]


def _selected(rule: dict[str, Any], arguments: list[Word]) -> str | None:
    """The intent that `intent select` names: the operand after those words."""
    texts = [word.text or "" for word in arguments]
    count = len(rule["words"])
    for start in range(len(texts) - count):
        if texts[start : start + count] == rule["words"]:
            operands = [t for t in texts[start + count :] if t not in rule["flags"]]
            return operands[0] if len(operands) == 1 else None
    return None


def _subcommand_first(arguments: Sequence[Word]) -> str:
    """A line of tracer's with its options at the end, because they may stand anywhere."""
    words = ["?" if word.text is None else word.text for word in arguments]
    options, operands = [], []
    while words:
        word = words.pop(0)
        if word == "-C":
            del words[:1]
        elif word.startswith("-"):
            options.append(word)
        else:
            operands.append(word)
    return " ".join((*operands, *options))
