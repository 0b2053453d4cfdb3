"""Mutants that change behaviour, of real files: how many are called AST_REFACTOR (must be 0).

    python -m benchmarks.accuracy.verdicts.mutants [--per-file N] [--seed S] [--mix] [PATH ...]

PATH are files, directories or bare git directories (read at HEAD); without any, the standard
library of the running Python and the `before` sides of tests/corpus. `--per-language N` goes on
until each language has N mutants or no file is left. `--mix` hides each mutant in a refactoring of
the same file (blank lines and a consistently renamed local). `--history N` takes files that one of
the last N commits of a git directory changed in a way judged AST_REFACTOR, and mutates the result.
`--closed` judges as if the file were all there is, where more can be proved. The equivalence is
asked where rules leave edits open, unless `--only-rules`. The operators are
those of `operators.py`. A mutant that is called a refactoring and changes nothing, as compilers
or criteria say that know nothing of verdicts (`equivalents.py`; `--npm DIR` has `node_modules`
with typescript and terser), is no mutant: it is counted by itself. Prints a table, these and
every unsound case.
"""

from __future__ import annotations

import argparse
import difflib
import os
import random
import sys
import sysconfig
import time
from collections import Counter

from benchmarks.accuracy.verdicts.equivalents import why_equivalent
from benchmarks.accuracy.verdicts.operators import OPERATORS, Source, disguise, is_change
from benchmarks.accuracy.verdicts.oracle import Clone
from tracer.classify import classify
from tracer.matching import match
from tracer.model.changes import ChangeSet
from tracer.model.enums import Verdict
from tracer.syntax import detect, parse

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, "..", "..", "..", "tests", "corpus")
ENDINGS = {
    ".py", ".js", ".jsx", ".mjs", ".ts", ".tsx", ".java", ".go", ".rs", ".c", ".h", ".cc", ".cpp",
}  # fmt: skip
LIMIT = 60_000  # bytes; larger files only cost time


def is_unsound(source, text, *, before=None, closed_world=False, prover=True):
    """(whether the change is called a refactoring, the verdict)."""
    texts = {source.path: source.text if before is None else before}
    change_set = ChangeSet.from_texts(texts, {source.path: text})
    verdict = classify(match(change_set), closed_world=closed_world, prover=prover).verdict
    return verdict.verdict is not Verdict.INTENT_EVOLUTION, verdict


def texts_of(path):
    """(name, text) of the files of a path: a file, a directory, or a bare git directory."""
    if os.path.isfile(os.path.join(path, "HEAD")):
        clone = Clone(path)
        for name in clone.git("ls-tree", "-r", "--name-only", "HEAD").decode().splitlines():
            if os.path.splitext(name)[1] in ENDINGS:
                yield name, lambda name=name: clone.text(name)
        return
    if os.path.isfile(path):
        yield os.path.basename(path), lambda: _read(path)
        return
    for base, directories, entries in os.walk(path):
        directories[:] = sorted(
            d for d in directories if d not in ("site-packages", "after", "__pycache__", "test")
        )
        for entry in sorted(entries):
            at = os.path.join(base, entry)
            yield entry, lambda at=at: _read(at)


def _read(path):
    with open(path, "rb") as file:
        return file.read()


def sources(paths, rng, largest):
    """Every file of full support of moderate size, in random order."""
    found = [pair for path in paths for pair in texts_of(path)]
    rng.shuffle(found)
    for name, read in found:
        text = read()
        if text is None or len(text) > largest or not text.strip():
            continue
        if detect(name, text).support == "full":
            yield Source(name, text), text


def refactored(paths, rng, count, largest):
    """(file after, text before) of real changes judged AST_REFACTOR."""
    for path in paths:
        clone = Clone(path)
        log = clone.git("log", "--no-merges", "--format=%H", f"-{count}").decode().split()
        rng.shuffle(log)
        for commit in log:
            names = clone.git(
                "diff-tree", "-r", "--no-commit-id", "--name-only", "--diff-filter=M", commit
            )
            for name in names.decode("utf-8", "replace").splitlines():
                if os.path.splitext(name)[1] not in ENDINGS:
                    continue
                before, after = clone.text(name, f"{commit}^"), clone.text(name, commit)
                if not before or not after or max(len(before), len(after)) > largest:
                    continue
                if detect(name, after).support != "full":
                    continue
                source = Source(name, before)
                if source.tree.tokens == parse(after, path=name).tokens:
                    continue  # layout only: no more than --mix does
                wrong, verdict = is_unsound(source, after)
                if wrong and verdict.verdict is Verdict.AST_REFACTOR:
                    yield Source(name, after), before


def parsed():
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--files", type=int, default=150)
    parser.add_argument("--per-file", type=int, default=20)
    parser.add_argument("--per-language", type=int, default=1 << 30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mix", action="store_true")
    parser.add_argument("--closed", action="store_true")
    parser.add_argument("--only-rules", action="store_true")
    parser.add_argument("--history", type=int, default=0)
    parser.add_argument("--largest", type=int, default=LIMIT, help="bytes; larger files are left")
    parser.add_argument("--csv", help="write the table here as well")
    parser.add_argument("--npm", help="directory whose node_modules has typescript and terser")
    return parser.parse_args()


def main():
    options = parsed()
    rng = random.Random(options.seed)
    paths = options.paths or [sysconfig.get_paths()["stdlib"], CORPUS]
    if options.history:
        work = refactored(paths, rng, options.history, options.largest)
    else:
        work = sources(paths, rng, options.largest)
    done, unsound, equivalent = Counter(), Counter(), Counter()
    per_language, seen = Counter(), 0
    start = time.process_time()
    for source, before in work:
        language = source.language.name
        if per_language[language] >= options.per_language:
            continue
        seen += 1
        if seen > options.files:
            break
        for _ in range(options.per_file):
            operator = rng.choice(OPERATORS)
            text = operator(source, rng)
            if text is None or not is_change(source, text):
                continue
            mutant = text
            if options.mix:
                text = disguise(source, text, rng, operator)
            if text == before:
                continue  # the mutant took the refactoring back
            key = (language, operator.__name__)
            done[key] += 1
            per_language[language] += 1
            wrong, verdict = is_unsound(
                source,
                text,
                before=before,
                closed_world=options.closed,
                prover=not options.only_rules,
            )
            if wrong:
                why = why_equivalent(source.text, mutant, source.path, language, options.npm)
                (equivalent if why else unsound)[key] += 1
                report(source, text, operator, verdict, why)
    counts = (done, equivalent, unsound)
    lines = [",".join((*key, *(str(count[key]) for count in counts))) for key in sorted(done)]
    lines.append(",".join(("total", "", *(str(count.total()) for count in counts))))
    print("\n".join(lines))
    if options.csv:
        with open(options.csv, "w", encoding="utf-8") as file:
            file.write("language,operator,mutants,equivalent,called AST_REFACTOR\n")
            file.writelines(line + "\n" for line in lines)
    print(f"# {time.process_time() - start:.0f} s CPU, {seen} files", file=sys.stderr)
    return 1 if unsound else 0


def report(source, text, operator, verdict, why):
    """What was called a refactoring, as a diff; `why`: it changes nothing, or None."""
    print(f"# {f'EQUIVALENT ({why})' if why else 'UNSOUND'} {operator.__name__} {source.path}")
    before = source.text.decode("utf-8", "replace").splitlines()
    after = text.decode("utf-8", "replace").splitlines()
    for line in list(difflib.unified_diff(before, after, lineterm="", n=2))[:40]:
        print(f"#   {line}")
    for file in verdict.files:
        for change in file.changes:
            print(f"#   {change.rule}: {change.evidence}")


if __name__ == "__main__":
    sys.exit(main())
