"""Whether two pieces of code are the same but for names that a map pairs, without evaluation.

Code that a change only renames, moves or calls by another name is told apart from code that it
writes anew by one walk over both, which costs a hundredth of two evaluations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tracer.semantics.core import Member, Symbol

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tracer.classify.equivalence.symbols.renaming import Renaming
    from tracer.semantics.program import Program


class Alike:
    """Compares core code under a map. `words`: plain names that mean something else now."""

    def __init__(
        self, programs: tuple[Program, Program], renaming: Renaming, words: Iterable[bytes]
    ) -> None:
        self._programs = programs
        self._renaming = renaming
        self._words = frozenset(
            (
                *(word.decode("utf-8", "replace") for word in words),
                *renaming.labels,
                *renaming.labels.values(),
                *renaming.gone_labels,
            )
        )

    def same(self, before: Any, after: Any) -> bool:
        """Whether the code is the same, every name meaning the image of what it meant.

        Says no wherever a word that means something else stands as a text, and where a definition
        has no image. Cost: linear in the code.
        """
        todo = [(before, after)]
        while todo:
            one, other = todo.pop()
            if type(one) is not type(other):
                return False
            if isinstance(one, Symbol):
                if not self._is_image(one, other):
                    return False
            elif isinstance(one, Member):
                if one.is_optional != other.is_optional or not self._is_same_member(one, other):
                    return False
                todo.append((one.object, other.object))
            elif isinstance(one, tuple):
                if len(one) != len(other):
                    return False
                fields = getattr(one, "_fields", ())
                count = len(one) - 1 if fields[-1:] == ("row",) else len(one)
                todo.extend(zip(one[:count], other[:count], strict=True))
            elif one != other or not self._is_plain(one):
                return False
        return True

    def same_types(self, before: Symbol, after: Symbol) -> bool:
        """Whether the locals of two definitions have the same types."""
        ours, theirs = self._programs
        return self.same(ours.types_of(before), theirs.types_of(after))

    def _is_image(self, before: Symbol, after: Symbol) -> bool:
        """Whether a definition is the other's image, or both come from outside by one name."""
        found = self._renaming.map.to_before.get(after)
        if found is not None:
            return found == before
        is_known = before in self._programs[0].definitions or after in self._programs[1].definitions
        return not is_known and self._renaming.symbol(after) == before

    def _is_same_member(self, before: Member, after: Member) -> bool:
        if (before.owner is None) is not (after.owner is None):
            return False
        if before.owner is not None and after.owner is not None:
            return self._is_image(before.owner, after.owner)
        image = self._renaming.after(("member", after.name))
        return bool(image == ("member", before.name))

    def _is_plain(self, leaf: Any) -> bool:
        """Whether a text, or a set of such, has no word with another meaning."""
        if isinstance(leaf, frozenset):
            return not any(isinstance(one, tuple) for one in leaf) and leaf.isdisjoint(self._words)
        return not isinstance(leaf, str) or leaf not in self._words
