"""`python -m benchmarks.speed.pages --repo CLONE`: what a page costs to make, to open and to use.

The report is that of psf/requests with one record for each of its last first-parent commits: the
ledger of `benchmarks.accuracy.replay`, the last calls committed one by one. Beside making the page
stand `tracer report --json` and `tracer blame --json` of each file it shows, whole commands,
processor time, after a page that fills the caches. Chromium opens the file from the
disk: when it paints the first content, and what it asks for. Then a page of 100,000 ranges is used:
the time from an interaction to the frame that shows it. Limits stand beside each figure.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.accuracy.replay.ledger import Replay, choose
from benchmarks.speed.common import report
from tracer.vcs import Git

TRACER = (sys.executable, "-c", "from tracer.cli.entry import main; main()")
IDENTITY = ("-c", "user.name=base", "-c", "user.email=base@example.org")
SINGLE = 6  # calls with a commit each, of which the page shows the newest
OPENED = 5  # times the file is opened
FILES, LINES = 100, 1000  # of the page of many ranges: every line is a range
FRAME = "await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));"


def main():
    """Print the figures; `--write` commits them."""
    options = arguments()
    with tempfile.TemporaryDirectory() as root:
        figures, lines = {}, []
        if options.only != "ranges":
            figures["report"] = the_report(options, root)
            lines += told("report", figures["report"])
        if options.only != "report":
            figures["ranges"] = many_ranges(root)
            lines += told("ranges", figures["ranges"])
    report("pages", figures, lines)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repo", required=True, help="a local full-history clone of psf/requests")
    parser.add_argument("--rev", default="v2.32.3", help="the last revision (%(default)s)")
    parser.add_argument("--records", type=int, default=2000, help="how many calls are replayed")
    parser.add_argument("--rounds", type=int, default=1, help="of which the best counts")
    parser.add_argument("--keep", help="a directory for the ledger; taken again where it is there")
    parser.add_argument("--only", choices=("report", "ranges"), help="one half")
    parser.add_argument("--write", action="store_true", help="update the committed reference")
    return parser.parse_args()


def told(name, figures):
    return [f"{name}", *(f"  {key:36} {value}" for key, value in figures.items())]


def the_report(options, root):
    work = options.keep or os.path.join(root, "work")
    if not os.path.isdir(os.path.join(work, ".orchestration")):
        replay(options, work)
    env = {**os.environ, "TRACER_CACHE": os.path.join(root, "cache")}
    out = os.path.join(root, "report.html")
    page = [[*TRACER, "page", "--out", out]]
    run(page, work, env)  # fills the caches
    text = Path(out).read_text(encoding="utf-8")
    shown = re.findall(
        r'<section class=view id="?file/([^">]+)"?>\n<h1>[^<]*</h1>(?!\n<p class=empty>)',
        text,
    )
    asked = [[*TRACER, "report", "--json"], *([*TRACER, "blame", path, "--json"] for path in shown)]
    seconds = {"page": [], "asked": []}
    for _ in range(options.rounds):
        seconds["asked"].append(run(asked, work, env))
        seconds["page"].append(run(page, work, env))
    cost = {name: round(min(found), 2) for name, found in seconds.items()}
    again = Path(out).read_text(encoding="utf-8")
    opened = opening(out)
    return {
        "records": len(re.findall(r"<tr id=record/", text)),
        "files": len(shown),
        "megabytes (must 5, aim 2)": round(os.path.getsize(out) / 1e6, 2),
        "same bytes": again == text,
        "first content s (must 1, aim 0.3)": opened[0],
        "requests to anywhere (must 0)": opened[1],
        "page cpu s": cost["page"],
        "report and blames cpu s": cost["asked"],
        "ratio (must 2, aim 1.2)": round(cost["page"] / cost["asked"], 2),
    }


def replay(options, work):
    """The ledger, with what it wrote committed."""
    with Git(os.path.realpath(options.repo)) as git:
        span = choose(git, git.resolve(options.rev), options.records, ("",))
        os.makedirs(work, exist_ok=True)
        job = Replay(git, work, span, ("",))
        count = len(span.commits)

        def progress(number):
            if number >= count - SINGLE:
                subprocess.run(["git", "add", "-A", ":!.orchestration"], cwd=work, check=True)
                subprocess.run(
                    ["git", *IDENTITY, "commit", "-q", "--allow-empty", "-m", f"Calls to {number}"],
                    cwd=work, check=True,
                )  # fmt: skip
                sys.stderr.write(f"\rreplayed {number} of {count} calls")

        job.run(progress)
        sys.stderr.write("\n")


def many_ranges(root):
    """A page of 100,000 ranges: two commits that have every second line each."""
    work = os.path.join(root, "ranges")
    os.makedirs(work)
    subprocess.run(["git", "init", "-q"], cwd=work, check=True)
    for step, intent in ((0, "INT-001"), (1, "INT-002")):
        for number in range(FILES):
            lines = [
                f"value {number} {line} {'as it is now' if step and line % 2 else 'at first'}\n"
                for line in range(LINES)
            ]
            Path(work, f"part{number:03}.txt").write_text("".join(lines), encoding="utf-8")
        subprocess.run(["git", "add", "-A"], cwd=work, check=True)
        message = f"Step {step}\n\nIntent: {intent}"
        subprocess.run(["git", *IDENTITY, "commit", "-qm", message], cwd=work, check=True)
    out = os.path.join(root, "ranges.html")
    change = ["--change", "HEAD..HEAD"]  # the change itself is not what is measured
    env = {**os.environ, "TRACER_CACHE": os.path.join(root, "cache")}
    run([[*TRACER, "page", "--out", out, *change]], work, env)
    text = Path(out).read_text(encoding="utf-8")
    actions = {
        "open a file": "location.hash = '#file/part050.txt'",
        "open a file at a line": "location.hash = '#file/part070.txt/L900'",
        "open the intent": "location.hash = '#intent/INT-002'",
        "filter its ranges": "type('part099')",
        "filter its ranges again": "type('part0')",
        "take the filter away": "type('')",
        "sort its ranges": "sort()",
        "go to overview": "location.hash = '#overview'",
        "go to time": "location.hash = '#time'",
        "open the files": "location.hash = '#files'",
    }
    found = interactions(out, actions)
    runs = len(re.findall(r"#file/part\d+\.txt/L\d+[ >]", text))
    return {
        "ranges": runs,
        "megabytes": round(os.path.getsize(out) / 1e6, 1),
        **{f"{name} ms (must 100, aim 50)": spent for name, spent in found.items()},
    }


def run(commands, where, env):
    """Processor seconds of some commands."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for command in commands:
        done = subprocess.run(command, cwd=where, env=env, capture_output=True, check=False)
        if done.returncode:
            sys.exit(f"{command[3:]}: {done.stderr.decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def chromium(playwright):
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    return playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])


def opening(path):
    """(median seconds to the first content, requests besides the file itself)."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - starts a process

    paints, asked = [], []
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        for _ in range(OPENED):
            page = browser.new_context().new_page()
            page.on("request", lambda request: asked.append(request.url))
            page.goto(Path(path).as_uri())
            page.wait_for_timeout(200)
            paints.append(
                page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
            )
            page.close()
        browser.close()
    return round(statistics.median(paints) / 1000, 3), len(asked) - OPENED


def interactions(path, actions):
    """Milliseconds of each, from the call to the frame that shows it."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - starts a process

    script = f"""async (action) => {{
      const type = (text) => {{
        const field = document.querySelector('.now input[data-filter]');
        field.value = text;
        field.dispatchEvent(new Event('input'));
      }};
      const sort = () => new Promise((done) => {{
        document.querySelector('.now th button').click();
        const sorted = () => document.querySelector('.now th[aria-sort]');
        const look = () => sorted() ? done() : setTimeout(look, 1);
        look();
      }});
      const start = performance.now();
      await eval(action);
      {FRAME}
      return performance.now() - start;
    }}"""
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        page = browser.new_context(
            viewport={"width": 1280, "height": 900}, bypass_csp=True
        ).new_page()
        page.goto(Path(path).as_uri())
        page.wait_for_timeout(3000)
        found = {}
        for name, action in actions.items():
            found[name] = round(page.evaluate(script, action))
            page.wait_for_timeout(500)
        browser.close()
    return found


if __name__ == "__main__":
    main()
