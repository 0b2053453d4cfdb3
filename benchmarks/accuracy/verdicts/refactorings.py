"""Labelled refactorings of real commits: which of them a verdict names, as proof or as kind.

    python -m benchmarks.accuracy.verdicts.refactorings --oracle refactorings.jsonl.gz --clones DIR
        [--language python]

A commit's snapshot is judged as a whole. What the verdict names (rules proved, and kinds of the
edits left) is held against the labels as pairs (type, definition): several labels of one type in
one definition count once. Precision is over the types a verdict can name; recall is given over
those and over all. Labels found false by a person count against precision when they are named.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict

from benchmarks.accuracy.verdicts.oracle import (
    clone_of,
    cost,
    judge,
    percent,
    rows,
    snapshot,
    table,
    write,
)

MIRROR = "tsantalis+RefactoringMiner"
NAMED = {
    "parameter added": "Add Parameter",
    "parameter removed": "Remove Parameter",
    "parameter moved": "Reorder Parameter",
    "parameter renamed": "Rename Parameter",
    "variable renamed": "Rename Variable",
    "rename_local": "Rename Variable",
    "extract_variable": "Extract Variable",
    "inline_variable": "Inline Variable",
    "extract_function": "Extract Method",
    "inline_function": "Inline Method",
    "variable extracted": "Extract Variable",
    "variable inlined": "Inline Variable",
    "function extracted": "Extract Method",
    "function inlined": "Inline Method",
    "function renamed": "Rename Method",
    "class renamed": "Rename Class",
    "function moved": "Move Method",
    "move_definition": "Move Method",
    "class moved": "Move Class",
    "type changed": "Change Variable Type",
    "return type changed": "Change Return Type",
    "condition inverted": "Invert Condition",
}
# Labels that say the same of a local and of a parameter, or of two steps at once.
ALIASES = {
    "Change Parameter Type": "Change Variable Type",
    "Change Attribute Type": "Change Variable Type",
    "Rename Parameter": "Rename Variable",
    "Move And Rename Method": "Move Method",
    "Move And Rename Class": "Move Class",
    "Pull Up Method": "Move Method",
    "Push Down Method": "Move Method",
    "Extract And Move Method": "Extract Method",
    "Move And Inline Method": "Inline Method",
}


def label_of(row):
    """(type, simple name of the definition) of one label, None where there is no definition."""
    kind, text = row["refactoring_type"], row["description"]
    kind = ALIASES.get(kind, kind)
    if "Class" in kind:
        found = re.search(r"(?:renamed to|moved to|moved and renamed to) ([\w.]+)", text)
        return (kind, found[1].removesuffix(".__module__").rsplit(".", 1)[-1]) if found else None
    if kind == "Rename Method":
        found = re.search(r"renamed to (?:\w+ )*([\w$]+)\(", text)
    elif kind == "Move Method":
        found = re.search(r" to (?:\w+ )*([\w$]+)\([^)]*\)(?: : \S+)? from class", text)
    elif kind in ("Extract Method", "Inline Method"):
        found = re.search(r"(?:Method) (?:\w+ )*([\w$]+)\(", text)
    else:
        found = re.search(r"in method (?:\w+ )*([\w$]+)\(", text)
    return (kind, found[1]) if found else None


def said(one):
    """The (type, simple name) pairs a verdict names."""
    found = set()
    for change in one.changes():
        kind = NAMED.get(change.rule)
        is_rename = change.rule in ("rename_definition", "rename_member")
        place = change.after or change.before
        name = (place.name or "").rsplit(".", 1)[-1]
        if is_rename:
            words = re.match(r"(\w+) -> (\w+)", change.evidence)
            if words and words[2] == name:
                kind = "Rename Class" if name[:1].isupper() else "Rename Method"
        if change.rule in ("extract_function", "inline_function"):
            found |= {(kind, n) for n in re.split(r",? ", change.evidence.split(" from ")[0])}
        elif kind == "Move Method" and not _is_elsewhere(change):
            continue
        elif kind and name:
            found.add((ALIASES.get(kind, kind), name))
    return found


def _is_elsewhere(change):
    """Whether a definition is in another file or another class."""
    before, after = change.before, change.after
    if before is None or after is None:
        return False
    homes = [(p.path, (p.name or "").rpartition(".")[0]) for p in (before, after)]
    return homes[0] != homes[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--oracle", required=True)
    parser.add_argument("--clones", required=True)
    parser.add_argument("--language", default="python")
    parser.add_argument("--sample", type=int, default=1, help="every Nth commit")
    parser.add_argument("--json")
    options = parser.parse_args()
    commits = defaultdict(list)
    for row in rows(options.oracle):
        if row["language"] == options.language and row.get("snapshot"):
            commits[row["commit"]].append(row)
    clone = clone_of(options.clones, MIRROR)
    named = {ALIASES.get(kind, kind) for kind in NAMED.values()}
    right, labelled, claimed, judged = Counter(), Counter(), Counter(), []
    for commit in sorted(commits)[:: options.sample]:
        group = commits[commit]
        one = judge(*snapshot(clone, group), closed_world=True)
        judged.append(one)
        labels = {label for row in group if row["valid"] and (label := label_of(row))}
        answers = said(one)
        for kind, _ in labels:
            labelled[kind] += 1
        for kind, _ in answers:
            claimed[kind] += 1
        for kind, _ in labels & answers:
            right[kind] += 1
    clone.close()
    lines = [
        (kind, labelled[kind], claimed[kind], percent(right[kind], claimed[kind]),
         percent(right[kind], labelled[kind]))
        for kind, _ in (labelled | claimed).most_common(30)
    ]  # fmt: skip
    total = sum(right.values())
    known = sum(n for kind, n in labelled.items() if kind in named)
    summary = {
        "precision": percent(total, sum(claimed.values())),
        "recall, types that can be named": percent(total, known),
        "recall, all types": percent(total, sum(labelled.values())),
    }
    print(table(("type", "labelled", "named", "precision", "recall"), lines))
    print(summary)
    print(cost(judged))
    if options.json:
        types = {line[0]: dict(zip(("labelled", "named", "precision", "recall"), line[1:],
                                   strict=True)) for line in lines}  # fmt: skip
        document = {"language": options.language, "all": summary, "types": types}
        write(options.json, document | {"cost": cost(judged)})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
