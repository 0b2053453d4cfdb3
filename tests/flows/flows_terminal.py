"""What people type and read: init, blame, log, diff, and what they say when something is odd."""

from flow import flow
from samples import MD, PY, PY_DISCOUNT, PY_REMINDER, RUBY, TS, TS_COUPON
from world import World


@flow(ledgers="file", index="kept")
def ledger_moves_from_file_to_ref(w: World) -> None:
    """One command takes the ledger out of the work tree's history, losing nothing."""
    ann = w.solo({"billing.py": PY})
    ann.agent().append("billing.py", PY_DISCOUNT)
    ann.commit("Discounts")
    ann.settle()
    ann.tracer("init", "--ledger", "ref")
    ann.commit("The ledger lives in a ref")
    opus = ann.agent("acme", "INT-2")
    opus.append("billing.py", PY_REMINDER)
    ann.commit("Reminders")
    opus.stop()
    seen = ann.git("status", "--porcelain", "-uall").strip()
    w.note(not seen, f"status shows {seen}")
    tracked = ann.git("ls-files", ".orchestration").split()
    w.note(".orchestration/agent_trace.jsonl" not in tracked, f"git still tracks {tracked}")
    w.ask()
    ann.expect_blame(
        "billing.py",
        {"factor = ": "INT-1/opus", "salutation = ": "INT-2/acme", "def net": "ann @Begin"},
    )


@flow(ledgers="none ref")
def diff_in_a_pipe_is_not_cut(w: World) -> None:
    """Long names stay whole in `tracer diff` when it does not write to a terminal."""
    name = "calculate_the_total_of_all_invoices_that_are_overdue_in_this_quarter"
    path = "packages/accounting/reports/quarterly/overdue_invoices_of_all_customers.py"
    ann = w.solo({path: f"def {name}(invoices):\n    return sum(invoices)\n"})
    ann.person().edit(path, ("return sum(invoices)", "return sum(one.net for one in invoices)"))
    w.ask()
    out = ann.tracer("diff")
    w.note("…" not in out, "diff cuts what it prints into a pipe")
    w.note(path in out or name in out, f"diff should name the file or the function: {out[:300]}")


@flow(ledgers="none ref")
def diff_of_one_path_and_statistics(w: World) -> None:
    """`diff REV -- PATH` and `diff --stat`, as in git."""
    ann = w.solo({"billing.py": PY, "cart.ts": TS})
    ann.person().append("billing.py", PY_REMINDER)
    ann.person().append("cart.ts", TS_COUPON)
    w.ask()
    one = ann.tracer("diff", "HEAD", "--", "billing.py")
    w.note("billing.py" in one and "cart.ts" not in one, f"diff of one path prints: {one[:200]}")
    stat = ann.tracer("diff", "--stat")
    w.note("billing.py" in stat and "cart.ts" in stat, f"diff --stat prints: {stat[:200]}")


@flow(ledgers="none ref")
def log_without_a_range(w: World) -> None:
    """`tracer log` alone answers, as git log does."""
    ann = w.solo({"billing.py": PY})
    ann.person().append("billing.py", PY_REMINDER)
    ann.commit("Reminders")
    w.ask()
    out = ann.tracer("log")
    w.note("Reminders" in out or "reminder" in out.lower(), f"log prints: {out[:200]}")


@flow(ledgers="none ref")
def log_of_a_ruby_method(w: World) -> None:
    """`log -L :name:file` finds a Ruby method and tells its life."""
    ann = w.solo({"settings.rb": RUBY})
    ann.person().edit(
        "settings.rb",
        ("@values.fetch(name.to_s, fallback)", "@values.fetch(name.to_s) { fallback }"),
    )
    ann.commit("Lazily")
    w.ask()
    ann.expect_log(":fetch:settings.rb", "body|expression", "introduced")


@flow(ledgers="none ref")
def log_through_a_field_rename_in_rust(w: World) -> None:
    """A Rust method whose `self.0` became `self.inner` goes back to its first commit."""
    first = """pub struct Ignore(Vec<String>);

impl Ignore {
    pub fn matched(&self, path: &str) -> bool {
        let wanted = path.trim_end_matches('/');
        self.0.iter().any(|one| one == wanted)
    }

    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }
}
"""
    ann = w.solo({"ignore.rs": first, "README.md": MD})
    second = first.replace("Ignore(Vec<String>);", "Ignore {\n    inner: Vec<String>,\n}")
    ann.person("bob").write("ignore.rs", second.replace("self.0", "self.inner"))
    ann.person("bob").commit("Name the field")
    w.ask()
    for name in ("matched", "is_root"):
        answer = ann.question("log", "-L", f":{name}:ignore.rs")
        last = answer["changes"][-1] if answer and answer["changes"] else {}
        w.note(last.get("summary") == "Begin", f"log :{name} begins with {last.get('summary')!r}")
    ann.expect_blame("ignore.rs", {"let wanted = ": "ann @Begin"})


@flow(ledgers="none ref")
def log_of_a_javascript_assignment(w: World) -> None:
    """`app.render = function` becomes `function render`: the same since the first commit."""
    first = """var app = exports = module.exports = {};

app.render = function render(name, options, callback) {
  var merged = Object.assign({}, this.locals, options);
  var view = this.cache[name] || lookup(name, merged.views);
  if (!view) {
    return callback(new Error('no view ' + name));
  }
  view.draw(merged, callback);
};
"""
    second = first.replace("app.render = function render(", "function render(").replace(
        "};\n", "}\n\napp.render = render;\n"
    )
    second = second.replace("{}, this.locals", "{}, app.locals").replace("this.cache", "app.cache")
    second = second.replace("= {}\n\napp.render = render;\n", "= {};\n")
    ann = w.solo({"application.js": first})
    ann.person("bob").write("application.js", second)
    ann.person("bob").commit("Plain functions")
    w.ask()
    answer = ann.question("log", "-L", ":render:application.js")
    last = answer["changes"][-1] if answer and answer["changes"] else {}
    w.note(last.get("summary") == "Begin", f"log :render begins with {last.get('summary')!r}")
    ann.expect_blame("application.js", {"view.draw(merged": "ann @Begin"})


@flow(ledgers="none ref")
def classify_names_what_a_rename_changed(w: World) -> None:
    """`classify` of two directories calls no file unchanged in which a rename changed a use."""
    base = {
        "a.py": "def load(path):\n    return open(path).read()\n",
        "b.py": "from a import load\n\nTEXT = load('x')\n",
    }
    for name, swap in (("before", "load"), ("after", "read_text")):
        (w.base / name).mkdir(parents=True)
        for path, text in base.items():
            (w.base / name / path).write_text(text.replace("load", swap))
    done = w.run_in(w.base, "tracer", "classify", "before", "after")
    w.note(done.returncode == 0, f"classify ended with {done.returncode}: {done.stderr[-200:]}")
    lines = [line for line in done.stdout.splitlines() if "b.py" in line]
    w.note(not any("UNCHANGED" in line for line in lines), f"classify says: {lines[:3]}")
