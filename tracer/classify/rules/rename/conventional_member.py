"""`rename_member`, where a habit or a checker keeps a member inside: another name everywhere.

For languages that do not keep it there when they run (table `own_members` of verdicts.yaml: `_a`
in Python, `private a()` in TypeScript). Then every occurrence in the change set counts, and each is
reached by an object that must have the class. Side conditions, on both sides:

- each occurrence defines the member in a class, or reads it off the method's own object, its class
  by name, or `super`; each is updated, nowhere was the new name, nowhere is the former one left;
- these classes, and all that are derived from them, have known bases, none of which may have one of
  the two names; nothing in them sees which members are read or made (`__getattr__`, decorators,
  values that are told their names), nor do their bases show members or look them up;
- somebody reads the member, and no method that does is called on objects of another class;
- no text spells the word, put together or not, and no file that has the word looks members up by
  names that it computes, or shows them; the world is closed, or no other file has one of the words.

Further keys of the table (`types/member_owners.py`): `reserved` names of the kind that the language
gives a meaning; `shown_by`: what shows all members that an object has; `made_by`: what makes
classes when it is called; `computed`: kinds that ask for a member by a value -> the field of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracer.classify.change.change import Context, Explained
from tracer.classify.change.edits import EditKind
from tracer.classify.change.look_ups import why_looked_up, why_shown
from tracer.classify.change.refusals import Asks, Refusal, asked_of_proofs
from tracer.classify.change.renamed_identity import is_borne_out
from tracer.classify.rules.rename.private_member import RULE, teller_of
from tracer.classify.rules.rename.told_members import why_told
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.functions.functions import Functions
from tracer.semantics.language.tables import is_assigned
from tracer.semantics.names.occurrences import Names, Occurrence, Use
from tracer.semantics.reflection.lookups.computed_names import why_composed, why_spelled_otherwise
from tracer.semantics.reflection.lookups.lookup_arguments import arguments_of
from tracer.semantics.reflection.readers.name_consumers import is_derived_anywhere, is_handed_on
from tracer.semantics.reflection.readers.name_readers import why_read
from tracer.semantics.types.class_hierarchy import Classes, bases_of
from tracer.semantics.types.member_owners import (
    called_off,
    class_of,
    holder_of,
    is_declared,
    is_told_its_object,
    may_be_own,
    own_members,
)
from tracer.semantics.values.string_values import is_spelled_in
from tracer.syntax.grammar import Role
from tracer.syntax.names import defined_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tracer.matching import Forest


class Renaming(NamedTuple):
    """Every update of one word to one other in the change set: edit index and image by node."""

    before: str
    after: str
    edits: dict[int, int]
    images: dict[int, int]


class _Version(NamedTuple):
    """One version of the change set, and the places in it that were renamed."""

    context: Context
    forest: Forest
    names_of: Callable[[int], Names]
    is_after: bool
    word: str  # the member's name in it
    other: str  # its name in the other one
    nodes: frozenset[int]
    left: list[str]  # what the comparison of programs may overrule


def explain(context: Context) -> Iterator[Explained]:
    """Renamed members of their classes' own, one explanation each."""
    for renaming in renamings(context):
        problem = _problem(context, renaming)
        if problem:
            context.note(renaming.edits.values(), problem)
            continue
        yield Explained.of_renaming(
            RULE,
            f"{renaming.before} -> {renaming.after}: reached by objects of its classes only, all "
            f"{len(renaming.images)} occurrence(s) follow, {renaming.after} was free",
            renaming.edits.values(),
            renaming.images,
        )


def renamings(context: Context) -> list[Renaming]:
    """Words that may be members, which became another word in edits that are not explained."""
    found: dict[tuple[str, str], Renaming] = {}
    for index, edit in context.of_kind(EditKind.UPDATE):
        tree, row = context.tree_before(edit.before)
        names = context.names_before(context.before.locate(edit.before)[0])
        if not own_members(names):
            continue
        tree_a, row_a = context.tree_after(edit.after)
        words = (tree.slice(row).decode("utf-8", "replace"),
                 tree_a.slice(row_a).decode("utf-8", "replace"))  # fmt: skip
        if may_be_own(names, row, words) and context.is_sound(edit):
            known = found.setdefault(words, Renaming(*words, {}, {}))
            known.edits[edit.before] = index
            known.images[edit.before] = edit.after
    return list(found.values())


def _problem(context: Context, renaming: Renaming) -> str | None:
    """Why a renaming is not proved to keep behaviour, or None."""
    if not context.is_closed_for(renaming.before, renaming.after):
        return f"other files may use {renaming.before}"
    problem = why_other_use(context, renaming)
    problem = problem or asked_of_proofs(next(why_known(context, renaming), None))
    if problem is None and not is_borne_out(context, renaming.images.items()):
        problem = f"wherever {renaming.before} stood, more than its name changed"
    return problem


def why_known(context: Context, renaming: Renaming) -> Iterator[str]:
    """Who may know the member's name on one side, other than the code that asks for it."""
    return filter(None, _why_known(context, renaming))


def _why_known(context: Context, renaming: Renaming) -> Iterator[str | None]:
    words = renaming.before, renaming.after
    versions = _versions(context, renaming)
    for version in versions:
        holders: set[tuple[int, int]] = set()
        for file in context.files_with(version.word, is_after=version.is_after):
            yield from _seen_in(version, file, holders)
        if holders:
            yield _why_made(version, holders)
            yield _classes(version, holders)
        yield _why_unread(version)
    yield why_composed(context, words, is_after=False)
    yield why_spelled_otherwise(context, words)
    for version in versions:
        yield from version.left


def _versions(context: Context, renaming: Renaming) -> tuple[_Version, _Version]:
    return (
        _Version(
            context, context.before, context.names_before, False,
            renaming.before, renaming.after, frozenset(renaming.images), [],
        ),
        _Version(
            context, context.after, context.names_after, True,
            renaming.after, renaming.before, frozenset(renaming.images.values()), [],
        ),
    )  # fmt: skip


def why_other_use(context: Context, renaming: Renaming) -> str | None:
    """Why the words may be other things than the member, or None."""
    problems = map(_why_other_use, _versions(context, renaming))
    return next(filter(None, problems), None)


def _why_other_use(version: _Version) -> str | None:
    """Why the word may be another thing than the member, in one version."""
    is_defined = False
    for file in version.context.files_with(version.word, is_after=version.is_after):
        names = version.names_of(file)
        if version.word.encode() not in names.tree.text:
            continue
        problem = _file(version, file)
        if problem:
            return problem
        is_defined = is_defined or any(
            o.scope >= 0
            or is_assigned(names.tree, names.tree.parent[o.row], names.tables)
            or is_declared(names, o.row)
            for o in names.occurrences(version.word)
            if o.use is not Use.DATA
        )
    return _left_over(version) if is_defined else f"{version.word} is defined elsewhere"


def _why_unread(version: _Version) -> str | None:
    """Whether nobody in the change asks for the member: then it is there for somebody else."""
    for file in version.context.files_with(version.word, is_after=version.is_after):
        names = version.names_of(file)
        for found in names.occurrences(version.word):
            is_named = found.scope >= 0 or is_declared(names, found.row)
            if found.use is not Use.DATA and not is_named:
                return None
    return f"nobody in the change asks for {version.word}"


def _left_over(version: _Version) -> str | None:
    """Whether the name that the member has in the other version stands in this one."""
    for file in version.context.files_with(version.other, is_after=version.is_after):
        names = version.names_of(file)
        if version.other.encode() not in names.tree.text:
            continue
        if not names.tables.is_known or any(
            o.use is not Use.DATA or is_spelled_in(names, o.row, version.other)
            for o in names.occurrences(version.other)
        ):
            return f"{version.forest.paths[file]} has {version.other}"
    return None


def _seen_in(version: _Version, file: int, holders: set[tuple[int, int]]) -> Iterator[str | None]:
    """Why code of a file may know the member by its spelling; adds its classes."""
    names, word, path = version.names_of(file), version.word, version.forest.paths[file]
    if word.encode() not in names.tree.text:
        return
    table = own_members(names)
    if not table:
        yield f"{path} has {word}"
        return
    if word in (table.get("reserved") or ()) or names.tables.is_reserved(word):
        yield f"{word} has a meaning of its own"
    functions = Functions(names)
    for found in names.occurrences(word):
        if found.use is not Use.DATA or is_spelled_in(names, found.row, word):
            holder = holder_of(names, functions, found)
            if holder >= 0:
                holders.add((file, holder))
    yield _seen(version, names, path)


def _file(version: _Version, file: int) -> str | None:
    """Why some occurrence in a file may be more than one in a class."""
    names, word, path = version.names_of(file), version.word, version.forest.paths[file]
    functions = Functions(names)
    base = version.forest.base[file]
    for found in names.occurrences(word):
        if found.use is Use.DATA and not is_spelled_in(names, found.row, word):
            continue
        if found.use is not Use.DATA and base + found.row not in version.nodes:
            return f"{path} has a {word} that is not part of the renaming"
        if holder_of(names, functions, found) < 0:
            return f"{word} is reached in {path} by what may be another object, or spelled"
    return None


def _seen(version: _Version, names: Names, path: str) -> str | None:
    """Why a file may find the member by its spelling, or read its name, or None."""
    word = version.word
    lookers = frozenset(names.tables.raw["private_members"].get("lookers") or ())
    called = next((w for w in sorted(lookers) if _is_called(names, w)), None)
    if called:
        return f"{called} is called in {path}, and may look {word} up by its spelling"
    problem = _shown(version, names, path, 0)
    if problem:
        return problem
    teller = teller_of(names, word, names.occurrences(word))
    return why_read(names, teller, f"{path}:") if teller >= 0 else None


def _shown(version: _Version, names: Names, path: str, row: int) -> str | None:
    """Why the code at a row may show members, or find them by computed names, or None.

    What the comparison of programs may overrule is kept for the end.
    """
    shown_by = frozenset(own_members(names).get("shown_by") or ())
    words = names.tables.dynamic.difference(
        names.tables.raw["private_members"].get("lookers") or ()
    )
    reasons = [why_shown(names, shown_by, row, f"{{}} in {path} may show {version.word}")]
    if _is_computed(names, row):
        sentence = f"{path} looks members up by names that it computes"
        reasons.append(Refusal.of(Asks.NAMES, sentence))
    for name in (version.word, version.other):
        sentence = f"{{}} in {path} may look {name} up by its spelling"
        reasons.append(why_looked_up(names, words, row, sentence, member=name))
    found = [one for one in reasons if one]
    version.left.extend(one for one in found if isinstance(one, Refusal))
    return next((one for one in found if not isinstance(one, Refusal)), None)


def _is_computed(names: Names, within: int) -> bool:
    """Whether a member is asked for by anything but a text or number (table `computed`)."""
    tree = names.tree
    fields: dict[str, str] = own_members(names).get("computed") or {}
    for row in names.rows_of(tuple(fields)):
        if not within <= row < tree.stop[within]:
            continue
        key = tree.child_by_field(row, fields[tree.kind_name(row)])
        key = key if key >= 0 else row + 2  # behind its bracket
        if not tree.language.roles[tree.kind[key]] & Role.LITERAL:
            return True
    return False


def _is_called(names: Names, looker: str) -> bool:
    """Whether what the language calls to find members is called elsewhere than in its like."""
    tree = names.tree
    for found in names.occurrences(looker):
        at = found.row
        while at > 0 and defined_name(tree, at) != looker:
            at = tree.parent[at]
        if at <= 0 and found.use is not Use.DATA:
            return True
    return False


def _classes(version: _Version, holders: set[tuple[int, int]]) -> str | None:
    """Why a class, or one that is derived from it, may have more to do with one of the names."""
    classes = Classes(version.forest, version.names_of)
    derived = _derived(version, holders)
    related = derived.union(*(classes.above(*at) for at in derived))
    for file, row in sorted(related):
        names, path = version.names_of(file), version.forest.paths[file]
        shown = _shown(version, names, path, row) if own_members(names) else None
        if shown:
            return shown
    for file, row in sorted(derived):
        names = version.names_of(file)
        for word in (version.word, version.other):
            inherited = classes.may_inherit(file, row, word)
            if inherited:
                return inherited
        told = (
            why_told(names, version.word, classes, (file, row)) if (file, row) in holders else None
        )
        if told:
            return told
        if names.is_unclear(version.word):
            return f"{version.word} may be anything in {version.forest.paths[file]}"
    return _why_of_another(version, holders, derived)


def _why_of_another(
    version: _Version, holders: set[tuple[int, int]], derived: set[tuple[int, int]]
) -> str | None:
    """Why a method that reads the member may be called on objects of another class, or None.

    A method that is read off its class is told its object: it is one of the class where a method of
    the class, or of a derived one, passes its own.
    """
    if own_members(version.names_of(min(holders)[0])).get("self"):
        return None  # methods are not read off their classes
    for file, holder in sorted(holders):
        names = version.names_of(file)
        functions = Functions(names)
        methods = {
            defined_name(names.tree, row) or ""
            for found in names.within(version.word, holder)
            for row in (functions.enclosing(found.row),)
            if row >= 0 and is_told_its_object(names, row)
        }
        word = _named(version, (file, holder))
        for other in version.context.files_with(word, is_after=version.is_after):
            names = version.names_of(other)
            for found in names.occurrences(word):
                method, given = called_off(names, found)
                if method not in methods:
                    continue
                if given < 0 or (other, class_of(names, Functions(names), given)) not in derived:
                    return f"{word}.{method} may be called on an object of another class"
    return None


def _why_made(version: _Version, holders: set[tuple[int, int]]) -> str | None:
    """What may make a class of one of the classes, or its objects, without a class statement."""
    for file, row in sorted(holders):
        names = version.names_of(file)
        table = names.tables.raw.get("receivers") or {}
        maker = names.has_any(frozenset(table.get("makers") or ()), row)
        if maker:
            return f"{maker} decides what objects of the class are"
        if _is_handed_on(names, row, _named(version, (file, row))):
            return "the class is handed on where it is made, or is another one later"
        if _may_be_derived(version, _named(version, (file, row))):
            return "a function that is handed the class may derive another one from it"
        for other in version.context.files_with(
            _named(version, (file, row)), is_after=version.is_after
        ):
            names = version.names_of(other)
            for word in own_members(names).get("made_by") or ():
                if any(_makes(names, found, word) for found in names.occurrences(word)):
                    return f"{word} in {version.forest.paths[other]} may derive a class from it"
    return None


def _may_be_derived(version: _Version, word: str) -> bool:
    """Whether a class is handed on, and a function of the change derives from what it gets."""
    with_word = version.context.files_with(word, is_after=version.is_after)
    return any(is_handed_on(version.names_of(file), word) for file in with_word) and any(
        version.names_of(file).kept(is_derived_anywhere)
        for file in range(len(version.forest.paths))
    )


def _is_handed_on(names: Names, holder: int, word: str) -> bool:
    """Whether a class is an argument where it is written, or its name gets another value."""
    tree = names.tree
    definition = holder if defined_name(tree, holder) else max(tree.parent[holder], 0)
    call = max(tree.parent[max(tree.parent[definition], 0)], 0)
    fields = (tree.language.raw.get("calls") or {}).get(tree.kind_name(call))
    if fields and tree.child_by_field(call, fields["arguments"]) == tree.parent[definition]:
        return True
    own = [o for o in names.occurrences(word) if o.scope >= 0]
    scopes = {o.scope for o in own if tree.parent[o.row] == definition}
    return sum(o.scope in scopes for o in own) > 1


def _makes(names: Names, found: Occurrence, word: str) -> bool:
    """Whether what makes classes is called there with a name for one, and its bases."""
    is_local = found.use is Use.NAME and names.scope_of(found, word) >= 0 and not found.fixed
    is_read_off = found.use is Use.MEMBER and word in (names.tables.raw.get("builtins") or ())
    return not is_local and not is_read_off and len(arguments_of(names, found.row)) > 1


def _derived(version: _Version, holders: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The classes, and all whose bases are called like one of them, however far."""
    found, asked = set(holders), set()
    words = [_named(version, at) for at in sorted(holders)]
    while words:
        word = words.pop()
        if not word or word in asked:
            continue
        asked.add(word)
        for file in version.context.files_with(word, is_after=version.is_after):
            names = version.names_of(file)
            kinds = (names.tables.raw.get("bases") or {}).get("at") or {}
            words += [e.local for e in names.imports if e.name == word]
            for row in names.rows_of(tuple(kinds)):
                if _is_derived(names, row, word) and (file, row) not in found:
                    found.add((file, row))
                    words.append(defined_name(names.tree, row) or "")
    return found


def _is_derived(names: Names, row: int, word: str) -> bool:
    """Whether a class has a base of a name, or one that is computed with it."""
    bases = bases_of(names, row)
    if any(base.rpartition(".")[2] == word for base in bases):
        return True
    body = names.tree.child_by_field(row, "body")
    return not all(bases) and any(row < o.row < body for o in names.within(word, row))


def _named(version: _Version, at: tuple[int, int]) -> str:
    tree, row = version.names_of(at[0]).tree, at[1]
    name = defined_name(tree, row)
    return name or defined_name(tree, max(tree.parent[row], 0)) or ""
