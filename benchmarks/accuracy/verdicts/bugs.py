"""Real bug fixes: behaviour changed, so a fix called AST_REFACTOR is a false verdict (must be 0).

    python -m benchmarks.accuracy.verdicts.bugs --oracle intent_evolution.jsonl.gz --clones DIR

Scored per fix, all its files as one change set: one file of a fix may be harmless. Each is judged
in an open world and in a closed one, where more can be proved. Also counts what each unexplained
edit is called.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict

from benchmarks.accuracy.verdicts.oracle import clone_of, cost, judge, rows, table, write


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--oracle", required=True)
    parser.add_argument("--clones", required=True)
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--json")
    options = parser.parse_args()
    fixes = defaultdict(list)
    for row in rows(options.oracle):
        fixes[row["mirror"], row["dataset"], row["project"], row["case"]].append(row)
    clones = {mirror: clone_of(options.clones, mirror) for mirror, *_ in fixes}
    counts, kinds, judged, wrong, unread = Counter(), Counter(), [], [], 0
    for (mirror, dataset, project, case), group in sorted(fixes.items())[:: options.sample]:
        before = {r["file"]: clones[mirror].text(r["path_before"]) for r in group}
        after = {r["file"]: clones[mirror].text(r["path_after"]) for r in group}
        if None in before.values() or None in after.values():
            unread += 1
            continue
        counts[dataset, "fixes"] += 1
        for world in ("open", "closed"):
            one = judge(before, after, closed_world=world == "closed")
            if one.verdict != "INTENT_EVOLUTION":
                counts[dataset, world] += 1
                name = f"{dataset} {project} {case} ({world} world): {one.verdict}, "
                wrong.append(name + ", ".join(sorted({c.rule for c in one.changes()})))
        judged.append(one.spent)
        kinds.update(c.rule for c in one.changes() if c.verdict.value == "INTENT_EVOLUTION")
    for clone in clones.values():
        clone.close()
    names = sorted({dataset for dataset, _ in counts})
    lines = [(n, counts[n, "fixes"], counts[n, "open"], counts[n, "closed"]) for n in names]
    print(table(("set", "fixes", "called a refactoring, open world", "closed world"), lines))
    print(f"\nnot readable: {unread}\n\nwrong:", *(wrong or ["none"]), sep="\n- ")
    print("\n" + table(("edit left", "times"), kinds.most_common(25)))
    print("\n" + str(cost(judged)))
    if options.json:
        document = {
            "fixes": {n: counts[n, "fixes"] for n in names},
            "wrong": wrong,
            "not_readable": unread,
            "edits_left": dict(kinds),
            "cost": cost(judged),
        }
        write(options.json, document)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
