"""What is said of a function around its code: names of parameters, and types that can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.equivalence.conditions.text_lookups import is_only_called
from tracer.classify.equivalence.symbols.hierarchy import name_of
from tracer.classify.equivalence.symbols.symbols import shown
from tracer.classify.equivalence.symbols.walking import calls_naming, spreads
from tracer.semantics.core import Kind

if TYPE_CHECKING:
    from tracer.classify.equivalence.conditions.conditions import Conditions
    from tracer.classify.equivalence.symbols.walking import Spread
    from tracer.semantics.core import Function, Symbol
    from tracer.semantics.program import Program


class Signatures:
    """The questions, asked of a function of both versions."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions

    def why_named(self, before: Symbol, after: Symbol) -> str | None:
        """Why the parameters of a function may not have other names, or None."""
        outline, table = self.conditions.outline(0, before)
        if not table.parameter_names:
            return None
        ours = self.conditions.programs[0].definitions[before].function
        theirs = self.conditions.programs[1].definitions[after].function
        if ours is None or theirs is None:
            return None
        for one, other in zip(ours.parameters, theirs.parameters, strict=False):
            if one.name == other.name or one.kind in {"positional", "*", "**"}:
                continue
            if not self.conditions.is_closed(outline, one.name):
                return f"callers of `{shown(before)}` may name its parameter `{one.name}`"
            handed = self._handed_on(before) or self._handed_on(after, 1)
            if handed:
                return f"{handed}, and may be called with the names of its parameters"
            spread = self._spread(before, after)
            if spread:
                return f"{spread} may pass `{one.name}` of `{shown(before)}` by its name"
            for lookups in self.conditions.lookups:
                spelled = lookups.why_spelled(name_of(before), is_looked_up=True)
                if spelled and outline.owner is None:
                    return f"{spelled}, and its parameter `{one.name}` may be passed by name"
            named = self._named((before, after), (other.name, one.name))
            if named:
                return f"{named} of `{shown(before)}`"
            for name in (one.name, other.name):
                if any(lookups.names_parameter(name) for lookups in self.conditions.lookups):
                    return f"`{name}` stands in a text, and is a parameter of `{shown(before)}`"
            self.conditions.assume(table, outline, "computed-names")
        return None

    def _handed_on(self, symbol: Symbol, at: int = 0) -> str | None:
        """Who else may call a function than the calls that name it, or None."""
        program = self.conditions.programs[at]
        outline, name = program.outline(symbol), name_of(symbol)
        if outline.kind is Kind.PROPERTY:
            return None
        owner = outline.owner
        called = [symbol]
        if owner is not None and name.startswith("__"):
            called.append(owner)  # whose objects the language makes, or uses
        elif owner is not None and not outline.is_private and program.has_unknown_bases(owner):
            return f"`{shown(symbol)}` may replace a member that is not seen"
        if any(map(_may_register, program.definitions[symbol].decorators)):
            return f"`{shown(symbol)}` is decorated"
        if not all(is_only_called(program, one) for one in called):
            return f"`{shown(symbol)}` is handed on"
        is_named = any(
            program.references.get(one) or program.unresolved_of("." + name_of(one))
            for one in called
        )
        return None if is_named else f"`{shown(symbol)}` is called by nobody here"

    def _named(self, pair: tuple[Symbol, Symbol], others: tuple[str, str]) -> str | None:
        """Where an argument is given by the name that its parameter has on the other side only."""
        for program, symbol, name in zip(self.conditions.programs, pair, others, strict=True):
            for caller in calls_naming(program, name):
                if self._may_call(caller, program, symbol):
                    return f"a call in `{caller.where}` names the parameter `{name}`"
        return None

    def _spread(self, before: Symbol, after: Symbol) -> str | None:
        """Where arguments with computed names are given to a function, or to one that may be it."""
        for program, symbol in zip(self.conditions.programs, (before, after), strict=True):
            for caller in spreads(program):
                if self._may_call(caller, program, symbol):
                    return f"a call in `{caller.where}`"
        return None

    @staticmethod
    def _may_call(caller: Spread, program: Program, symbol: Symbol) -> bool:
        """Whether a call may be one of a function, or makes an object of its class."""
        named = {symbol, program.outline(symbol).owner}
        words = {name_of(one) for one in named if one is not None}
        return caller.called is None or caller.called in named or caller.word in words

    def why_annotated(self, before: Symbol, after: Symbol) -> str | None:
        """Why types that are said of a function matter where they can be read at run time."""
        outline, table = self.conditions.outline(0, before)
        if not table.readable_types:
            return None
        ours = self.conditions.programs[0].definitions[before].function
        theirs = self.conditions.programs[1].definitions[after].function
        if ours is None or theirs is None or _types_of(ours) == _types_of(theirs):
            return None
        for program, symbol in zip(self.conditions.programs, (before, after), strict=True):
            if any(map(_may_read_types, program.definitions[symbol].decorators)):
                return f"a decorator of `{shown(symbol)}` may read the types that it says"
        if not self.conditions.is_closed(outline, name_of(before)):
            return f"the types that `{shown(before)}` says can be read at run time"
        for program in self.conditions.programs:
            for file in program.files:
                found = table.readable_types.search(file.text.decode("utf-8", "replace"))
                if found:
                    return f"`{found[0]}` in `{file.path}` may read the types of `{shown(before)}`"
        self.conditions.assumed.add("introspection")
        return None


def _may_register(decorator: object) -> bool:
    """Whether a decorator may hand a function on; those of the language for methods do not."""
    return getattr(decorator, "path", "") not in _OF_METHODS


def _may_read_types(decorator: object) -> bool:
    """Whether a decorator may look at annotations, as those of web frameworks do."""
    path = getattr(getattr(decorator, "function", decorator), "path", "")
    return path not in _OF_METHODS | _READS_NO_TYPES


_READS_NO_TYPES = frozenset(
    {"builtins.property", "functools.cache", "functools.lru_cache", "functools.cached_property",
     "functools.wraps", "contextlib.contextmanager", "contextlib.asynccontextmanager",
     "typing.override", "typing.final"},
)  # fmt: skip
_OF_METHODS = frozenset({"builtins.staticmethod", "builtins.classmethod", "abc.abstractmethod"})


def _types_of(function: Function) -> tuple[object, ...]:
    return (*(p.type for p in function.parameters), function.result)
