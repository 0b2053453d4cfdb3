"""The closed list of what a proof may take for granted; `docs/assumptions.md` is made from it.

An assumption is about code outside the texts at hand, or about values whose types are not seen.
Whatever stands in the texts and contradicts one wins: the proof then fails.
"""

from __future__ import annotations

from typing import Any

from tracer.model.errors import UsageError
from tracer.model.named_tuple import NamedTuple

NONE, DEFAULT = "none", "default"
AWAIT_TURNS = "await-turns"
ENDED_ITERATIONS = "ended-iterations"
FAILURE_ORDER = "failure-order"
INTROSPECTION = "introspection"
PLAIN_OPERATORS = "plain-operators"
PRESENT_ELEMENTS = "present-elements"
STEADY_LISTS = "steady-lists"


class Assumption(NamedTuple):
    """One of them: `sentence` is what is taken for granted, `unless` when it is not even so.

    `is_standard`: accepted where nobody says otherwise.
    """

    id: str
    sentence: str
    unless: str
    is_standard: bool = True


ASSUMPTIONS: tuple[Assumption, ...] = (
    Assumption(
        "computed-names",
        "Nothing finds a renamed, moved or removed name by a text that it computes.",
        "the word, or a part that is put together with others, stands in a text of the code, in a "
        "configuration file or a template of the world; names are data by design (serialised "
        "fields, columns, routes, command-line options, what a framework finds by its name); or "
        "code lists, evaluates or looks up names as data near it.",
    ),
    Assumption(
        PLAIN_OPERATORS,
        "Operators, comparisons, truth tests and attribute reads on values whose type is not seen "
        "do what they do on built-in values: they have no effects, and give the same each time, "
        "or fail for values that they do not take. In JavaScript and TypeScript a number meets "
        "only values that become one: no BigInt, Symbol or object without a primitive value. What "
        "`++` and `--` step is a number, and what a loop indexes from zero to its length a list. "
        "What Python's `sum` adds up, which rounds otherwise than a loop, are no floats, and what "
        "its `+` and `*` give is no list that is changed, or asked which one it is.",
        "a class of the program that such a value may be of defines the operator or attribute "
        "otherwise, or the program makes such values.",
    ),
    Assumption(
        "module-load",
        "Loading a module of this program does nothing but define what stands in it.",
        "its top level shows another effect, or an import comes to stand in a circle of imports.",
    ),
    Assumption(
        INTROSPECTION,
        "Nothing depends on qualified names, module paths in stored objects, stack frames, line "
        "numbers, source texts, the text that a function or class has of itself, whether an object "
        "that is only a function is a new one or of a class of its own, the names of fields that "
        "an object shows where it is printed as a whole, or the order in which named arguments are "
        "given to what is not seen.",
        "code of the world reads one of them where it may meet the definition.",
    ),
    Assumption(
        "types-hold",
        "Declared types are what they say, a number no truth value, and both versions compile.",
        "a cast, an ignored error or an unchecked value contradicts the type where it matters.",
    ),
    Assumption(
        "own-members",
        "A member that only this program defines, read from a value whose type is not seen, is "
        "that of the program.",
        "a type of the language or of a known library has a member of that name.",
    ),
    Assumption(
        "total-order",
        "Of two values that are compared and of which one is seen to be a number or text, the "
        "other is comparable, too, and neither is a number that is none (NaN).",
        "the program mentions NaN, or makes such numbers: of text, by a library, or, where types "
        "are declared, at all; everywhere but in Python also where the type of either is not seen.",
    ),
    Assumption(
        FAILURE_ORDER,
        "Where several things that have no effect fail, one after the other, it does not matter "
        "which does first, and is reported.",
        "something has an effect in between, or a handler around them tells one failure from "
        "another.",
    ),
    Assumption(
        ENDED_ITERATIONS,
        "Code that is not seen and that a generator, `map` or `filter` calls for an element does "
        "not end the iteration by raising `StopIteration` (Python).",
        "the code that is run for each element, or a function of the program that it calls by "
        "name, asks for the next element of an iterator without a default, or raises it.",
    ),
    Assumption(
        PRESENT_ELEMENTS,
        "What a map or another collection of the library holds is not null (Java).",
        "code of the program puts `null` into one.",
    ),
    Assumption(
        STEADY_LISTS,
        "What `forEach`, `map`, streams and the like go through gets no more, no fewer and no "
        "other elements meanwhile, by another name of it or in a function that is called (Java, "
        "JavaScript, TypeScript), and has a value at each place (JavaScript, TypeScript).",
        "the function that is run for each element changes it by its name, or a file may leave "
        "places of a list empty (`Array(3)`, `[1, , 3]`, a length that is set, `delete`).",
    ),
    Assumption(
        AWAIT_TURNS,
        "Nothing depends on how many turns of the queue of promises an async function lets others "
        "have before it goes on with what another one gave it (JavaScript, TypeScript).",
        "the program races promises, or puts something into that queue or sets a timer.",
    ),
    Assumption(
        "language-version",
        "The code runs on the versions of the language and its libraries that the project's own "
        "files allow, the oldest still maintained where they say nothing.",
        "a file of the project names an older one.",
    ),
)
BY_ID = {one.id: one for one in ASSUMPTIONS}


def accepted(text: str) -> frozenset[str]:
    """The ids that a list accepts: `none`, `default` or ids with commas between.

    Raises: UsageError for an id that is not on the list.
    """
    found: set[str] = set()
    for word in (part.strip() for part in text.split(",")):
        if word == DEFAULT:
            found.update(one.id for one in ASSUMPTIONS if one.is_standard)
        elif word in BY_ID:
            found.add(word)
        elif word and word != NONE:
            known = ", ".join(sorted(BY_ID))
            raise UsageError(f"{word} is no assumption", fix=f"Name some of: {known}")
    return frozenset(found)


def written(setting: object) -> str:
    """The setting `assume` as one text, from what YAML makes of it: a word, or a list of ids.

    An empty list accepts nothing. Raises: UsageError for an id that is not on the list, or a value
    of another kind.
    """
    words: list[Any] = setting if isinstance(setting, list) else [setting]
    if not all(isinstance(word, str) for word in words):
        raise UsageError("assume must be a list of texts", fix="Write `assume: [...]`.")
    text = ",".join(words) or NONE
    accepted(text)
    return text


def document() -> str:
    """`docs/assumptions.md`: the list in words."""
    lines = [
        "# What a proof may take for granted",
        "",
        "A refactoring is proved `complete` (from the texts and the language alone) or `conditional`,",  # noqa: E501 - as printed
        "with some of these assumptions. No other is ever made. A team says which it accepts with",
        "`assume` in `.orchestration/config.yaml`, one call with `--assume none|default|ID,...`.",
        "What is made of this list and the code that uses it is one registry",
        "(`tracer/model/assumptions.py`); this page is printed by",
        "`python -m tracer.model.assumptions`.",
        "",
    ]
    for one in ASSUMPTIONS:
        standard = "" if one.is_standard else " Not accepted by default."
        lines += [f"## `{one.id}`", "", f"{one.sentence}{standard}", ""]
        lines += [f"Not accepted even so: where {one.unless}", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    print(document(), end="")  # noqa: T201 - the command's answer
