"""Two definitions compared under a map: all that is said of them, then what their code does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.classify.equivalence.comparison import own_names
from tracer.classify.equivalence.comparison.alike import Alike
from tracer.classify.equivalence.comparison.field_values import (
    fields_of,
    is_constant,
    is_inlined,
    is_laid_out,
)
from tracer.classify.equivalence.comparison.found import Found
from tracer.classify.equivalence.comparison.held_terms import HeldTerms
from tracer.classify.equivalence.comparison.initialisers import ELSEWHERE, Initialisers
from tracer.classify.equivalence.comparison.linkage import differing_words, is_relinked
from tracer.classify.equivalence.comparison.parts import parts_of
from tracer.classify.equivalence.comparison.side_conditions import (
    is_kept_otherwise,
    is_reordered,
    reads_volatile,
)
from tracer.classify.equivalence.symbols.arrows import as_function
from tracer.classify.equivalence.symbols.hierarchy import DATA, family_of, name_of
from tracer.classify.equivalence.symbols.languages import is_erased, table_of
from tracer.classify.equivalence.symbols.symbols import shown
from tracer.classify.equivalence.symbols.walking import (
    bare,
    references,
    symbols_in,
)
from tracer.classify.equivalence.versions.own_texts import OwnTexts
from tracer.model.assumptions import FAILURE_ORDER
from tracer.semantics.core import (
    CALLED,
    Function,
    Kind,
    Literal,
    Member,
    Ref,
    Self,
    Symbol,
)
from tracer.semantics.reach.hierarchy import CLASSES, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.equivalence.symbols.renaming import Renaming
    from tracer.classify.equivalence.versions.side import Made, Side
    from tracer.semantics.answers import Reference
    from tracer.semantics.core import Definition
    from tracer.semantics.versions import World

# Who may name a definition; where all who do are at hand, it changes nothing.
_ACCESS = frozenset({
    "public", "private", "protected", "internal", "export", "exported", "pub", "package", "open",
    "pub(crate)", "pub(super)", "crate", "default", "fileprivate",
})  # fmt: skip
_ERASED = frozenset({"readonly", "final", "override", "const", "inline", "sealed", "?"})
_PLAIN_KINDS = frozenset({"int", "str", "bool", "char"})
_VIRTUAL = frozenset({"virtual", "override", "abstract"})


class Comparison:
    """Compares definitions of two sides under one map. `words`: names with another meaning."""

    def __init__(
        self,
        before: Side,
        after: Side,
        renaming: Renaming,
        words: Iterable[bytes] = (),
        *,
        world: World,
    ) -> None:
        self.before, self.after = before, after
        self.renaming = renaming
        self._alike = Alike((before.program, after.program), renaming, words)
        self.world = world
        self._terms = HeldTerms(before, after, renaming, world=world)
        self._own_texts = OwnTexts(before, after)
        self.initialisers = Initialisers((before, after), self._found, world)

    def _is_another_type(self, before: Symbol, after: Symbol) -> bool:
        """Whether an exported type is written in other words."""
        said = []
        for side, symbol in ((self.before, before), (self.after, after)):
            outline = side.program.outline(symbol)
            tree = side.program.files[outline.file].tree
            said.append(tree.slice(outline.row).split() if tree is not None else [])
        return outline.is_exported and said[0] != said[1]

    def pair(self, before: Symbol, after: Symbol) -> Found:
        """Whether two definitions are the same."""
        if is_erased(self.before.program, before) and is_erased(self.after.program, after):
            if not self.world.is_closed and self._is_another_type(before, after):
                return Found(f"`{shown(after)}` is a type that code elsewhere may use")
            return Found(None, frozenset({"types-hold"}))
        one = as_function(self.before.definition(before))
        other = as_function(self.after.definition(after))
        why = self._why_said(one, other)
        if why:
            return Found(why)
        why = self._why_taken(one, other)
        if why:
            return Found(why, taken=True)
        assumed = own_names.assumed(one, other)
        laws: set[str] = set()
        symbols: set[Symbol] = set()
        is_typed_alike = self._alike.same_types(before, after)
        for part, ours, theirs in parts_of((self.before, self.after), self.renaming, one, other):
            if is_typed_alike and self._alike.same(ours, theirs):
                symbols |= symbols_in(ours)
                continue
            is_function = part == "function" and one.kind is not Kind.CONSTRUCTOR
            if is_function and self._own_texts.are_apart((before, after), (ours, theirs)):
                return Found(self._why_differs(after, part), code=True, apart=True)
            made, image, by = self._terms.held(before, after, part, ours, theirs)
            assumed |= made[0].assumed | made[1].assumed
            laws |= made[0].laws ^ made[1].laws
            symbols |= made[0].called | made[0].unfolded
            if by is not None:
                laws |= by
            elif not self._is_initialised(one, other, part):
                is_code = part == "function" or part.startswith("default")
                return Found(self._why_differs(after, part), code=is_code)
            order = self._failure_order(made, image)
            if order is None:
                return Found(f"`{shown(after)}` may fail in another order", code=True)
            assumed |= order
            if is_kept_otherwise(made, self.renaming):
                return Found(f"`{shown(after)}` keeps a value as another type", code=True)
        reads = self._reads(one, other)
        if reads and (
            reads_volatile(self.before.program, one) or reads_volatile(self.after.program, other)
        ):
            return Found(f"`{shown(after)}` reads what other threads may change")
        return Found(None, frozenset(assumed), frozenset(laws), frozenset(symbols), reads=reads)

    def _is_initialised(self, before: Definition, after: Definition, part: str) -> bool:
        """Whether it only makes a difference where the fields of a class get their values."""
        is_store = (before.kind, part) in {(Kind.FIELD, "value"), (Kind.CONSTRUCTOR, "function")}
        return is_store and self.initialisers.same(before.owner, after.owner)

    def _failure_order(
        self, made: tuple[Made, Made], image: tuple[Any, Any]
    ) -> frozenset[str] | None:
        """The assumption that the order of failures needs, if any; None if it is not accepted."""
        if not is_reordered(made, image, self.renaming):
            return frozenset()
        return frozenset({FAILURE_ORDER}) if FAILURE_ORDER in self.before.allowed else None

    def _reads(self, before: Definition, after: Definition) -> bool:
        """Whether two functions are written otherwise and read what a store by text may change."""
        ours, theirs = before.function, after.function
        if ours is None or theirs is None or bare(ours) == bare(theirs):
            return False
        return any(isinstance(one, Ref | Member) for one in references((ours, theirs)))

    def _found(self, homes: tuple[Symbol, Symbol], codes: tuple[Function, Function]) -> Found:
        """Whether two functions of any homes are the same, and what that rests on."""
        made, image = self._terms.made(*homes, "function", *codes)
        by = self._terms.related(homes[0], image)
        if by is None:
            return Found("the code differs")
        order = self._failure_order(made, image)
        if order is None:
            return Found("what fails first differs")
        if is_kept_otherwise(made, self.renaming):
            return Found("a value is kept as another type")
        laws = by | (made[0].laws ^ made[1].laws)
        return Found(None, made[0].assumed | made[1].assumed | order, laws)

    def same(self, homes: tuple[Any, Any], part: str, codes: tuple[Any, Any]) -> bool:
        """Whether two pieces of code of any homes are the same."""
        made, image = self._terms.made(homes[0], homes[1], part, codes[0], codes[1])
        is_related = self._terms.related(homes[0], image) is not None
        return is_related and not is_kept_otherwise(made, self.renaming)

    def _why_said(self, before: Definition, after: Definition) -> str | None:
        """A difference in what is said of the definitions, apart from code."""
        name = f"`{shown(before.symbol)}`"
        if before.kind is not after.kind and not {before.kind, after.kind} <= {
            Kind.CONSTANT, Kind.VARIABLE, Kind.FIELD,
        }:  # fmt: skip
            return f"{name} is another kind of definition"
        if before.kind is not after.kind and self._is_another_value(before, after):
            return f"{name} is a constant on one side only"
        said = differing_words((self.before, self.after), before, after)
        harmless = _ERASED
        if said & _ACCESS and self.world.is_closed and not self._overrides_now(said, before, after):
            harmless |= _ACCESS
        if before.kind in CLASSES and (before.owner is None) != (after.owner is None):
            harmless |= {"static"}  # of a class inside another that stands alone now, or was
        if "static" in said and self._needs_no_object(before, after):
            harmless |= {"static"}
        if is_relinked((self.before, self.after), before, after) and self.world.is_closed:
            harmless |= {"static"}
        if "override" in before.modifiers & after.modifiers:
            harmless |= {"virtual"}  # which is said with it
        if "final" in said and is_inlined(self.before, before, after):
            harmless -= {"final"}
        if said & ELSEWHERE and before.kind is Kind.FIELD:
            harmless |= ELSEWHERE if self.initialisers.same(before.owner, after.owner) else set()
        if said - harmless:
            return f"{name} is {' '.join(sorted(said - harmless))} on one side only"
        if before.documentation != after.documentation:
            return "a documentation that can be read at run time changed"
        if before.is_exported and not after.is_exported and not self.world.is_closed:
            return f"{name} can no longer be named from outside"
        if self._is_declared(self.before, before) is not self._is_declared(self.after, after):
            return f"{name} is declared, for its class to see, on one side only"
        table = table_of(self.before.language(before.symbol))
        if table.signature_types or before.is_order_fixed or after.is_order_fixed:
            types = (
                self.renaming.type(before.type, is_after=False),
                self.renaming.type(after.type, is_after=True),
            )
            if types[0] != types[1]:
                return f"{name} has another type"
        return self._why_ordered(before, after)

    def _is_another_value(self, before: Definition, after: Definition) -> bool:
        """Whether a constant is more than a variable that nobody stores to, or less.

        It is a new value wherever it is named (Rust), or computed without rounding (Go).
        """
        if not table_of(self.before.language(before.symbol)).constants_are_values:
            return False
        values = (before.value, after.value)
        return not all(isinstance(one, Literal) and one.kind in _PLAIN_KINDS for one in values)

    def _overrides_now(self, said: frozenset[str], before: Definition, after: Definition) -> bool:
        """Whether a method is private on one side only, and others have its name."""
        if "private" not in said or before.kind is not Kind.METHOD:
            return False
        if not table_of(self.before.language(before.symbol)).private_is_final:
            return False
        return any(
            len(family_of(side.program, lines_of(side.program), one.symbol)) > 1
            for side, one in ((self.before, before), (self.after, after))
        )

    def _is_declared(self, side: Side, one: Definition) -> bool:
        """Whether a field has a type, in a class that makes something of its declarations."""
        if one.kind not in DATA or one.owner is None or not one.type.name:
            return False
        owner = side.program.outline(one.owner)
        return owner.is_order_fixed and owner.kind is Kind.CLASS

    def _needs_no_object(self, before: Definition, after: Definition) -> bool:
        """Whether a private method never reads its object, and is only called, on objects."""
        if not table_of(self.before.language(before.symbol)).statics_on_objects:
            return False
        for side, one in ((self.before, before), (self.after, after)):
            if one.kind is not Kind.METHOD or not one.is_private or one.modifiers & _VIRTUAL:
                return False
            uses = side.program.references.get(one.symbol, ())
            if not uses or not all(self._is_on_object(side, use, one.symbol) for use in uses):
                return False
            if any(isinstance(part, Self) for part in references(one.function)):
                return False
        return True

    @staticmethod
    def _is_on_object(side: Side, use: Reference, symbol: Symbol) -> bool:
        """Whether the code that calls a method never names it but as a member of an object."""
        if use.kind != "call" or use.within is None:
            return False
        if table_of(side.language(symbol)).static_types:
            return True  # by the class's name it would not compile on one side
        code = list(references(side.definition(use.within).function))
        named = [one for one in code if isinstance(one, Ref) and one.symbol == symbol]
        members = [one for one in code if isinstance(one, Member) and one.owner == symbol]
        return not named and bool(members) and not any(isinstance(m.object, Ref) for m in members)

    def _why_ordered(self, before: Definition, after: Definition) -> str | None:
        """Members whose order is data."""
        if table_of(self.before.language(before.symbol)).fields_run_in_order:
            why = self._why_fields(before, after)
            if why:
                return why
        if not (before.is_order_fixed or after.is_order_fixed):
            return None
        ours = [s for s in before.members if is_laid_out(self.before, s)]
        theirs = [self.renaming.symbol(s) for s in after.members if is_laid_out(self.after, s)]
        if before.kind is Kind.ENUM and self._is_explicit(before, after):
            ours, theirs = sorted(ours), sorted(theirs)
        if ours != theirs:
            return f"the members of `{shown(before.symbol)}` are others, or in another order"
        return None

    def _why_fields(self, before: Definition, after: Definition) -> str | None:
        """Fields that are set in the order they stand in, and shown in it."""
        sides = (self.before, before), (self.after, after)
        images = {self.renaming.symbol(s) for s in after.members}
        kept = images.intersection(before.members)
        if self._marks(self.before, before, kept) != self._marks(self.after, after, kept):
            return f"code of `{shown(before.symbol)}` that makes objects runs in another order"
        if any(one.kind == "fields" for side, _ in sides for one in side.program.lookups):
            kinds: list[bool | None] = [None]
        else:
            kinds = [False, True]  # those of objects and those of the class are set apart
        for is_static in kinds:
            ours, theirs = (fields_of(side, one, is_static=is_static) for side, one in sides)
            order = [self.renaming.symbol(s) for s in theirs]
            if [s for s in ours if s in order] == [s for s in order if s in ours]:
                continue
            is_quiet = all(
                is_constant(side.definition(s).value)
                for (side, _), fields in zip(sides, (ours, theirs), strict=True)
                for s in fields
            )
            if is_static is not None and is_quiet:
                continue
            if is_static or not self.initialisers.same(before.symbol, after.symbol):
                return f"the fields of `{shown(before.symbol)}` are set in another order"
        return None

    def _marks(self, side: Side, definition: Definition, kept: set[Symbol]) -> list[Symbol | None]:
        """Fields that have values, as the version before has them, and None for code between."""
        if not definition.body:
            return []
        rows: list[tuple[int, Symbol | None]] = [(one.row, None) for one in definition.body]
        for symbol in definition.members:
            image = symbol if side is self.before else self.renaming.symbol(symbol)
            if image in kept and side.definition(symbol).value is not None:
                rows.append((side.program.outline(symbol).row, image))
        return [image for _, image in sorted(rows, key=lambda pair: pair[0])]

    def _is_explicit(self, before: Definition, after: Definition) -> bool:
        """Whether each member of an enum says its value, so that their order says nothing."""
        return all(
            side.definition(s).value is not None
            for side, one in ((self.before, before), (self.after, after))
            for s in one.members
            if self._kind(side, s) in DATA
        )

    @staticmethod
    def _kind(side: Side, symbol: Symbol) -> Kind:
        return side.program.outline(symbol).kind

    def _why_taken(self, before: Definition, after: Definition) -> str | None:
        """Parameters and results as callers see them."""
        ours, theirs = before.function, after.function
        name = f"`{shown(before.symbol)}`"
        if (ours is None) is not (theirs is None):
            return f"{name} has code on one side only"
        if ours is None or theirs is None:
            return None
        table = table_of(self.before.language(before.symbol))
        said = {flag for flag in ours.flags ^ theirs.flags if flag != "arrow"}
        if own_names.may_differ(((self.before, before), (self.after, after))):
            said = {flag for flag in said if not flag.startswith(CALLED)}
        if said:
            words = " ".join(sorted(said))
            return f"{name} is {words} on one side only"
        named = table.parameter_names  # a pattern has no name that a caller could give

        def shape(function: Function) -> list[tuple[str, bool, bool]]:
            return [
                (p.kind, p.default is None, named and p.pattern is None)
                for p in function.parameters
            ]

        if shape(ours) != shape(theirs):
            return f"{name} takes other parameters"
        if table.signature_types and self._signature(ours, is_after=False) != self._signature(
            theirs, is_after=True
        ):
            return f"{name} takes or gives another type"
        if table.parameter_names and before.is_exported:
            for one, other in zip(ours.parameters, theirs.parameters, strict=True):
                is_free = one.name == other.name or one.kind in {"positional", "*", "**"}
                if not is_free and not self.world.is_closed:
                    return f"callers of {name} may name its parameter `{one.name}`"
        return None

    def _signature(self, function: Function, *, is_after: bool) -> tuple[Any, ...]:
        types = [p.type for p in function.parameters]
        return tuple(self.renaming.type(t, is_after=is_after) for t in (*types, function.result))

    def _why_differs(self, after: Symbol, part: str) -> str:
        what = shown(after)
        if part.startswith("decorators"):
            return f"the decorators of `{what}` differ"
        if part.startswith("bases"):
            return f"the bases of `{what}` differ"
        if part.startswith("signature"):
            return f"the signature of `{what}` differs"
        if part.startswith("default"):
            return f"a default of `{what}` differs"
        if part == "value":
            return f"the value of `{what}` differs"
        return f"the code of `{what}` does something else"


def plain(symbol: Symbol) -> str:
    """The plain name, for words."""
    return name_of(symbol)
