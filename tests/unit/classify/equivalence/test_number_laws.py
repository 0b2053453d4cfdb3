"""Places and proper numbers, ranges, and the class of an object: what is equal, and what is not."""

import pytest

import tracer
from tracer.classify.equivalence import prove
from tracer.matching import match
from tracer.model.assumptions import accepted

PLACES = {
    "py": "def f(a: str):\n    i = a.find('x')\n    if %s:\n        return 1\n    return 2\n",
    "ts": "export function f(a: string) {\n  const i = a.indexOf('x');\n"
    "  if (%s) { return 1; }\n  return 2;\n}\n",
    "java": "class A { int f(String a) { int i = a.indexOf('x');\n"
    "  if (%s) { return 1; } return 2; } }\n",
    "go": 'package p\n\nimport "strings"\n\nfunc f(a string) int {\n\ti := strings.Index(a, "x")\n'
    "\tif %s {\n\t\treturn 1\n\t}\n\treturn 2\n}\n",
}


def _is_proved(before, after, ending="py"):
    texts = ({f"m.{ending}": text.encode()} for text in (before, after))
    mapping = match(tracer.ChangeSet.from_texts(*texts, closed_world=True))
    outcome = prove(mapping, closed_world=True, mentions=None, accepted=accepted("default"))
    return outcome.proof is not None


@pytest.mark.parametrize("ending", PLACES)
@pytest.mark.parametrize(("before", "after", "expected"), [
    ("i < 0", "i == -1", True), ("i >= 0", "i != -1", True), ("i > -1", "i != -1", True),
    ("i > -1", "i >= 0", True), ("i <= -1", "i < 0", True), ("0 > i", "i == -1", True),
    ("i < 0", "i == 0", False), ("i <= 0", "i == -1", False), ("i >= 1", "i != -1", False),
    ("i > 0", "i != -1", False), ("i < -1", "i == -1", False), ("i > -2", "i != -1", False),
    ("i < 1", "i == -1", False), ("i != 0", "i != -1", False),
])  # fmt: skip
def test_places(ending, before, after, expected):
    """A place is -1 where there is none, and never less."""
    if ending == "ts":
        before, after = (one.replace("==", "===").replace("!=", "!==") for one in (before, after))
    assert _is_proved(PLACES[ending] % before, PLACES[ending] % after, ending) is expected


SPLIT = """export function f(s: string) {
  for (const c of s.split(',')) {
    const at = c.indexOf('=');
    if (at %s) { g(c); continue; }
    h(at);
  }
}
"""


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("< 0", "=== -1", True),
        ("< 0", "=== 0", False),
    ],
)
def test_elements_of_what_a_call_makes(before, after, expected):
    """What a text is split into is texts."""
    assert _is_proved(SPLIT % before, SPLIT % after, "ts") is expected


def test_elements_of_what_others_may_change():
    """A list with a name may hold something else when it is gone through."""
    source = SPLIT.replace("  for (const c of s.split(','))", "  const l: any = s.split(',');\n"
                           "  keep(l);\n  for (const c of l)")  # fmt: skip
    assert not _is_proved(source % "< 0", source % "=== -1", "ts")


NUMBER = "export function f(text: string) {\n  const value = Number(text);\n  %s\n}\n"
ERROR = "throw new Error(text);"
PORT = f"if (!Number.isInteger(value) || value < 0 || value > 65535) {{ {ERROR} }}"
FITS = (
    "const fits = Number.isInteger(value) && value >= 0 && value %s 0xffff;\n"
    f"  if (!fits) {{ {ERROR} }}"
)


@pytest.mark.parametrize(("before", "after", "expected"), [
    (PORT, FITS % "<=", True),
    (PORT, FITS % "<", False),
    (f"if (!Number.isFinite(value) || value < 0) {{ {ERROR} }} return value;",
     f"if (Number.isFinite(value) && value >= 0) {{ return value; }} {ERROR}", True),
    (f"if (value < 0) {{ {ERROR} }} return value;",
     f"if (value >= 0) {{ return value; }} {ERROR}", False),
    ("if (Number.isInteger(value)) { g(); } return value < 0;",
     "if (Number.isInteger(value)) { g(); } return !(value >= 0);", False),
    ("if (Number.isInteger(value)) { return !(value < Number(g())); } return 1;",
     "if (Number.isInteger(value)) { return value >= Number(g()); } return 1;", False),
    ("if (!Number.isInteger(value)) { return !(value < 2); } return 1;",
     "if (!Number.isInteger(value)) { return value >= 2; } return 1;", False),
])  # fmt: skip
def test_proper_numbers(before, after, expected):
    """A number that was asked whether it is one has an order, on that path alone."""
    assert _is_proved(NUMBER % before, NUMBER % after, "ts") is expected


@pytest.mark.parametrize(("before", "after", "expected"), [
    ("return a in range(24)", "return 0 <= a < 24", True),
    ("return a not in range(24)", "return a < 0 or a > 23", True),
    ("if a not in range(1, 13):\n        raise ValueError(a)",
     "if a < 1 or a > 12:\n        raise ValueError(a)", True),
    ("return a in range(24)", "return 0 <= a <= 24", False),
    ("return a in range(3)", "return 0 < a < 3", False),
    ("return b in range(24)", "return 0 <= b < 24", False),  # 0.5 is not
    ("return a in range(0, 24, 2)", "return 0 <= a < 24", False),
    ("return a in range(b)", "return 0 <= a < b", False),
    ("return (a / 2) in range(3)", "return 0 <= a / 2 < 3", False),
])  # fmt: skip
def test_ranges(before, after, expected):
    """Only whole numbers are in a range wherever they are between its ends."""
    source = "def f(a: int, b):\n    %s\n"
    assert _is_proved(source % before, source % after) is expected


CLASS = "class P:\n    n = 0\n%s\n    def f(self, o):\n        %s\n\n\nclass Q(P):\n    pass\n"


@pytest.mark.parametrize(("others", "before", "after", "expected"), [
    ("", "type(self).n += 1", "self.__class__.n += 1", True),
    ("", "return type(o)", "return o.__class__", False),
    ("", "return type(self)", "return P", False),
    ("", "return type(self).n", "return self.n", False),
    ("", "self = o\n        return type(self)", "self = o\n        return self.__class__", False),
    ("    @property\n    def __class__(self):\n        return int\n",
     "return type(self)", "return self.__class__", False),
    ("    __class__ = int\n", "return type(self)", "return self.__class__", False),
    ("    def __getattribute__(self, a):\n        return 1\n",
     "return type(self)", "return self.__class__", False),
    ("    def g(self, o):\n        self.__class__ = o\n",
     "return type(self)", "return self.__class__", False),
])  # fmt: skip
def test_classes(others, before, after, expected):
    """The class of the receiver, where nobody says or stores another one."""
    assert _is_proved(CLASS % (others, before), CLASS % (others, after)) is expected
