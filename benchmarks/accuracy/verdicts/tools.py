"""Edits by real tools that keep behaviour: how many of them are called AST_REFACTOR.

    python -m benchmarks.accuracy.verdicts.tools --clone GITDIR[@REV] [...] [--tools black,rope,...]
        [--files 200] [--npm DIR] [--google-java-format JAR] [--slips 2]

Files are taken from the clones' HEAD or revision (and,
for Python, the standard library of the running
interpreter). Formatters and import sorters rewrite whole files; rope and the TypeScript language
service rename, extract, inline and move in one file at a time, which is then the whole world
(for clang-rename with the headers that it includes, for gopls with its package).
`--npm` has `node_modules` with prettier, typescript 5 and google-java-format. Go code, which is
published formatted, is made untidy first. A tool that is not to be had is said to be missing.

rope and the language service do not promise that behaviour is kept (an expression moves over a
call, a name captures another), nor do formatters of files that read their line numbers: of each
edit is known whether it can be relied on ("sure"), by criteria that know nothing of verdicts
(`rope_edits.py`, `language_service.cjs`, `clang_edits.py`, `gopls_edits.py`,
`reliance.py`). `--slips` mutates
what a tool wrote, in each edit that is recognised (`slips.py`). What is left is listed by reason.
`--json` writes all that, for each tool with the seed and the commits; tools that are in the file
already and were not asked stay there.
"""

from __future__ import annotations

import argparse
import contextlib
import glob
import gzip
import importlib.util
import json
import os
import random
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections import Counter, defaultdict

from benchmarks.accuracy.property.formatting import find_tool
from benchmarks.accuracy.verdicts import clang_edits, gopls_edits, reliance, rope_edits
from benchmarks.accuracy.verdicts.oracle import Clone, cost, judge, percent, table, write
from benchmarks.accuracy.verdicts.slips import Slips

LIMIT = 40_000
COLUMNS = ("edits", "recognised", "%", "sure", "sure recognised", "% of sure")
HERE = os.path.dirname(os.path.abspath(__file__))
ENDINGS = {
    "python": (".py",), "javascript": (".js", ".jsx"), "typescript": (".ts", ".tsx"),
    "go": (".go",), "c": (".c", ".h"), "cpp": (".cc", ".cpp", ".hpp"), "java": (".java",),
    "rust": (".rs",),
}  # fmt: skip
BARE = re.compile(rb"""^import\s*["']""", re.MULTILINE)  # there for what it does
# Sorting includes or using declarations changes what a compiler sees first: measured by itself.
UNSORTED = "{BasedOnStyle: %s, SortIncludes: Never, SortUsingDeclarations: Never}"


def _gofmt(_):
    spec = importlib.util.find_spec("go")
    for place in spec.submodule_search_locations if spec else ():
        if os.path.exists(path := os.path.join(place, "bin", "gofmt")):
            return [path, "-w"]
    return [found, "-w"] if (found := find_tool("gofmt")) else None


def _rustfmt(*config):
    found = find_tool("rustfmt") or os.path.expanduser("~/.cargo/bin/rustfmt")
    arguments = [found, "--edition", "2021", *(("--config", ",".join(config)) if config else ())]
    return lambda _: arguments if os.path.exists(found) else None


def _on_path(name, *arguments):
    return lambda _: [found, *arguments] if (found := find_tool(name)) else None


def _module(name, *arguments):
    def command(_):
        is_there = importlib.util.find_spec(name) is not None
        return [sys.executable, "-m", name, *arguments] if is_there else None

    return command


def _prettier(options):
    path = os.path.join(options.npm or "", "node_modules", ".bin", "prettier")
    arguments = ["--no-config", "--write", "--log-level", "silent"]
    arguments.append("--embedded-language-formatting=off")  # texts are data
    return [path, *arguments] if os.path.exists(path) else None


def _clang(style):
    return _on_path("clang-format", "-i", "--style=" + UNSORTED % style)


def _google(options):
    jars = os.path.join(options.npm or "", "node_modules", "google-java-format", "lib", "*.jar")
    found = [options.google_java_format] if options.google_java_format else glob.glob(jars)
    return ["java", "-jar", found[0], "--replace"] if found and shutil.which("java") else None


# tool -> (language, how to run it on a list of files)
FORMATTERS = {
    "black": ("python", _on_path("black", "-q", "--fast")),
    "ruff format": ("python", _on_path("ruff", "format", "-q", "--isolated")),
    "ruff import sorting": (
        "python",
        _on_path("ruff", "check", "-q", "--isolated", "--select", "I", "--fix", "--exit-zero"),
    ),
    "isort": ("python", _module("isort", "-q")),
    "pyupgrade": (
        "python",
        _module("pyupgrade", "--keep-percent-format", "--exit-zero-even-if-changed"),
    ),
    "autopep8": ("python", _module("autopep8", "-i", "--select", "E1,E2,E3,W1,W2,W3")),
    "prettier (JavaScript)": ("javascript", _prettier),
    "prettier (TypeScript)": ("typescript", _prettier),
    "gofmt": ("go", _gofmt),
    "goimports": ("go", _on_path("goimports", "-w")),
    "clang-format (C)": ("c", _clang("LLVM")),
    "clang-format (C++)": ("cpp", _clang("Google")),
    "clang-format (Java)": ("java", _clang("Google")),
    "clang-format, sorting (C)": ("c", _on_path("clang-format", "-i", "--style=LLVM")),
    "clang-format, sorting (C++)": ("cpp", _on_path("clang-format", "-i", "--style=Google")),
    "google-java-format": ("java", _google),
    "rustfmt": ("rust", _rustfmt()),
    "rustfmt, 72 columns": ("rust", _rustfmt("max_width=72", "use_small_heuristics=Max")),
}


def texts(clones, language, count, rng, paths=None):
    """Up to `count` files of a language: {name: text}. `paths` is told where each one is from."""
    found = []
    for clone in clones:
        names = clone.git("ls-tree", "-r", "--name-only", clone.revision).decode("utf-8", "replace")
        for name in names.splitlines():
            if name.endswith(ENDINGS[language]) and not name.endswith((".min.js", ".d.ts")):
                found.append((name, lambda clone=clone, name=name: clone.text(name)))  # noqa: PERF401
    if language == "python":
        for path in sorted(glob.glob(sysconfig.get_paths()["stdlib"] + "/**/*.py", recursive=True)):
            if "site-packages" not in path:
                found.append((path, lambda path=path: _read(path)))  # noqa: PERF401
    rng.shuffle(found)
    kept = {}
    for name, read in found:
        if len(kept) == count:
            break
        text = read()
        if text and len(text) <= LIMIT and os.path.basename(name) not in kept:
            kept[os.path.basename(name)] = text
            if paths is not None:
                paths[os.path.basename(name)] = name
    return kept


def _read(path):
    with open(path, "rb") as file:
        return file.read()


def untidy(text):
    """Go code as nobody formats it: indented by blanks, its imports the other way round."""
    lines = text.expandtabs(3).splitlines(keepends=True)
    found, block = [], None
    for line in lines:
        if block is not None and line.strip() in (b")", b""):
            found += block[::-1]
            block = [] if line.strip() == b"" else None
        if block is None or line.strip() == b"":
            found.append(line)
        else:
            block.append(line)
        if line.startswith(b"import ("):
            block = []
    return b"".join(found)


def formatted(command, files):
    """(name, before, after) of the files a command rewrites."""
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for number, (name, text) in enumerate(files.items()):
            os.mkdir(os.path.join(folder, str(number)))
            paths[name] = os.path.join(folder, str(number), name)
            with open(paths[name], "wb") as file:
                file.write(text)
        ordered = list(paths.values())
        for start in range(0, len(ordered), 20):
            # One file the tool cannot read must not keep the others as they are.
            done = subprocess.run(
                [*command, *ordered[start : start + 20]], check=False, capture_output=True
            )
            if done.returncode:
                each = [
                    subprocess.run([*command, path], check=False, capture_output=True).returncode
                    for path in ordered[start : start + 20]
                ]
                if all(each) and not start:  # it does not run on this machine
                    raise SystemExit(
                        f"{command[0]}: {done.stderr.decode('utf-8', 'replace')[-400:]}"
                    )
        for name, path in paths.items():
            after = _read(path)
            if after != files[name]:
                yield name, {name: files[name]}, {name: after}


# ------------------------------------------------------------------ TypeScript


def service_edits(files, npm, rng):
    """(operation, name, before, after) of the TypeScript language service's refactorings."""
    job = {"files": {n: t.decode("utf-8", "replace") for n, t in files.items()}}
    job["seed"] = rng.randrange(1 << 30)
    done = subprocess.run(
        ["node", os.path.join(HERE, "language_service.cjs"), os.path.join(npm, "node_modules")],
        input=json.dumps(job).encode(),
        capture_output=True,
        check=True,
    )
    for line in done.stdout.splitlines():
        edit = json.loads(line)
        before = {edit["name"]: files[edit["name"]]}
        is_sorted = edit["operation"] == "sort imports"
        is_bare = BARE.search(before[edit["name"]])
        yield (
            "TypeScript " + edit["operation"],
            edit["name"],
            before,
            {name: text.encode() for name, text in edit["after"].items()},
            (*edit["doubts"], *(["a bare import"] if is_sorted and is_bare else [])),
        )


def kept(path, tool, make):
    """The edits that `make()` gives, kept in a file: refactoring takes longer than judging."""
    path = f"{path}.{tool}.gz" if path else None
    if path and os.path.exists(path):
        with gzip.open(path, "rt", encoding="ascii") as file:
            for line in file:
                operation, name, before, after, doubts = json.loads(line)
                sides = ({n: t.encode("latin-1") for n, t in s.items()} for s in (before, after))
                yield operation, name, *sides, tuple(doubts)
        return
    with gzip.open(path, "wt", encoding="ascii") if path else contextlib.nullcontext() as file:
        for operation, name, before, after, doubts in make():
            if file:
                sides = ({n: t.decode("latin-1") for n, t in s.items()} for s in (before, after))
                file.write(json.dumps([operation, name, *sides, doubts]) + "\n")
            yield operation, name, before, after, doubts


# ------------------------------------------------------------------ the table


class Score:
    """What was recognised, by tool and operation."""

    def __init__(self, slips):
        self.slips = slips
        self.done, self.right = Counter(), Counter()
        self.sure, self.sure_right = Counter(), Counter()
        self.rules, self.reasons = defaultdict(Counter), defaultdict(Counter)
        self.doubted, self.doubts = defaultdict(Counter), defaultdict(Counter)
        self.judged, self.worst, self.bold = [], [], []
        self.of_tool = defaultdict(list)

    def add(self, tool, name, before, after, doubts=(), *, keep):  # noqa: PLR0913
        """Judge one edit, the files being the whole world.

        `doubts`: why the tool's edit cannot be relied on to keep behaviour, if so.
        """
        keeps = not doubts
        one = judge(before, after, closed_world=True)
        self.judged.append(one.spent)
        self.of_tool[tool].append(one.spent)
        self.done[tool] += 1
        self.sure[tool] += keeps
        self.sure_right[tool] += keeps and one.verdict != "INTENT_EVOLUTION"
        if not keeps and one.verdict != "INTENT_EVOLUTION" and tool not in FORMATTERS:
            self.bold.append(f"{tool} {name} #{self.done[tool]}")
            self._keep(keep, "bold", tool, before, after)
        self.doubts[tool].update(doubts)
        self.rules[tool].update({c.rule for c in one.changes() if c.verdict == "AST_REFACTOR"})
        if one.verdict != "INTENT_EVOLUTION":
            self.right[tool] += 1
            self.slips.make(tool, name, before, after)
            return
        left = [c for c in one.changes() if c.verdict.value == "INTENT_EVOLUTION"]
        self.reasons[tool].update({f"{c.rule}: {_short(c.evidence)}" for c in left})
        self.doubted[tool].update(doubts)
        self.worst.append(f"{tool} {name}: {left[0].rule}, {left[0].evidence}")
        self._keep(keep, "sure" if keeps else "unsure", tool, before, after)

    def _keep(self, folder, sort, tool, before, after):
        if not folder:
            return
        number = f"{tool.replace(' ', '_')}-{self.done[tool]}"
        for side, found in (("before", before), ("after", after)):
            for path, text in found.items():
                place = os.path.join(folder, sort, number, side, path)
                os.makedirs(os.path.dirname(place), exist_ok=True)
                with open(place, "wb") as file:
                    file.write(text)

    def lines(self):
        """A line a tool: edits, recognised, and the same of those that can be relied on."""
        for tool, count in self.done.items():
            rules = ", ".join(f"{rule} {n}" for rule, n in self.rules[tool].most_common(6))
            right, sure, sure_right = self.right[tool], self.sure[tool], self.sure_right[tool]
            yield (tool, count, right, percent(right, count),
                   sure, sure_right, percent(sure_right, sure), rules)  # fmt: skip

    def document(self, line, spent):
        """What the reference says of a tool, whose line and cost are given."""
        tool, slips = line[0], self.slips
        return dict(zip(COLUMNS, line[1:7], strict=True)) | {
            "left": dict(self.reasons[tool].most_common(8)),
            "doubts": {
                doubt: {"edits": count, "not recognised": self.doubted[tool][doubt]}
                for doubt, count in self.doubts[tool].items()
            },
            "slips": {
                "made": slips.made[tool],
                "equivalent": slips.equivalent[tool],
                "unseen": ["; ".join(slip) for slip in slips.unseen if slip[0] == tool],
            },
            "classify_to_match_percent": spent["classify_to_match_percent"],
        }


def _known(path):
    """The tools that a reference has already; none where there is no such file."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)["tools"]


def _short(evidence):
    """A reason without the names in it, which differ from case to case."""
    words = evidence.split()
    return " ".join(w if w.isalpha() and w.islower() else "…" for w in words[:14])


def main():  # noqa: PLR0912, PLR0915
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clone", action="append", default=[])
    parser.add_argument("--tools", default="")
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--npm")
    parser.add_argument("--google-java-format")
    parser.add_argument("--json")
    parser.add_argument("--slips", type=int, default=0, help="mutants for each edit recognised")
    parser.add_argument("--only", default="", help="of rope's refactorings those of this name")
    parser.add_argument("--made", help="keep refactorings in files that start so, or take them")
    parser.add_argument("--keep", help="write the edits not recognised below this directory")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    clones = [Clone(path) for path in options.clone]
    wanted = [name.strip() for name in options.tools.split(",") if name.strip()]
    slips = Slips(random.Random(options.seed), options.slips, options.npm)
    score, missing = Score(slips), []
    for tool, (language, find) in FORMATTERS.items():
        if wanted and not any(name in tool for name in wanted):
            continue
        command = find(options)
        if command is None:
            missing.append(tool)
            continue
        paths = {}
        files = texts(clones, language, options.files, rng, paths)
        if language == "go":
            files = {name: untidy(text) for name, text in files.items()}
        for name, before, after in formatted(command, files):
            sides = before[name], after[name]
            doubts = reliance.doubts(tool, paths[name], language, *sides)
            score.add(tool, name, before, after, doubts, keep=options.keep)
    if not wanted or "rope" in wanted:
        if importlib.util.find_spec("rope") is None:
            missing.append("rope")
        else:
            paths = {}
            files = texts(clones, "python", options.files, rng, paths)

            def of_rope():
                return rope_edits.edits(files, rng, options.only)

            for *edit, doubts in kept(options.made, "rope", of_rope):
                name = edit[1]
                more = reliance.input_doubts(paths[name], "python", files[name])
                score.add(*edit, (*doubts, *more), keep=options.keep)
    if not wanted or "clang-rename" in wanted:
        programs = clang_edits.find_clang(find_tool)
        if programs is None:
            missing.append("clang-rename (with clang and Python's libclang)")
        for language, ending in (("c", (".c",)), ("cpp", (".cc", ".cpp"))) if programs else ():

            def make(language=language, ending=ending):
                return clang_edits.edits(clones, language, ending, programs, options.files, rng)

            for edit in kept(options.made, language, make):
                score.add(*edit, keep=options.keep)
    if not wanted or "gopls" in wanted:
        programs = gopls_edits.find_go(find_tool)
        if programs is None:
            missing.append("gopls (with go)")

        def of_go():
            return gopls_edits.edits(clones, programs, options.files, rng)

        for edit in kept(options.made, "gopls", of_go) if programs else ():
            score.add(*edit, keep=options.keep)
    if not wanted or "service" in wanted:
        if not options.npm:
            missing.append("TypeScript language service")
        else:
            paths = {}
            files = texts(clones, "typescript", options.files, rng, paths)
            # Editors, which ask the service, show it no byte order mark.
            files = {name: text.removeprefix(b"\xef\xbb\xbf") for name, text in files.items()}

            def of_service():
                return service_edits(files, options.npm, rng)

            for *edit, doubts in kept(options.made, "service", of_service):
                name = edit[1]
                more = reliance.input_doubts(paths[name], "typescript", files[name])
                score.add(*edit, (*doubts, *more), keep=options.keep)
    lines = list(score.lines())
    print(table(("tool", *COLUMNS, "rules"), lines))
    print("\nrecognised, though the edit is not sure to keep behaviour:", *score.bold, sep="\n- ")
    print("\nmissing:", ", ".join(missing) or "none", "\n")
    for tool, reasons in score.reasons.items():
        print(f"{tool}:", *(f"{n} × {reason}" for reason, n in reasons.most_common(8)), sep="\n- ")
    for tool, doubts in score.doubts.items():
        shown = (
            f"{n} × {doubt} ({score.doubted[tool][doubt]} left)"
            for doubt, n in doubts.most_common()
        )
        print(f"{tool}, cannot be relied on:", *shown, sep="\n- ")
    made, none = slips.made.total(), slips.equivalent.total()
    print(f"slips: {made}, of which {none} change nothing and {len(slips.unseen)} are unseen")
    print(*("\n".join(slip) for slip in slips.unseen), sep="\n\n")
    spent = {tool: cost(judged) for tool, judged in score.of_tool.items()}
    shares = (f"{tool} {one['classify_to_match_percent']}" for tool, one in spent.items())
    print("cost beside matching, percent:", ", ".join(shares))
    print(cost(score.judged))
    if options.json:
        asked = {"files": options.files, "seed": options.seed}
        asked["commits"] = sorted(clone.commit for clone in clones)
        found = {line[0]: score.document(line, spent[line[0]]) | asked for line in lines}
        write(options.json, {"tools": _known(options.json) | found, "missing": missing})
    return 1 if slips.unseen else 0


if __name__ == "__main__":
    raise SystemExit(main())
