"""The figures of `cleanups` as Markdown tables."""

from collections import Counter

_MOST_REASONS = 30


def print_tables(results, *, with_reasons):
    """Lines proved by project and by language, what is left by reason, and what it cost."""
    done = [result for result in results if "failed" not in result]
    _print_shares("project", _by(done, lambda result, _file: result["repo"]))
    _print_shares("language", _by(done, lambda _result, file: file["language"]))
    if with_reasons:
        _print_reasons(done)
    _print_cost(done)
    failed = [result for result in results if "failed" in result]
    for result in failed:
        print(f"\n{result['repo']} {result['commit'][:10]}: {result['failed']}")


def _by(results, key):
    found = {}
    for result in results:
        for file in result["files"]:
            one = found.setdefault(key(result, file), Counter())
            one["commits", result["commit"]] = 1
            one["files"] += 1
            one["changed"] += file["changed"]
            one["left"] += sum(rest[-1] for rest in file["left"])
    return found


def _print_shares(title, groups):
    print(f"\n| {title} | commits | files | changed lines | proved | share |")
    print("|---|---|---|---|---|---|")
    total = Counter()
    for name, one in sorted(groups.items()):
        total += one
        _print_row(name, one)
    _print_row("all", total)


def _print_row(name, one):
    commits = sum(1 for key in one if isinstance(key, tuple))
    changed, left = one["changed"], one["left"]
    share = f"{100 * (changed - left) / changed:.2f} %" if changed else ""
    print(f"| {name} | {commits} | {one['files']} | {changed} | {changed - left} | {share} |")


def _print_reasons(results):
    lines, where = Counter(), {}
    for result in results:
        for file in result["files"]:
            for kind, reason, line, count in file["left"]:
                key = (file["language"], kind, reason)
                lines[key] += count
                place = f"{result['repo']} {result['commit'][:10]} {file['path']} {line}"
                where.setdefault(key, place)
    print("\n| lines left | language | kind | reason | for instance |")
    print("|---|---|---|---|---|")
    for key, count in sorted(lines.items(), key=lambda item: (-item[1], item[0]))[:_MOST_REASONS]:
        print(f"| {count} | {' | '.join(key)} | {where[key]} |".replace("\n", " "))


def _print_cost(results):
    seconds = sorted(result["seconds"] for result in results)
    if seconds:
        middle, last = seconds[len(seconds) // 2], seconds[-1]
        most = max(result["megabytes"] for result in results)
        largest = max(results, key=lambda result: result["count"])
        print(f"\n{len(seconds)} commits: median {middle:.1f} s, slowest {last:.1f} s,")
        print(
            f"at most {most} MB; the largest, {largest['count']} files, {largest['seconds']:.0f} s"
        )
