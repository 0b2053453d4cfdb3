"""Which refactorings a change is made of, by the names people give them. No proof: a name.

Read off the mapping, definition by definition: a function that is paired with one of another name
was renamed, one below another class moved (`functions_and_classes`); a local that took the place of
another was renamed (`variables`), and so on for attributes (`attributes`), parameters and types
(`signatures`), values (`extract_inline_variable`) and code that went into a function of its own
(`extract_inline_method`). A name is given only where both sides bear it out: the old name is gone
and the new one was not there, the value that got a name stood where the name is used now, the code
of the new function stood in one that now calls it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.detection import signature_text as spelled
from tracer.classify.detection import signatures as signature
from tracer.classify.detection.attributes import Attributes
from tracer.classify.detection.conditionals import of_conditions
from tracer.classify.detection.extract_inline_method import Parts
from tracer.classify.detection.extract_inline_variable import Values
from tracer.classify.detection.extracted_types import Parents
from tracer.classify.detection.function_pair import Pair
from tracer.classify.detection.functions_and_classes import Definitions
from tracer.classify.detection.program_elements import Named, Version
from tracer.classify.detection.variable_attribute import Members
from tracer.classify.detection.variables import Variables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context

__all__ = ["Named", "named_refactorings"]


def named_refactorings(context: Context) -> list[Named]:
    """The refactorings a change is made of, by name. Cost: the paired functions that differ."""
    mapping = context.mapping
    versions = Version(context, is_after=False), Version(context, is_after=True)
    definitions = Definitions(mapping, *versions)
    attributes = Attributes(definitions)
    members = Members(attributes)
    parents = Parents(definitions)
    found = [*definitions.classes(), *definitions.modules(), *attributes.run()]
    pairs = []
    for node_b, node_a, one, two in definitions.pairs():
        found += definitions.moved(node_b, node_a, one, two)
        if definitions.is_elsewhere(one, two):
            parents.add(one, two)
        pairs.append(Pair(mapping, versions, (node_b, node_a), (one, two)))
        if pairs[-1].is_same:
            continue
        swapped = list(members.swapped(pairs[-1], (one, two)))
        found += [pairs[-1].named(*swap) for swap in swapped]
        found += _inside(pairs[-1], {word for _, word in swapped})
    for node_b, node_a, one, two in definitions.files():
        found += _inside(Pair(mapping, versions, (node_b, node_a), (one, two)), set())
    for node_b, node_a, one, two in definitions.makers():
        pair = Pair(mapping, versions, (node_b, node_a), (one, two))
        found += () if pair.is_known else spelled.head(pair)
    found += parents.run(attributes.moved)
    found += Parts(definitions, pairs).run()
    return found


def _inside(pair: Pair, swapped: set[str]) -> Iterator[Named]:
    """What happened to the signature and the body of one function.

    `swapped`: locals that are attributes on the other side.
    """
    if not pair.is_known:
        yield from spelled.signature(pair)
        yield from signature.marks(pair)
        return
    variables = Variables(pair)
    new_of = variables.new_of
    yield from variables.run()
    yield from signature.parameters(pair, new_of)
    yield from signature.types(pair, new_of)
    yield from signature.marks(pair)
    yield from of_conditions(pair)
    yield from Values(pair, swapped | variables.words).run()
