"""Refactorings that an agent makes in several calls: the files before, and the calls.

Each story is one whole refactoring. Its calls may be made in any order in which they can be made
at all; `stories` says in which language each one is.
"""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import NamedTuple


class Step(NamedTuple):
    """One call: the texts it replaces in a file, a whole file, its end, or a command.

    `edits` are (before, after); `text` is a whole file, `gone` deletes it; `command` is a shell
    line, for which `edits` does not count.
    """

    path: str
    edits: tuple[tuple[str, str], ...] = ()
    text: str | None = None
    gone: bool = False
    moved_to: str | None = None

    @property
    def command(self) -> str | None:
        """The shell line of a step that moves a file."""
        return None if self.moved_to is None else f"git mv {self.path} {self.moved_to}"

    def applied(self, files: dict[str, str]) -> dict[str, str] | None:
        """The files after the step; None where it cannot be made now."""
        made = dict(files)
        text = made.pop(self.path, None)
        if self.text is not None:
            return None if text is not None else made | {self.path: self.text}
        if text is None or self.moved_to in made:
            return None
        if self.moved_to is not None:
            return made | {self.moved_to: text}
        if self.gone:
            return made
        for before, after in self.edits:
            if before not in text:
                return None
            text = text.replace(before, after, 1)
        return made | {self.path: text}


class Story(NamedTuple):
    """A refactoring: its name, language, the files before, and the calls that make it."""

    name: str
    language: str
    files: dict[str, str]
    steps: tuple[Step, ...]

    def after(self, order: tuple[Step, ...] | None = None) -> dict[str, str] | None:
        """The files when all calls were made in that order; None where one cannot be."""
        files: dict[str, str] | None = dict(self.files)
        for step in order or self.steps:
            files = step.applied(files) if files is not None else None
        return files

    def orders(self, most: int) -> list[tuple[Step, ...]]:
        """Orders in which the calls can be made, at most so many, picked with a fixed seed."""
        found = [order for order in permutations(self.steps) if self.after(order) is not None]
        if len(found) <= most:
            return found
        return Random(self.name + self.language).sample(found, most)


def edit(path: str, *edits: tuple[str, str]) -> Step:
    """A call that replaces texts in a file."""
    return Step(path, edits)


def new(path: str, text: str) -> Step:
    """A call that writes a new file."""
    return Step(path, text=text)


def delete(path: str) -> Step:
    """A call that deletes a file."""
    return Step(path, gone=True)


def rename(path: str, moved_to: str) -> Step:
    """A shell call that moves a file."""
    return Step(path, moved_to=moved_to)


PY_TAX = 'def tax(net):\n    """Value added tax."""\n    rate = 0.19\n    if net < 0:\n        raise ValueError(net)\n    return net * rate\n'
PY_SHOP = f"{PY_TAX}\n\ndef total(net):\n    return net + tax(net)\n\n\ndef discount(net):\n    return net * 0.9\n"
PY_BILL = "from shop import tax\n\n\ndef bill(net):\n    print(tax(net))\n    return tax(net) + 1\n"
PY_CART = "from shop import discount, tax\n\n\ndef cart(items):\n    return [tax(item) + discount(item) for item in items]\n"
PY_TILL = "import shop\n\n\ndef till(net):\n    return shop.tax(net) - shop.total(net)\n"
PY = {"shop.py": PY_SHOP, "bill.py": PY_BILL, "cart.py": PY_CART, "till.py": PY_TILL}

TS_TAX = "export function tax(net: number): number {\n  const rate = 0.19;\n  if (net < 0) {\n    throw new Error(`negative ${net}`);\n  }\n  return net * rate;\n}\n"
TS_SHOP = f"{TS_TAX}\nexport function total(net: number): number {{\n  return net + tax(net);\n}}\n\nexport function discount(net: number): number {{\n  return net * 0.9;\n}}\n"
TS_BILL = 'import { tax } from "./shop";\n\nexport function bill(net: number): number {\n  return tax(net) + 1;\n}\n'
TS_CART = 'import { discount, tax } from "./shop";\n\nexport function cart(items: number[]): number[] {\n  return items.map((item) => tax(item) + discount(item));\n}\n'
TS = {"src/shop.ts": TS_SHOP, "src/bill.ts": TS_BILL, "src/cart.ts": TS_CART}

GO_TAX = 'func Tax(net float64) float64 {\n\trate := 0.19\n\tif net < 0 {\n\t\tpanic("negative")\n\t}\n\treturn net * rate\n}\n'
GO_SHOP = (
    f"package shop\n\n{GO_TAX}\nfunc Total(net float64) float64 {{\n\treturn net + Tax(net)\n}}\n"
)
GO_BILL = "package shop\n\nfunc Bill(net float64) float64 {\n\treturn Tax(net) + 1\n}\n"
GO_MAIN = 'package main\n\nimport (\n\t"fmt"\n\n\t"example.com/app/shop"\n)\n\nfunc main() {\n\tfmt.Println(shop.Tax(1), shop.Total(2))\n}\n'
GO = {
    "go.mod": "module example.com/app\n\ngo 1.21\n",
    "shop/shop.go": GO_SHOP,
    "shop/bill.go": GO_BILL,
    "main.go": GO_MAIN,
}

JAVA_TAX = "    static double tax(double net) {\n        double rate = 0.19;\n        if (net < 0) {\n            throw new IllegalArgumentException();\n        }\n        return net * rate;\n    }\n"
JAVA_SHOP = f"package shop;\n\npublic class Shop {{\n{JAVA_TAX}\n    static double total(double net) {{\n        return net + tax(net);\n    }}\n}}\n"
JAVA_BILL = "package shop;\n\npublic class Bill {\n    double bill(double net) {\n        return Shop.tax(net) + 1;\n    }\n}\n"
JAVA_CART = "package shop;\n\npublic class Cart {\n    double cart(double net) {\n        return Shop.tax(net) - Shop.total(net);\n    }\n}\n"
JAVA = {
    "src/shop/Shop.java": JAVA_SHOP,
    "src/shop/Bill.java": JAVA_BILL,
    "src/shop/Cart.java": JAVA_CART,
}

STORIES = (
    Story("move to a new file", "python", PY, (
        edit("shop.py", (f"{PY_TAX}\n\n", "from taxes import tax\n\n\n")),
        new("taxes.py", PY_TAX),
        edit("bill.py", ("from shop import tax", "from taxes import tax")),
        edit("cart.py", ("from shop import discount, tax", "from shop import discount\nfrom taxes import tax")),
        edit("till.py", ("import shop\n", "import shop\nimport taxes\n"), ("shop.tax(", "taxes.tax(")),
    )),
    Story("move and rename", "python", PY, (
        edit("shop.py", (f"{PY_TAX}\n\n", "from taxes import vat\n\n\n"), ("net + tax(", "net + vat(")),
        new("taxes.py", PY_TAX.replace("tax(", "vat(")),
        edit("bill.py", ("from shop import tax", "from taxes import vat"), ("print(tax(", "print(vat("), ("return tax(", "return vat(")),
        edit("cart.py", ("from shop import discount, tax", "from shop import discount\nfrom taxes import vat"), ("[tax(", "[vat(")),
        edit("till.py", ("import shop\n", "import shop\nimport taxes\n"), ("shop.tax(", "taxes.vat(")),
    )),
    Story("move into a file that is there", "python", PY | {"taxes.py": "RATES = [0.19, 0.07]\n\n\ndef rates():\n    return list(RATES)\n"}, (
        edit("shop.py", (f"{PY_TAX}\n\n", "from taxes import tax\n\n\n")),
        edit("taxes.py", ("    return list(RATES)\n", f"    return list(RATES)\n\n\n{PY_TAX}")),
        edit("bill.py", ("from shop import tax", "from taxes import tax")),
        edit("cart.py", ("from shop import discount, tax", "from shop import discount\nfrom taxes import tax")),
        edit("till.py", ("import shop\n", "import shop\nimport taxes\n"), ("shop.tax(", "taxes.tax(")),
    )),
    Story("rename across files", "python", PY, (
        edit("shop.py", ("def tax(", "def vat("), ("net + tax(", "net + vat(")),
        edit("bill.py", ("from shop import tax", "from shop import vat"), ("print(tax(", "print(vat("), ("return tax(", "return vat(")),
        edit("cart.py", ("discount, tax", "discount, vat"), ("[tax(", "[vat(")),
        edit("till.py", ("shop.tax(", "shop.vat(")),
    )),
    Story("rename, use by use", "python", PY, (
        edit("shop.py", ("def tax(", "def vat(")),
        edit("shop.py", ("net + tax(", "net + vat(")),
        edit("bill.py", ("from shop import tax", "from shop import vat")),
        edit("bill.py", ("print(tax(", "print(vat(")),
        edit("bill.py", ("return tax(", "return vat(")),
        edit("cart.py", ("discount, tax", "discount, vat"), ("[tax(", "[vat(")),
        edit("till.py", ("shop.tax(", "shop.vat(")),
    )),
    Story("extract", "python", PY, (
        edit("shop.py", ("    rate = 0.19\n    if net < 0:\n        raise ValueError(net)\n", "    rate = 0.19\n    _check(net)\n")),
        edit("shop.py", ("def tax(net)", "def _check(net):\n    if net < 0:\n        raise ValueError(net)\n\n\ndef tax(net)")),
    )),
    Story("extract an expression", "python", PY, (
        edit("shop.py", ("def discount(net):\n    return net * 0.9\n", "def discount(net):\n    return _reduced(net)\n")),
        edit("shop.py", ("def discount", "def _reduced(net):\n    return net * 0.9\n\n\ndef discount")),
    )),
    Story("extract a variable", "python", PY, (
        edit("shop.py", ("    return net * rate\n", "    result = net * rate\n    return result\n")),
        edit("shop.py", ("    rate = 0.19\n", "    vat = 0.19\n")),
        edit("shop.py", ("net * rate\n", "net * vat\n")),
    )),
    Story("split a file", "python", PY, (
        new("taxes.py", f"{PY_TAX}\n\ndef total(net):\n    return net + tax(net)\n"),
        new("reductions.py", "def discount(net):\n    return net * 0.9\n"),
        delete("shop.py"),
        edit("bill.py", ("from shop import tax", "from taxes import tax")),
        edit("cart.py", ("from shop import discount, tax", "from reductions import discount\nfrom taxes import tax")),
        edit("till.py", ("import shop\n", "import taxes\n"), ("shop.tax(", "taxes.tax("), ("shop.total(", "taxes.total(")),
    )),
    Story("move a file", "python", PY, (
        rename("shop.py", "store.py"),
        edit("bill.py", ("from shop", "from store")),
        edit("cart.py", ("from shop", "from store")),
        edit("till.py", ("import shop\n", "import store\n"), ("shop.tax(", "store.tax("), ("shop.total(", "store.total(")),
    )),
    Story("copy a file, delete the old", "python", PY, (
        new("store.py", PY_SHOP),
        delete("shop.py"),
        edit("bill.py", ("from shop", "from store")),
        edit("cart.py", ("from shop", "from store")),
        edit("till.py", ("import shop\n", "import store\n"), ("shop.tax(", "store.tax("), ("shop.total(", "store.total(")),
    )),
    Story("inline", "python", PY | {"shop.py": PY_SHOP + "\n\ndef _twice(net):\n    return net * 2\n\n\ndef pair(net):\n    return _twice(net)\n"}, (
        edit("shop.py", ("    return _twice(net)\n", "    return net * 2\n")),
        edit("shop.py", ("\n\ndef _twice(net):\n    return net * 2\n", "")),
    )),
    Story("move to a new file", "typescript", TS, (
        edit("src/shop.ts", (f"{TS_TAX}\n", 'import { tax } from "./taxes";\n\n')),
        new("src/taxes.ts", TS_TAX),
        edit("src/bill.ts", ('import { tax } from "./shop"', 'import { tax } from "./taxes"')),
        edit("src/cart.ts", ('import { discount, tax } from "./shop";', 'import { discount } from "./shop";\nimport { tax } from "./taxes";')),
    )),
    Story("move and rename", "typescript", TS, (
        edit("src/shop.ts", (f"{TS_TAX}\n", 'import { vat } from "./taxes";\n\n'), ("net + tax(", "net + vat(")),
        new("src/taxes.ts", TS_TAX.replace("tax(", "vat(")),
        edit("src/bill.ts", ('import { tax } from "./shop"', 'import { vat } from "./taxes"'), ("return tax(", "return vat(")),
        edit("src/cart.ts", ('import { discount, tax } from "./shop";', 'import { discount } from "./shop";\nimport { vat } from "./taxes";'), ("=> tax(", "=> vat(")),
    )),
    Story("rename across files", "typescript", TS, (
        edit("src/shop.ts", ("function tax(", "function vat("), ("net + tax(", "net + vat(")),
        edit("src/bill.ts", ("{ tax }", "{ vat }"), ("return tax(", "return vat(")),
        edit("src/cart.ts", ("discount, tax", "discount, vat"), ("=> tax(", "=> vat(")),
    )),
    Story("extract", "typescript", TS, (
        edit("src/shop.ts", ("  const rate = 0.19;\n  if (net < 0) {\n    throw new Error(`negative ${net}`);\n  }\n", "  const rate = 0.19;\n  check(net);\n")),
        edit("src/shop.ts", ("export function tax", "function check(net: number): void {\n  if (net < 0) {\n    throw new Error(`negative ${net}`);\n  }\n}\n\nexport function tax")),
    )),
    Story("split a file", "typescript", TS, (
        new("src/taxes.ts", f"{TS_TAX}\nexport function total(net: number): number {{\n  return net + tax(net);\n}}\n"),
        new("src/reductions.ts", "export function discount(net: number): number {\n  return net * 0.9;\n}\n"),
        delete("src/shop.ts"),
        edit("src/bill.ts", ("./shop", "./taxes")),
        edit("src/cart.ts", ('import { discount, tax } from "./shop";', 'import { discount } from "./reductions";\nimport { tax } from "./taxes";')),
    )),
    Story("move a file", "typescript", TS, (
        rename("src/shop.ts", "src/store.ts"),
        edit("src/bill.ts", ("./shop", "./store")),
        edit("src/cart.ts", ("./shop", "./store")),
    )),
    Story("move to a new file", "go", GO, (
        edit("shop/shop.go", (f"{GO_TAX}\n", "")),
        new("shop/taxes.go", f"package shop\n\n{GO_TAX}"),
        edit("shop/bill.go", ("func Bill(", "func Receipt(")),
    )),
    Story("rename across files", "go", GO, (
        edit("shop/shop.go", ("func Tax(", "func Vat("), ("net + Tax(", "net + Vat(")),
        edit("shop/bill.go", ("return Tax(", "return Vat(")),
        edit("main.go", ("shop.Tax(", "shop.Vat(")),
    )),
    Story("move and rename", "go", GO, (
        edit("shop/shop.go", (f"{GO_TAX}\n", ""), ("net + Tax(", "net + Vat(")),
        new("shop/taxes.go", f"package shop\n\n{GO_TAX.replace('Tax(', 'Vat(')}"),
        edit("shop/bill.go", ("return Tax(", "return Vat(")),
        edit("main.go", ("shop.Tax(", "shop.Vat(")),
    )),
    Story("extract", "go", GO, (
        edit("shop/shop.go", ('\trate := 0.19\n\tif net < 0 {\n\t\tpanic("negative")\n\t}\n', "\trate := 0.19\n\tcheck(net)\n")),
        edit("shop/shop.go", ("func Tax", 'func check(net float64) {\n\tif net < 0 {\n\t\tpanic("negative")\n\t}\n}\n\nfunc Tax')),
    )),
    Story("split a file", "go", GO, (
        new("shop/taxes.go", f"package shop\n\n{GO_TAX}"),
        new("shop/totals.go", "package shop\n\nfunc Total(net float64) float64 {\n\treturn net + Tax(net)\n}\n"),
        delete("shop/shop.go"),
    )),
    Story("move to another package", "go", GO, (
        edit("shop/shop.go", ("package shop\n", 'package shop\n\nimport "example.com/app/taxes"\n'), (f"{GO_TAX}\n", ""), ("net + Tax(", "net + taxes.Tax(")),
        new("taxes/taxes.go", f"package taxes\n\n{GO_TAX}"),
        edit("shop/bill.go", ("package shop\n", 'package shop\n\nimport "example.com/app/taxes"\n'), ("return Tax(", "return taxes.Tax(")),
        edit("main.go", ('app/shop"\n', 'app/shop"\n\t"example.com/app/taxes"\n'), ("shop.Tax(", "taxes.Tax(")),
    )),
    Story("move a file", "go", GO, (
        rename("shop/shop.go", "shop/store.go"),
        edit("shop/bill.go", ("func Bill(", "func Receipt(")),
    )),
    Story("move to a new file", "java", JAVA, (
        edit("src/shop/Shop.java", (f"{JAVA_TAX}\n", ""), ("net + tax(", "net + Taxes.tax(")),
        new("src/shop/Taxes.java", f"package shop;\n\nfinal class Taxes {{\n{JAVA_TAX}}}\n"),
        edit("src/shop/Bill.java", ("Shop.tax(", "Taxes.tax(")),
        edit("src/shop/Cart.java", ("Shop.tax(", "Taxes.tax(")),
    )),
    Story("rename across files", "java", JAVA, (
        edit("src/shop/Shop.java", ("double tax(", "double vat("), ("net + tax(", "net + vat(")),
        edit("src/shop/Bill.java", ("Shop.tax(", "Shop.vat(")),
        edit("src/shop/Cart.java", ("Shop.tax(", "Shop.vat(")),
    )),
    Story("extract", "java", JAVA, (
        edit("src/shop/Shop.java", ("        double rate = 0.19;\n        if (net < 0) {\n            throw new IllegalArgumentException();\n        }\n", "        double rate = 0.19;\n        check(net);\n")),
        edit("src/shop/Shop.java", ("    static double total", "    private static void check(double net) {\n        if (net < 0) {\n            throw new IllegalArgumentException();\n        }\n    }\n\n    static double total")),
    )),
    Story("rename a class", "java", JAVA, (
        edit("src/shop/Shop.java", ("class Shop", "class Store")),
        rename("src/shop/Shop.java", "src/shop/Store.java"),
        edit("src/shop/Bill.java", ("Shop.tax(", "Store.tax(")),
        edit("src/shop/Cart.java", ("Shop.tax(", "Store.tax("), ("Shop.total(", "Store.total(")),
    )),
    Story("move a class to a package", "java", JAVA | {"src/shop/Money.java": "package shop;\n\npublic class Money {\n    public final long cents;\n\n    public Money(long cents) {\n        this.cents = cents;\n    }\n}\n", "src/app/Main.java": "package app;\n\nimport shop.Money;\n\npublic class Main {\n    Money some() {\n        return new Money(3);\n    }\n}\n", "src/app/Side.java": "package app;\n\nimport shop.Money;\n\npublic class Side {\n    long cents(Money money) {\n        return money.cents;\n    }\n}\n"}, (
        delete("src/shop/Money.java"),
        new("src/money/Money.java", "package money;\n\npublic class Money {\n    public final long cents;\n\n    public Money(long cents) {\n        this.cents = cents;\n    }\n}\n"),
        edit("src/app/Main.java", ("import shop.Money", "import money.Money")),
        edit("src/app/Side.java", ("import shop.Money", "import money.Money")),
    )),
)  # fmt: skip


def _without(story: Story, path: str) -> Story:
    """The story in a repository that lacks one file."""
    steps = tuple(step for step in story.steps if step.path != path)
    files = {name: text for name, text in story.files.items() if name != path}
    return Story(f"{story.name}, names only", story.language, files, steps)


# `import shop` with `shop.tax` is more than the verdict engine proves; without it, it does.
STORIES = (*STORIES, *(_without(story, "till.py") for story in STORIES if "till.py" in story.files))
