"""Keys of a language's table without which every committed case is answered as before.

    python -m benchmarks.snapshot.needed_keys LANGUAGE [TABLE] [--tests PATH ...] [--keys KEY ...]

Each key of `grammars/LANGUAGE/TABLE.yaml` (`verdicts`, where nothing is said) is deleted in a
process of its own, and so is each key of the tables right below it; then the cases of
`tests/corpus` in that language are judged, until one is answered otherwise. What is left is
printed: nothing but perhaps a unit test holds these keys. With `--tests` pytest runs on the paths
for each of them, and only keys are printed that turn none red.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import os
import sys

from benchmarks.snapshot import answers
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.resources import data_dir, load_yaml

# Who reads which table: the module whose `load_yaml` a deletion goes through.
READERS = {
    "grammar": "tracer.syntax.table_schema",
    "verdicts": "tracer.syntax.table_schema",
    "equivalence": "tracer.syntax.table_schema",
    "lowering": "tracer.semantics.lowering.templates.table",
    "library": "tracer.classify.equivalence.evaluation.domain.library",
}
PREFIXES = {"javascript": ("javascript", "js", "jsx"), "typescript": ("typescript", "ts", "tsx")}


def keys_of(document):
    """The keys of a table, and those of the tables right below it."""
    for key, value in document.items():
        yield (key,)
        if isinstance(value, dict) and len(value) > 1:
            yield from ((key, inner) for inner in value)


def without(document, keys):
    """The document without one key."""
    found = copy.deepcopy(document)
    table = found
    for key in keys[:-1]:
        table = table[key]
    del table[keys[-1]]
    return found


def cases_of(language):
    """The pairs of the corpus in a language, by the first word of their names."""
    prefixes = PREFIXES.get(language, (language,))
    found = sorted(os.listdir(answers.CORPUS))
    return [c for c in found if c.endswith(answers.PAIRS) and c.split("-")[0] in prefixes]


def answer_to(case):
    """The verdicts on one pair, in an open and in a closed world."""
    sides = answers.texts(case, "before"), answers.texts(case, "after")
    try:
        mapping = match(ChangeSet.from_texts(*sides))
    except Exception as error:  # noqa: BLE001 - a table that cannot be read is another answer
        return [type(error).__name__]
    worlds = ({}, {"closed_world": True})
    return [answers.digests(answers.attempt(answers.of_verdict, mapping, **one)) for one in worlds]


def in_child(task, *arguments):
    """What a task says in a process that ends with it, where nothing is loaded yet."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        status = 1
        try:
            os.close(reading)
            with os.fdopen(writing, "w", encoding="utf-8") as file:
                file.write(repr(task(*arguments)))
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as file:
        said = file.read()
    os.waitpid(child, 0)
    return said


def delete(language, table, keys):
    """Have this process read the table without a key."""
    path = os.path.join(data_dir("grammars"), language, f"{table}.yaml")
    reader = importlib.import_module(READERS[table])

    def load(asked, *arguments, **options):
        document = load_yaml(asked, *arguments, **options)
        return without(document, keys) if os.path.samefile(asked, path) else document

    reader.load_yaml = load


def first_difference(language, table, keys, known):
    """The first case that is answered otherwise without a key; '' for none."""
    delete(language, table, keys)
    return next((case for case, answer in known if answer_to(case) != answer), "")


def failing(language, table, keys, paths):
    """The exit status of pytest without a key."""
    import pytest  # noqa: PLC0415 - only where tests are asked for

    delete(language, table, keys)
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *paths]))


def main():
    parser = argparse.ArgumentParser(prog="benchmarks.snapshot.needed_keys", description=__doc__)
    parser.add_argument("language")
    parser.add_argument("table", nargs="?", default="verdicts", choices=sorted(READERS))
    parser.add_argument("--tests", nargs="+", default=[])
    parser.add_argument("--keys", nargs="+", default=[])
    options = parser.parse_args()
    os.environ["TRACER_CACHE"] = "off"
    table = options.language, options.table
    document = load_yaml(os.path.join(data_dir("grammars"), table[0], f"{table[1]}.yaml"))
    asked = [keys for keys in keys_of(document) if not options.keys or keys[0] in options.keys]
    names = cases_of(options.language)
    known = ast.literal_eval(in_child(lambda: [(case, answer_to(case)) for case in names]))
    needless = []
    for keys in asked:
        case = ast.literal_eval(in_child(first_difference, *table, keys, known) or "'error'")
        if case:
            known.sort(key=lambda pair, case=case: pair[0] != case)  # it may tell of the next, too
            continue
        if options.tests and in_child(failing, *table, keys, options.tests) != "0":
            continue
        needless.append(keys)
        print(".".join(map(str, keys)), flush=True)
    print(f"{len(asked)} keys, {len(names)} cases: {len(needless)} change no answer")
    return 0


if __name__ == "__main__":
    sys.exit(main())
