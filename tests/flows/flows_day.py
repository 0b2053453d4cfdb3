"""Short lines that change their place, and commits made within a second of what they hold."""

from flow import flow
from samples import GO, GO_KEYS, MD, PY, PY_DISCOUNT, PY_EXPORT, PY_REMINDER
from world import World


@flow()
def person_sorts_lines_of_an_agent(w: World) -> None:
    """A list of words, one a line, which a person sorts: each stays its writer's."""
    words = "pear\nquince\nmedlar\n"
    ann = w.solo({"fruits.txt": words})
    opus = ann.agent()
    opus.write("fruits.txt", words + "apricot\nblackthorn\n")
    ann.commit("More fruits")
    opus.stop()
    ann.settle()
    ann.person().write("fruits.txt", "apricot\nblackthorn\nmedlar\npear\nquince\n")
    ann.commit("Sort")
    w.ask()
    ann.expect_blame(
        "fruits.txt",
        {
            "apricot": "INT-1/opus @More fruits",
            "blackthorn": "INT-1/opus @More fruits",
            "medlar": "ann @Begin",
            "quince": "ann @Begin",
        },
    )


@flow(ledgers="ref")
def local_rename_and_a_new_line_before_the_commit(w: World) -> None:
    """Before the first commit a person renames a local in one function and adds another one."""
    body = """def ship(parcel, depot):
    box = depot.pack(parcel)
    box.weigh(depot.scale)
    box.label(parcel.owner, box.weight)
    depot.load(box)
    return box
"""
    ann = w.solo({"README.md": MD})
    opus = ann.agent()
    opus.write("ship.py", body + PY_REMINDER)
    opus.stop()
    ann.person("bob").write("ship.py", body.replace("box", "crate") + PY_REMINDER + PY_EXPORT)
    ann.person("bob").commit("Ship")
    w.ask()
    ann.expect_blame(
        "ship.py",
        {
            "crate": "INT-1/opus",
            "salutation": "INT-1/opus",
            'header = ["number"': "bob @Ship",
        },
    )


@flow()
def vue_options_move(w: World) -> None:
    """A person moves a method of an agent's within `export default { … }`."""
    vue = """<template>
  <p>{{ label }}</p>
</template>

<script>
export default {
  props: ["first", "last"],
  computed: {
    label() {
      return this.last.toUpperCase() + ", " + this.first;
    },
  },
METHODS};
</script>
"""
    greet = """    greet(name) {
      const salutation = name ? "Dear " + name : "Dear customer";
      this.$emit("greeted", salutation);
    },
"""
    leave = """    leave(reason) {
      window.localStorage.setItem("left", reason);
    },
"""
    ann = w.solo({"a.vue": vue.replace("METHODS", "  methods: {\n" + leave + "  },\n")})
    opus = ann.agent()
    opus.write("a.vue", vue.replace("METHODS", "  methods: {\n" + leave + greet + "  },\n"))
    ann.commit("Greet")
    opus.stop()
    ann.settle()
    ann.person().write("a.vue", vue.replace("METHODS", "  methods: {\n" + greet + leave + "  },\n"))
    ann.commit("Order")
    w.ask()
    ann.expect_blame(
        "a.vue",
        {
            "const salutation": "INT-1/opus @Greet",
            "$emit": "INT-1/opus @Greet",
            "localStorage": "ann @Begin",
            "leave(reason)": "ann @Begin",
        },
    )


@flow(seldom=True)
def vue_line_moves_to_another_option(w: World) -> None:
    """A property of `export default { … }` goes below the others: its writer keeps it."""
    vue = """<script>
export default {
  name: "price-tag",
  inheritAttrs: false,
  props: ["amount", "currency"],
  data() {
    return { shown: true };
  },
};
</script>
"""
    ann = w.solo({"a.vue": vue})
    opus = ann.agent()
    moved = vue.replace("  inheritAttrs: false,\n", "").replace(
        "    return { shown: true };\n  },\n",
        "    return { shown: true };\n  },\n  inheritAttrs: false,\n",
    )
    opus.write("a.vue", moved)
    opus.commit("Order")
    opus.stop()
    w.ask()
    ann.expect_blame(
        "a.vue",
        {"inheritAttrs": "ann @Begin", "props:": "ann @Begin", "shown": "ann @Begin"},
    )


@flow()
def claude_edits_between_persons_saves(w: World) -> None:
    """Claude and a person save the same file by turns before anybody commits."""
    ann = w.solo({"billing.py": PY})
    claude = ann.claude()
    claude.append("billing.py", PY_DISCOUNT)
    ann.person().append("billing.py", PY_EXPORT)
    claude.append("billing.py", PY_REMINDER)
    ann.person().edit("billing.py", ("{overdue_days} days overdue", "{overdue_days} days late"))
    ann.commit("All of it")
    claude.stop()
    w.ask()
    ann.expect_blame(
        "billing.py",
        {
            "factor = ": "INT-1/opus @All of it",
            'header = ["number"': "ann @All of it",
            "salutation = ": "INT-1/opus @All of it",
            "days late": "ann @All of it",
        },
    )
    ann.expect_intent_code("INT-1", {"billing.py": ["factor = ", "salutation = "]})


@flow()
def number_changed_and_not_committed(w: World) -> None:
    """A person changes one number of a committed line: nobody's yet, then who commits it."""
    ann = w.solo({"store.go": GO, "billing.py": PY + PY_DISCOUNT})
    opus = ann.agent()
    opus.append("store.go", GO_KEYS)
    opus.stop()
    ann.person("bob").edit("billing.py", ("(100 - percent) / 100", "(100 - percent) / 1000"))
    ann.expect_blame("billing.py", {"/ 1000": "?", "quantize": "ann @Begin"})
    ann.person("bob").commit("A tenth of it")
    w.ask()
    ann.expect_blame("billing.py", {"/ 1000": "bob @A tenth of it", "quantize": "ann @Begin"})
