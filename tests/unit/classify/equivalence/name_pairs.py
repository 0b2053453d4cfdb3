"""Names that are found by more than the code that says them: of parameters, types and fields."""

_EVENT = "import lib\ndef on(event):\n    print(event)\nlib.register(on)\n"
_ROUTE = "import web\n@web.route(web.PATH)\ndef show(user):\n    return str(user)\nshow(1)\n"
_TEST = "def test_it(client):\n    assert client.get('/')\n"
_BASE = "import lib\nclass A(lib.Base):\n    def take(self, request):\n        return request\n"
_TABLE = (
    "import lib\ndef f(a):\n    print(a)\nlib.Thread(target=f, kwargs=dict(a=1)).start()\nf(2)\n"
)
_INIT = "class A:\n    def __init__(self, a):\n        self.x = a\nprint(A(a=1).x)\n"
_GO = (
    'package main\n\nimport "fmt"\n\ntype T struct{ Name string }\n\n'
    'func main() {\n\tfmt.Printf("%v\\n", T{"a"})\n}\n'
)


def _renamed(name, label, path, text, *words):
    after = text
    for old, new in words:
        after = after.replace(old, new)
    return name, label, {path: text}, {path: after}


PAIRS = [
    _renamed(
        "a parameter that a caller names", "same", "m.py", _INIT,
        ("self, a", "self, b"), ("= a", "= b"), ("a=1", "b=1"),
    ),
    _renamed(
        "a parameter that a caller still names", "differs", "m.py", _INIT,
        ("self, a", "self, b"), ("= a", "= b"),
    ),
    _renamed("a parameter of what a library is given", "differs", "m.py", _EVENT, ("event", "e")),
    _renamed("a parameter of what a decorator keeps", "differs", "m.py", _ROUTE, ("user", "who")),
    _renamed("a parameter of what only tools call", "differs", "m.py", _TEST, ("client", "c")),
    _renamed("a parameter of what a base calls", "differs", "m.py", _BASE, ("request", "r")),
    _renamed("a parameter that a table names", "differs", "m.py", _TABLE, ("(a)", "(b)")),
    _renamed("a field that nothing prints", "same", "m.go", _GO, ("Name", "Title")),
    _renamed(
        "a type that nothing prints", "same", "m.go", _GO, ("T struct", "U struct"), ("T{", "U{")
    ),
    *(
        _renamed(f"a {what} printed by {verb}", "differs", "m.go", _GO.replace("%v", verb), *words)
        for verb in ("%+v", "%#v", "%[1]T")
        for what, words in (
            ("field", [("Name", "Title")]),
            ("type", [("T struct", "U struct"), ("T{", "U{")]),
        )
    ),
]  # fmt: skip
