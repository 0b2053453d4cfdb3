"""What has to hold of names that are told by tokens."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tracer.classify.change.refusals import Asks, Refusal
from tracer.model.named_tuple import NamedTuple
from tracer.semantics.language.tables import tables_of
from tracer.semantics.lexical.token_roles import (
    body_of,
    holds_statements,
    homes,
    is_declared,
    is_field,
    is_member,
    sort_of,
)
from tracer.semantics.lexical.tokens import Macros, Text, is_word, table_of, words_of
from tracer.semantics.reflection.lookups.computed_names import why_composed
from tracer.syntax.detect import is_prose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tracer.classify.change.change import Context

_DIRECTIVE = re.compile(rb"#[ \t]*(\w+)")

_JOINT = re.compile(rb'"\s*"')  # between two literals that are one text


class Renaming(NamedTuple):
    """One word that became one other, and where: tokens by file before."""

    before: bytes
    after: bytes
    places: dict[int, list[int]]

    @property
    def key(self) -> tuple[bytes, bytes]:
        """The two words: one may become several, each in files of its own."""
        return self.before, self.after


def shown(word: bytes) -> str:
    """A word as evidence shows it."""
    return word.decode("utf-8", "replace")


class World:
    """The files on both sides, as tokens where they are looked at."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.trees = context.before.trees
        self.macros = Macros(self.trees), Macros(context.after.trees)
        self._texts: dict[int, Text] = {}
        self._spans: dict[
            tuple[bytes, bytes], range
        ] = {}  # the tokens among which a word is a local

    def text(self, file: int) -> Text:
        """The tokens of a file before."""
        if file not in self._texts:
            self._texts[file] = Text(self.trees[file])
        return self._texts[file]

    def renamings(self, file_b: int, file_a: int) -> list[Renaming]:
        """The words by which two versions differ; none where they differ otherwise as well."""
        before, after = self.text(file_b), Text(self.context.after.trees[file_a])
        if before.directives != after.directives:
            return []
        images: dict[bytes, bytes] = {}
        places: dict[bytes, list[int]] = {}
        for at, (one, other) in enumerate(zip(before.tokens, after.tokens, strict=True)):
            if one != other:
                if not (is_word(one) and is_word(other)) or images.setdefault(one, other) != other:
                    return []
                places.setdefault(one, []).append(at)
        return [Renaming(one, images[one], {file_b: places[one]}) for one in images]

    def problem(self, renaming: Renaming) -> str | None:
        """Why a renaming is not proved to keep behaviour, or None."""
        why = self._bad_word(renaming) or self._taken(renaming) or self._seen(renaming)
        if why:
            return why
        why = self._no_name(renaming)
        hides = any(table_of(self.trees[file])["hides"] for file in renaming.places)
        return None if why and hides and self._no_hidden(renaming) is None else why

    def met(self, renaming: Renaming, all_of_them: list[Renaming]) -> str | None:
        """Whether another word gets the same name where that is one thing for both.

        A member is told by what stands before it; a local needs its brackets for itself.
        """
        span = self._spans.get(renaming.key)
        if not self._bare(renaming):
            return None
        for other in all_of_them:
            if other.after != renaming.after or other is renaming:
                continue
            if span is None and other.key in self._spans:
                continue  # asked of the other one
            if any(
                span is None or (file in renaming.places and at in span)
                for file, at in self._bare(other)
            ):
                return f"{shown(other.before)} gets the name as well"
        return None

    def _bare(self, renaming: Renaming) -> list[tuple[int, int]]:
        """(file, token) of the uses that no point, arrow or structure tells from another thing."""
        return [
            (file, at)
            for file, places in renaming.places.items()
            for at in places
            if not self._is_of_structure(self.text(file), at)
        ]

    def _no_name(self, renaming: Renaming) -> str | None:
        """Why a word is no local, member or name of a file, for all that is seen."""
        if any(
            self._is_of_structure(self.text(file), at)
            for file, places in renaming.places.items()
            for at in places
        ):
            return self._no_member(renaming)
        local = self._no_local(renaming)
        private = local and self._no_private(renaming)
        is_at_top = any(
            self.text(file).around[at] < 0
            for file, places in renaming.places.items()
            for at in places
        )
        return private if is_at_top or private is None else local

    def _is_of_structure(self, text: Text, at: int) -> bool:
        return is_member(text, at) or is_field(text, at)

    def _bad_word(self, renaming: Renaming) -> str | None:
        for tree in (self.trees[file] for file in renaming.places):
            ids, tables = tree.language.kind_ids, tables_of(tree.language)
            for word in (shown(renaming.before), shown(renaming.after)):
                if (word, False) in ids or tables.is_reserved(word) or tables.is_entry(word):
                    return f"{word} has a meaning of its own"
        for name in (renaming.before, renaming.after):
            is_unseen = self.macros[0].may_be_unseen(name) and not self.context.closed_world
            if is_unseen or any(name in macros.known for macros in self.macros):
                return f"{shown(name)} may be a macro"
        return None

    def _taken(self, renaming: Renaming) -> str | None:
        """Whether the new name, or after the change the former one as a new one, is elsewhere."""
        word = renaming.after
        for tree, path in zip(self.trees, self.context.before.paths, strict=True):
            if word in words_of(bytes(tree.text)):
                return Refusal.of(Asks.NAMES, f"{path} has {shown(word)} already")
        return None

    def _seen(self, renaming: Renaming) -> str | None:
        """Whether a macro may make something of one of the uses, or of the pieces of a name."""
        macros, pieces = self.macros[0], self._pieces()
        for word in (renaming.before, renaming.after):
            if macros.may_paste(word, pieces):
                return f"macros may put {shown(word)} together"
        for file, places in renaming.places.items():
            text = self.text(file)
            for at in places:
                name = self._spelled_by(text, at) or self._taken_by(file, at)
                if text.directives[at]:
                    name = self._spelled_in(text, at)
                if name:
                    return f"{shown(name)} may be a macro that reads {shown(renaming.before)}"
        return None

    def _pieces(self) -> frozenset[bytes]:
        if not any(b"##" in tree.text for tree in self.trees):
            return frozenset()
        known = (tree for tree in self.trees if table_of(tree))
        return frozenset().union(*(words_of(bytes(tree.text)) for tree in known))

    def _taken_by(self, file: int, at: int) -> bytes | None:
        """What a token is given to that may take it for a member: `container_of(p, T, member)`."""
        text, ids = self.text(file), self.trees[file].language.kind_ids
        tags, selects = ({w.encode() for w in text.table[key]} for key in ("tags", "selects"))
        home = -1 if text.directives[at] else text.around[at]
        while home >= 0:
            name, last = text.beside(home, -1), text.partner.get(home, home)
            # No function is given a type; where it is declared its parameters have one.
            is_typed = text.around[home] >= 0 and any(
                text.tokens[place] in tags
                and text.around[place] == home
                and text.tokens[place - 1] in (b"(", b",")
                for place in range(home + 1, last)
            )
            is_call = text.tokens[home] == b"(" and is_word(name)
            may_take = is_typed or self.macros[0].may_select(name, selects)
            if is_call and may_take and (shown(name), False) not in ids:
                return name
            home = text.around[home]
        return None

    def _spelled_by(self, text: Text, at: int) -> bytes | None:
        """A macro around a token that may make a text of it."""
        home = text.around[at]
        while home >= 0:
            name = text.beside(home, -1)
            if text.tokens[home] == b"(" and is_word(name) and self.macros[0].may_spell(name):
                return name
            home = text.around[home]
        return None

    def _spelled_in(self, text: Text, at: int) -> bytes | None:
        """A macro that may make a text of another one, in whose text a token stands."""
        line = text.directives[at]
        first = text.directives.index(line)
        found = text.tokens[first : first + text.directives[first:].count(line)]
        if found[0].split() != [b"#define"] or found[1] == text.tokens[at]:
            return found[0]
        macros, name = self.macros[0], found[1]
        odd = [t for t in found[2:] if t in (b"#", b"##") or (is_word(t) and macros.may_spell(t))]
        if odd:
            return odd[0]
        users = {other for other in macros.known if name in macros.reach(other)} | {name}
        if any(macros.may_spell(other) for other in users):
            return name
        for file, tree in enumerate(self.trees):
            if table_of(tree) and not users.isdisjoint(words_of(bytes(tree.text))):
                other = self.text(file)
                for place, token in enumerate(other.tokens):
                    is_use = token in users and not other.directives[place]
                    spelled = self._spelled_by(other, place) if is_use else None
                    if spelled:
                        return spelled
        return None

    # -------------------------------------------------------------- a local

    def _no_local(self, renaming: Renaming) -> str | None:
        if len(renaming.places) != 1:
            return f"{shown(renaming.before)} is no local"
        ((file, places),) = renaming.places.items()
        text = self.text(file)
        if not text.is_balanced:
            return "brackets do not pair without the preprocessor"
        uses = set(places)
        why = self._unplaced(
            renaming, f"{shown(renaming.before)} is no local, for all that is seen"
        )
        for first, opening in homes(text, places):
            last = text.partner[opening]
            inside = range(first, last)
            left = [
                at
                for at in inside
                if text.tokens[at] == renaming.before
                and at not in uses
                and (text.directives[at] or not is_member(text, at))
            ]
            if left:
                why = f"a use of {shown(renaming.before)} keeps the name"
                continue
            if is_declared(text, places[0]) and holds_statements(text, opening):
                self._spans[renaming.key] = inside
                return self._read_in(renaming, text, inside)
        return why

    def _read_in(self, renaming: Renaming, text: Text, inside: range) -> str | None:
        """Whether a macro used among some tokens reads one of the names."""
        names = {renaming.before, renaming.after}
        dynamic = tables_of(self.trees[min(renaming.places)].language).dynamic_local
        for at in inside:
            token = text.tokens[at]
            directive = _DIRECTIVE.match(token) if text.directives[at] else None
            if shown(directive[1] if directive else token) in dynamic:
                return f"{shown(token)} may name locals"
            if not is_word(token):
                continue
            for macros in self.macros:
                if token in macros.known and not names.isdisjoint(macros.reach(token)):
                    return f"{shown(token)} is a macro that may read {shown(renaming.before)}"
            if not self.context.closed_world and self.macros[0].may_be_unseen(token):
                behind, before = text.beside(at, 1), text.beside(at, -1)
                if behind == b"(" or (behind == b";" and before in (b";", b"{", b"}", b")")):
                    return f"{shown(token)} may be a macro that names locals"
        return None

    def _unplaced(self, renaming: Renaming, sentence: str) -> str:
        """A reason that only says that tokens do not tell what a word is: resolved programs do.

        No such program has the files that are in another language, or texts that are computed.
        """
        outside = self._called_outside(renaming.before)
        outside = outside or self._composed(renaming.after, is_after=True)
        return outside or Refusal.of(Asks.NAMES, sentence)

    # -------------------------------------------------------------- members, private names

    def _others(self, renaming: Renaming) -> Iterator[tuple[Text, int]]:
        """The uses of the former name in all files that keep it."""
        word = renaming.before
        for file, tree in enumerate(self.trees):
            if table_of(tree) and word in words_of(bytes(tree.text)):
                text, uses = self.text(file), set(renaming.places.get(file, ()))
                for at, token in enumerate(text.tokens):
                    if token == word and at not in uses:
                        yield text, at

    def _is_all_there(self, renaming: Renaming) -> str | None:
        """Whether nobody but the files of the change can have the name, and none was added."""
        word = shown(renaming.before)
        languages = {tree.language.name: table_of(tree) for tree in self.trees}
        if not all(t.get("is_spelled_out") is True for t in languages.values() if t):
            return self._unplaced(renaming, f"others may look {word} up")
        if self._came_or_went(renaming.before):
            return f"{word} is in a file that came or went"
        return None

    def _came_or_went(self, word: bytes) -> bool:
        """Whether a file that only one version has contains a word."""
        pairs = self.context.mapping.file_pairs
        paired, after = {b for b, _ in pairs}, {a for _, a in pairs}
        single = [tree for f, tree in enumerate(self.trees) if f not in paired]
        single += [tree for f, tree in enumerate(self.context.after.trees) if f not in after]
        return any(word in words_of(bytes(tree.text)) for tree in single)

    def _no_member(self, renaming: Renaming) -> str | None:
        word = shown(renaming.before)
        if not self.context.is_closed_for(word, shown(renaming.after)):
            return f"other files may use {word}"
        why = self._is_all_there(renaming)
        if why:
            return why
        is_declared = False
        for file, places in renaming.places.items():
            text = self.text(file)
            for at in places:
                if not self._is_of_structure(text, at):
                    return f"{word} is no member here"
                is_declared = is_declared or is_field(text, at)
        if any(is_member(text, at) for text, at in self._others(renaming)):
            return f"another {word} keeps the name"
        return None if is_declared else f"{word} is declared elsewhere"

    def _no_hidden(self, renaming: Renaming) -> str | None:
        """Whether a word is anything but a private field, all over the program."""
        word = shown(renaming.before)
        if not self.context.is_closed_for(word, shown(renaming.after)):
            return f"other files may use {word}"
        if self._came_or_went(renaming.before):
            return f"{word} is in a file that came or went"
        if next(self._others(renaming), None) is not None:
            return f"a use of {word} keeps the name"
        is_declared = False
        for file, places in renaming.places.items():
            text = self.text(file)
            for at in places:
                sort = sort_of(text, at)
                if sort == "open":
                    return self._unplaced(renaming, f"others may look {word} up")
                is_declared = is_declared or sort == "hidden"
        return None if is_declared else f"{word} is declared elsewhere"

    def _no_private(self, renaming: Renaming) -> str | None:
        word = shown(renaming.before)
        why = self._is_all_there(renaming)
        if why:
            return why
        if next(self._others(renaming), None) is not None:
            return f"a use of {word} keeps the name"
        is_private = is_defined = is_used = False
        for file, places in renaming.places.items():
            text = self.text(file)
            tables = tables_of(self.trees[file].language)
            is_shared = self.context.before.paths[file].endswith(tables.shared_files)
            if is_shared and not self.context.is_closed_for(word, shown(renaming.after)):
                return f"other files may use {word}"
            own = {name.encode() for name in tables.private_with}
            for at in places:
                if text.around[at] >= 0:
                    is_used = True
                elif not text.directives[at]:
                    is_private = is_private or not own.isdisjoint(text.statement(at))
                    is_defined = is_defined or body_of(text, at) >= 0
                    if self._reads_name(text, at):
                        return f"the name of {word} is read"
        if is_private or (self.context.closed_world and is_defined and is_used):
            return (
                (None if is_private else self._called_outside(renaming.before))
                or (None if is_private else self._composed(renaming.after, is_after=True))
                or self._replaced(renaming, is_private=is_private)
                or self._spelled(renaming)
            )
        return Refusal.of(Asks.NAMES, f"{word} may be known to others")

    def _called_outside(self, word: bytes) -> str | None:
        """Whether another language, a linker or a computed text may name what has a word."""
        forest = self.context.before
        for file in self.context.files_with(shown(word), is_after=False):
            tree, path = forest.trees[file], forest.paths[file]
            is_asked = not table_of(tree) and not is_prose(path)
            if is_asked and word in words_of(bytes(tree.text)):
                return f"{path} may name {shown(word)}"
        return self._composed(word, is_after=False)

    def _composed(self, word: bytes, *, is_after: bool) -> str | None:
        """Whether a computed text may name what has a word."""
        return why_composed(self.context, (shown(word),), is_after=is_after)

    def _replaced(self, renaming: Renaming, *, is_private: bool) -> str | None:
        """Whether a library uses what has one of the names in the place of its own."""
        names = {shown(renaming.before), shown(renaming.after)}
        for file in renaming.places:
            table = table_of(self.trees[file])
            linked = () if is_private else table.get("linked") or ()
            found = names.intersection((*table["replaces"], *linked))
            if found:
                return f"{min(found)} has a meaning of its own"
        return None

    def _reads_name(self, text: Text, at: int) -> bool:
        """Whether the body of a function, or a macro in it, reads the function's name."""
        opening = body_of(text, at)
        if opening < 0:
            return False
        readers = {word.encode() for word in tables_of(self.trees[0].language).dynamic_members}
        macros = self.macros[0]
        for token in set(text.tokens[opening : text.partner[opening]]):
            if token in readers or not readers.isdisjoint(macros.reach(token)):
                return True
            if not self.context.closed_world and macros.may_be_unseen(token):
                return True
        return False

    def _spelled(self, renaming: Renaming) -> str | None:
        """Whether a text, in several literals as well, may spell a name (assembler, look-ups)."""
        spelled = re.compile(rb'"[^"\n]*(?<!\w)' + re.escape(renaming.before) + rb'(?!\w)[^"\n]*"')
        if any(spelled.search(_JOINT.sub(b"", tree.text)) for tree in self.trees):
            return f"a text spells {shown(renaming.before)}"
        return None
