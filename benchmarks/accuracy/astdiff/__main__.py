"""`python -m benchmarks.accuracy.astdiff --oracle FILE --clones DIR`: our mapping beside labels.

Each change set is matched whole, with all files its commit changed; of the pairs found, those
of kinds the oracle labels are compared, row by row. Beside it, what `git diff` maps: nodes whose
first and last lines it keeps together.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from typing import TYPE_CHECKING

from benchmarks.accuracy.astdiff.baseline import line_map, mapped_nodes
from benchmarks.accuracy.astdiff.oracle import labelled_kinds, read_rows
from benchmarks.accuracy.astdiff.project import labels
from benchmarks.accuracy.astdiff.report import Tally, markdown
from benchmarks.accuracy.astdiff.score import judge
from benchmarks.accuracy.astdiff.snapshots import Snapshots
from tracer.matching import match
from tracer.model.changes import ChangeSet

if TYPE_CHECKING:
    from benchmarks.accuracy.astdiff.oracle import Labelled, Row
    from benchmarks.accuracy.astdiff.score import Judged
    from tracer.matching import Forest, NodeMapping

HERE = os.path.dirname(os.path.abspath(__file__))


def main() -> None:
    options = _options()
    rows, dropped = read_rows(options.oracle)
    kinds = labelled_kinds(rows)
    rows = [row for row in rows if not options.case or options.case in row.name][:: options.sample]
    snapshots = Snapshots(options.clones)
    tally = Tally()
    done: dict[str, NodeMapping] = {}
    for number, row in enumerate(sorted(rows, key=lambda row: (row.snapshot, row.name))):
        if row.snapshot not in done:
            done = {row.snapshot: _matched(row, snapshots, tally)}
        judged = _judged(row, done[row.snapshot], kinds[row.language], snapshots)
        tally.add(row.language, row.name, judged)
        if options.show:
            _show(row, judged["tracer"], done[row.snapshot])
        sys.stderr.write(f"\r{number + 1} of {len(rows)} file pairs")
    sys.stderr.write("\n")
    name = os.path.basename(options.oracle).partition(".")[0]
    document = {
        "oracle": name,
        "about": f"{len(rows)} file pairs ({dropped} dropped: their labels do not fit the stored "
        f"contents; sample: 1 in {options.sample}). Precision and recall in %: of pairs found, "
        "those labelled (trivial ones not counted); of labelled pairs, those found.",
        **tally.document(),
    }
    text = markdown(document)
    sys.stdout.write(json.dumps(document, indent=1) if options.json else text)
    if options.write:
        for ending, content in (("json", json.dumps(document, indent=1) + "\n"), ("md", text)):
            path = os.path.join(HERE, "reference", f"{name}.{ending}")
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.accuracy.astdiff", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--oracle", required=True, help="astdiff.jsonl.gz or the multilang one")
    parser.add_argument("--clones", required=True, help="folder of clones, OWNER+NAME/repo each")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="every Nth file pair")
    parser.add_argument("--case", help="only file pairs whose name holds this")
    parser.add_argument("--show", action="store_true", help="print wrong and missed pairs")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--write", action="store_true", help="update the committed reference")
    return parser.parse_args()


def _matched(row: Row, snapshots: Snapshots, tally: Tally) -> NodeMapping:
    change_set = ChangeSet.from_texts(
        snapshots.texts(row.dir_before), snapshots.texts(row.dir_after)
    )
    begin = time.process_time()
    mapping = match(change_set)
    tally.seconds.setdefault(row.language, []).append(time.process_time() - begin)
    return mapping


def _judged(
    row: Row, mapping: NodeMapping, kinds: frozenset[str], snapshots: Snapshots
) -> dict[str, Judged]:
    labels_b = _labels(mapping.before, row, kinds)
    labels_a = _labels(mapping.after, row, kinds)
    predicted = _predicted(mapping, labels_b, labels_a)
    file_b = mapping.before.file_of_path[row.file_before]
    file_a = mapping.after.file_of_path[row.file_after]
    tree_b, tree_a = mapping.before.trees[file_b], mapping.after.trees[file_a]
    diff = snapshots.diff(
        snapshots.files(row.dir_before)[row.file_before],
        snapshots.files(row.dir_after)[row.file_after],
    )
    lines = line_map(diff, tree_b.line_count, tree_a.line_count)
    by_git = [
        (row.file_before, before, row.file_after, after)
        for before, after in mapped_nodes(
            lines, (tree_b, labels_b[file_b]), (tree_a, labels_a[file_a])
        )
    ]
    return {"tracer": judge(row, predicted), "git": judge(row, by_git)}


def _labels(forest: Forest, row: Row, kinds: frozenset[str]) -> list[dict]:
    return [labels(tree, row.language, kinds) for tree in forest.trees]


def _predicted(mapping: NodeMapping, labels_b: list, labels_a: list) -> list[Labelled]:
    """The pairs found between nodes of one labelled kind, merged and copied ones included."""
    found = []
    before, after = mapping.before, mapping.after
    pairs = [(node, at) for at, node in enumerate(mapping.to_before) if node >= 0]
    pairs += mapping.merged_into.items()
    pairs += [(node, at) for at, node in mapping.copy_of.items()]
    for node_b, node_a in pairs:
        file_a, row_a = after.locate(node_a)
        label_a = labels_a[file_a].get(row_a)
        if label_a is None:
            continue
        file_b, row_b = before.locate(node_b)
        label_b = labels_b[file_b].get(row_b)
        if label_b and label_b[0] == label_a[0]:
            found.append((before.paths[file_b], label_b, after.paths[file_a], label_a))
    return found


def _show(row: Row, judged: Judged, mapping: NodeMapping) -> None:
    """Print what went wrong in one row, with the start of each node's text."""
    sys.stdout.write(f"\n## {row.name} {judged.score()}\n")
    for sign, pairs in (("-", judged.missed), ("+", judged.wrong)):
        for path_b, node_b, path_a, node_a in sorted(pairs):
            before = _text(mapping.before, path_b, node_b)
            after = _text(mapping.after, path_a, node_a)
            sys.stdout.write(f"{sign} {node_b[0]} {node_b[1:]}->{node_a[1:]} {before} => {after}\n")
            if path_b != row.file_before or path_a != row.file_after:
                sys.stdout.write(f"    between {path_b} and {path_a}\n")


def _text(forest: Forest, path: str, node: tuple[str, int, int]) -> str:
    file = forest.file_of_path.get(path)
    if file is None:
        return "?"
    text = forest.trees[file].text.decode("utf-8", "replace")
    _, start, end = node
    line = text.count("\n", 0, start if start >= 0 else end) + 1
    part = text[start : min(end, start + 90)] if start >= 0 else text[end - 60 : end]
    return f"{line}: {' '.join(part.split())!r}"


if __name__ == "__main__":
    main()
