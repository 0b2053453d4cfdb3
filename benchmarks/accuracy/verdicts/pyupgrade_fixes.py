"""pyupgrade's edits, as a whole, fix by fix, and the fixes that only spell the same otherwise.

    python -m benchmarks.accuracy.verdicts.pyupgrade_fixes --clone GITDIR[@REV] [...] [--files 200]

Each file is given to pyupgrade (as Python 3, `%` formatting left alone) three times: with all of
its fixes, with each fix alone, and with those that are syntax only. Which these are is said here
(`SYNTAX`), by what pyupgrade's own documentation says the fix does, and knows nothing of verdicts:
the new spelling means the same in Python 3 whatever the values are, if names have the meaning that
pyupgrade takes for granted. Not among them is what rests on values (`is` and `==`), on another
module, on how a generator or a method is used, or drops code (`sys.version_info`). Files come from
a clone's revision (old ones have more to upgrade) and from the running library.

Of these an edit is not *sure* to keep behaviour, by criteria that know nothing of verdicts
(`doubts`), where a generator with a call in it became a comprehension (an end that the call asks
for was an error there), a list was made before its set (all of it is read before the first error),
`[*a]` asks for a length that `[x for x in a]` does not, `super(C, self)` stands in a decorated
class or in a file that executes texts or hands out its names to be stored to, the file has a star
or another meaning for a name of the language that a fix rests on, or a text documents it now.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
from collections import Counter
from contextlib import contextmanager

from benchmarks.accuracy.verdicts.oracle import Clone, cost, judge, percent, table, write
from benchmarks.accuracy.verdicts.slips import Slips
from benchmarks.accuracy.verdicts.tools import COLUMNS, LIMIT, texts

# Fixes by the plugin that makes them; "tokens" are the ones made on tokens alone: prefixes and
# escapes of literals, parentheses of print, numbers of fields, encoding comments, encoded literals.
SYNTAX = (
    "tokens", "comprehension_splat", "constant_fold", "default_encoding", "dict_literals",
    "exceptions", "future", "io_open", "native_literals", "new_style_classes", "open_mode",
    "set_literals", "super", "type_of_primitive", "typing_text",
)  # fmt: skip
SURE = (*SYNTAX, "syntax only")
PARTS = {"legacy": ("super", "yield"), "imports": ("future", "imports")}


def doubts(before, after):
    """Why an edit by fixes that are syntax only is not sure to keep behaviour."""
    trees = [ast.parse(text) for text in (before, after)]
    sides = [Counter(_rests_on(tree)) for tree in trees]
    texts_ = {ast.get_docstring(tree, clean=False) for tree in trees}
    documents = ["a text documents the file"] if len(texts_) > 1 else []
    return sorted([*(sides[0] - sides[1]), *documents])


def _rests_on(tree):
    """What the text has that a fix takes away and that is not the same in any case."""
    nodes = list(ast.walk(tree))
    is_open = any(isinstance(n, ast.ImportFrom) and n.names[0].name == "*" for n in nodes)
    bound = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    imports = [n for n in nodes if isinstance(n, ast.Import | ast.ImportFrom)]
    bound |= {alias.asname or alias.name for node in imports for alias in node.names}
    decorated = [n for n in nodes if isinstance(n, ast.ClassDef) and n.decorator_list]
    inside = {id(n) for one in decorated for n in ast.walk(one)}
    is_open |= _is_stored_to(nodes)
    for node in nodes:
        if isinstance(node, ast.ListComp) and ast.dump(node.elt).replace("Load", "Store") == (
            ast.dump(node.generators[0].target)
        ):
            yield "a length is asked for"
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        first = node.args[0] if node.args else None
        if isinstance(first, ast.GeneratorExp) and node.func.id in ("dict", "set"):
            rest = [first.elt, *first.generators[0].ifs, *first.generators[1:]]
            if any(isinstance(n, ast.Call) for part in rest for n in ast.walk(part)):
                yield "a call in a generator"
        if isinstance(first, ast.ListComp) and node.func.id == "set":
            yield "a list before its set"
        if node.func.id == "super" and node.args and (is_open or id(node) in inside):
            yield "the class may be another one"
        if node.func.id in ("str", "bytes", "set", "dict", "open") and node.func.id in bound:
            yield "a name of the language is another one"


def _is_stored_to(nodes):
    """Whether the names of a file may be stored to by texts: `exec`, `globals()` not only read."""
    called = [n for n in nodes if isinstance(n, ast.Call)]
    read = {
        id(n.func.value)
        for n in called
        if isinstance(n.func, ast.Attribute)
        and n.func.attr in ("get", "keys", "items", "values", "copy")
    }
    return any(
        isinstance(n.func, ast.Name)
        and (n.func.id in ("exec", "eval") or (n.func.id == "globals" and id(n) not in read))
        for n in called
    )


class Upgrade:
    """pyupgrade as a library, with some of its fixes switched off."""

    def __init__(self):
        from pyupgrade import _data, _main  # noqa: PLC0415 - an optional tool
        from pyupgrade._plugins import imports, legacy  # noqa: PLC0415

        self._main, self._imports, self._legacy = _main, imports, legacy
        self._settings = _data.Settings(keep_percent_format=True)
        self._all = {node: list(found) for node, found in _data.FUNCS.items()}
        self._funcs = _data.FUNCS
        plugins = {_plugin(f) for found in self._all.values() for f in found}
        self.fixes = sorted(
            {fix for plugin in plugins for fix in PARTS.get(plugin, (plugin,))} | {"tokens"}
        )

    def run(self, text, fixes):
        """The text after the named fixes, or None where it is not read, or no Python 3."""
        settings = self._settings._replace(keep_mock="imports" not in fixes)
        try:
            text = text.decode()
            ast.parse(text)
            with self._only(fixes):
                after = self._main._fix_plugins(text, settings)  # noqa: SLF001
            after = self._main._fix_tokens(after) if "tokens" in fixes else after  # noqa: SLF001
        except (UnicodeDecodeError, ValueError, AssertionError, RecursionError, SyntaxError):
            return None
        return after.encode()

    @contextmanager
    def _only(self, fixes):
        legacy, imports = self._legacy, self._imports
        patched = {
            (legacy, "_fix_yield"): "yield" in fixes,
            (legacy, "find_and_replace_call"): "super" in fixes,
        }
        known = {(where, name): getattr(where, name) for where, name in patched}
        names = "REMOVALS", "REPLACE_EXACT", "REPLACE_MODS"
        known |= {(imports, name): getattr(imports, name) for name in names}
        for node, found in self._all.items():
            self._funcs[node] = [
                f for f in found if {_plugin(f), *PARTS.get(_plugin(f), ())}.intersection(fixes)
            ]
        for (where, name), is_on in patched.items():
            if not is_on:
                setattr(where, name, _nothing)
        if "imports" not in fixes:
            imports.REPLACE_EXACT, imports.REPLACE_MODS = {}, {}
        imports.REMOVALS = {
            version: {
                module: found
                for module, found in modules.items()
                if ("future" if module == "__future__" else "imports") in fixes
            }
            for version, modules in imports.REMOVALS.items()
        }
        imports._for_version.cache_clear()  # noqa: SLF001
        try:
            yield
        finally:
            for (where, name), value in known.items():
                setattr(where, name, value)
            imports._for_version.cache_clear()  # noqa: SLF001
            self._funcs.update(self._all)


def _plugin(function):
    return function.__module__.rpartition(".")[2]


def _nothing(*_, **__):
    """In the place of a fix that is switched off."""


def sample(clones, count, rng):
    """(where it is from, text) of Python files of the clones' revisions and the library, mixed."""
    found = []
    for place in clones:
        clone = Clone(place)
        project = os.path.basename(os.path.dirname(clone.directory))
        names = clone.git("ls-tree", "-r", "--name-only", clone.revision)
        names = names.decode("utf-8", "replace")
        for name in names.splitlines():
            text = clone.text(name) if name.endswith(".py") else None
            if text and len(text) <= LIMIT:
                found.append((f"{project}@{clone.revision}:{name}", text))
    found += texts([], "python", count, rng).items()
    rng.shuffle(found)
    seen, kept = set(), []
    for where, text in found:
        if text not in seen:
            seen.add(text)
            kept.append((where, text))
    return kept


def main():  # noqa: PLR0915 - one run
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clone", action="append", default=[])
    parser.add_argument("--files", type=int, default=200, help="edits of all fixes together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slips", type=int, default=0, help="mutants for each edit recognised")
    parser.add_argument("--keep", help="write the edits not recognised below this directory")
    parser.add_argument("--json")
    options = parser.parse_args()
    upgrade = Upgrade()
    slips = Slips(random.Random(options.seed), options.slips)
    done, right = Counter(), Counter()
    sure, sure_right, doubted = Counter(), Counter(), Counter()
    judged, missed, edits = [], [], 0

    def add(name, where, before, after):
        if after is None or after == before:
            return
        path = os.path.basename(where)
        one = judge({path: before}, {path: after}, closed_world=True)
        judged.append(one.spent)
        is_right = one.verdict != "INTENT_EVOLUTION"
        done[name] += 1
        right[name] += is_right
        why = doubts(before, after) if name in SURE else ()
        sure[name] += not why
        sure_right[name] += is_right and not why
        doubted.update(why if name == "syntax only" else ())
        if is_right:
            slips.make("pyupgrade", path, {path: before}, {path: after})
            return
        left = [c for c in one.changes() if c.verdict.value == "INTENT_EVOLUTION"]
        missed.append(f"{name} {where}: {left[0].rule}, {left[0].evidence}")
        if options.keep:
            for side, text in (("before", before), ("after", after)):
                folder = os.path.join(options.keep, f"{name}-{done[name]}", side)
                os.makedirs(folder, exist_ok=True)
                with open(os.path.join(folder, path), "wb") as file:
                    file.write(text)

    for where, text in sample(options.clone, options.files, random.Random(options.seed)):
        after = upgrade.run(text, upgrade.fixes)
        if after is None or after == text:
            continue
        edits += 1
        add("all", where, text, after)
        add("syntax only", where, text, upgrade.run(text, SYNTAX))
        for fix in upgrade.fixes:
            add(fix, where, text, upgrade.run(text, (fix,)))
        if edits == options.files:
            break
    order = ["all", "syntax only", *sorted(f for f in done if f in SYNTAX),
             *sorted(f for f in done if f in upgrade.fixes and f not in SYNTAX)]  # fmt: skip
    lines = [
        (name, "yes" if name in SYNTAX else "", done[name], right[name],
         percent(right[name], done[name]), *(
             (sure[name], sure_right[name], percent(sure_right[name], sure[name]))
             if name in SURE else ("", "", "")))
        for name in order if done[name]
    ]  # fmt: skip
    print(table(("fix", "syntax only", *COLUMNS), lines))
    print("\nnot recognised:", *missed, sep="\n- ")
    print(cost(judged), f"slips: {sum(slips.made.values())}, unseen {len(slips.unseen)}")
    if options.json:
        rows = {line[0]: dict(zip(COLUMNS, line[2:], strict=True)) for line in lines}
        only = sorted(m for m in missed if m.startswith("syntax only "))
        write(options.json, {"fixes": rows, "syntax_only": sorted(SYNTAX), "cost": cost(judged),
                             "missed_syntax_only": only, "doubts": doubted,
                             "slips": slips.made})  # fmt: skip
    return 1 if slips.unseen else 0


if __name__ == "__main__":
    raise SystemExit(main())
