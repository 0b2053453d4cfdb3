"""Programs with look-ups by name, and members of them that the look-ups reach or do not.

(name, path, text, members that may get another name, members that a look-up finds). A member is
renamed wherever its word stands in the text; it stands in no text that is a name.
"""

PYTHON = [
    (
        "annotated parameter",
        """\
import sys


class Box:
    def __init__(self):
        self.width = 3

    def area(self):
        return self.width * 2


class Opt:
    def __init__(self):
        self.limit = 1


class Wide(Opt):
    def __init__(self):
        super().__init__()
        self.margin = 2


def get(o: Opt, k: str):
    return getattr(o, k)


print(get(Opt(), sys.argv[1]), get(Wide(), sys.argv[1]), Box().area())
""",
        ["area", "width"],
        ["limit", "margin"],
    ),
    (
        "members that are private by their form",
        """\
import sys


class Box:
    def __init__(self):
        self._width = 3

    def area(self):
        return self._width * 2


class Opt:
    def __init__(self):
        self._limit = 1

    def get(self, k):
        return getattr(self, k)


print(Opt().get(sys.argv[1]), Box().area())
""",
        ["_width"],
        ["_limit"],
    ),
    (
        "an argument of another class",
        """\
import sys


class Box:
    def __init__(self):
        self.width = 3


class Opt:
    def __init__(self):
        self.limit = 1


class Far:
    def __init__(self):
        self.miles = 9


def make(flag):
    return Box() if flag else Opt()


def get(o: Opt, k: str):
    return getattr(o, k)


print(get(make(len(sys.argv) > 2), sys.argv[1]), Far().miles, Opt().limit)
""",
        [],
        ["width", "limit"],
    ),
    (
        "dataclasses that hold others",
        """\
from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field


@dataclass
class Tag:
    word: str


@dataclass
class Line:
    quantity: int
    tags: list[Tag] = field(default_factory=list)


@dataclass
class Order:
    number: str
    lines: list[Line] = field(default_factory=list)
    notes: dict[str, Tag] = field(default_factory=dict)


@dataclass
class Rates:
    standard: int = 19

    def of(self, net: int) -> int:
        return net * self.standard


class Printer:
    def __init__(self):
        self.printed = 0

    def show(self, order: Order) -> None:
        self.printed += 1
        print(json.dumps(asdict(order)))


printer = Printer()
printer.show(Order("A1", [Line(2, [Tag("x")])]))
print(printer.printed, Rates().of(3))
""",
        ["standard", "printed", "show"],
        ["word", "quantity", "tags", "number", "lines", "notes"],
    ),
    (
        "the fields of the receiver, spread",
        """\
class Base:
    def __init__(self):
        self.code = 1

    def copy(self, **changes):
        made = type(self)()
        for key, value in {**vars(self), **changes}.items():
            setattr(made, key, value)
        return made


class Item(Base):
    def __init__(self):
        super().__init__()
        self.price = 2


class Clock:
    def __init__(self):
        self.ticks = 0

    def advance(self):
        self.ticks += 1
        return self.ticks


print(Item().copy().price, Base().copy().code, Clock().advance())
""",
        [],
        ["code", "price"],
    ),
    (
        "slots, and the members of the receiver",
        """\
class Point:
    __slots__ = ("across", "upward")

    def __init__(self, across, upward):
        self.across = across
        self.upward = upward

    def __repr__(self):
        return ", ".join(f"{n}={getattr(self, n)}" for n in self.__slots__)


class Meter:
    def __init__(self):
        self.reading = 4

    def double(self):
        return self.reading * 2


print(Point(1, 2), Meter().double())
""",
        ["double", "reading"],
        ["across", "upward"],
    ),
    (
        "keys that are all seen",
        """\
class Config:
    def __init__(self):
        self.host = "a"
        self.port = 1
        self.secret = "s"

    def public(self):
        found = {}
        for name in ("host", "port"):
            found[name] = getattr(self, name)
        return found

    def masked(self):
        return "*" * len(self.secret)


print(Config().public(), Config().masked())
""",
        ["secret", "masked"],
        ["host", "port"],
    ),
    (
        "a class that is decorated, and one that decorates",
        """\
import sys


def exported(cls):
    cls.names = [n for n in vars(cls) if not n.startswith("_")]
    return cls


@exported
class Report:
    def total(self):
        return 3


class Sheet:
    def rows(self):
        return 4


print(Report.names, Report().total(), Sheet().rows())
""",
        [],
        ["total"],
    ),
    (
        "what is handed on",
        """\
class Box:
    def __init__(self):
        self.width = 3


class Opt:
    def __init__(self):
        self.limit = 1


def names(o: Opt):
    return list(vars(o))


print(list(map(names, [Box(), Opt()])), Box().width, Opt().limit)
""",
        [],
        ["width", "limit"],
    ),
    (
        "protocols, unions and aliases",
        """\
import sys
from typing import Protocol


class Named(Protocol):
    title: str


class Book:
    def __init__(self):
        self.title = "b"
        self.pages = 3


class Disc:
    def __init__(self):
        self.title = "d"
        self.minutes = 4


class Shelf:
    def __init__(self):
        self.boards = 5


class Room:
    def __init__(self):
        self.doors = 6


Thing = Disc | Shelf


def one(o: Thing, key: str):
    return getattr(o, key)


print(one(Disc(), sys.argv[1]), one(Shelf(), sys.argv[1]), Book().pages, Room().doors)
""",
        ["pages", "doors"],
        ["minutes", "boards"],
    ),
    (
        "a protocol",
        """\
import sys
from typing import Protocol


class Named(Protocol):
    title: str


class Book:
    def __init__(self):
        self.title = "b"
        self.pages = 3


def one(o: Named, key: str):
    return getattr(o, key)


print(one(Book(), sys.argv[1]), Book().pages)
""",
        [],
        ["pages"],
    ),
    (
        "a field that holds another object",
        """\
import sys


class Engine:
    def __init__(self):
        self.power = 1


class Wheel:
    def __init__(self):
        self.spokes = 2


class Car:
    def __init__(self):
        self.engine: Engine = Engine()
        self.wheel = Wheel()
        self.colour = "red"

    def __getattr__(self, name):
        return getattr(self.engine, name)


print(Car().power, Car().wheel.spokes, Car().colour)
""",
        ["spokes"],
        ["power"],
    ),
    (
        "an untyped delegate",
        """\
class Engine:
    def __init__(self):
        self.power = 1


class Proxy:
    def __init__(self, inner):
        self._inner = inner

    def __getattr__(self, name):
        return getattr(self._inner, name)


def start(engine):
    return engine.power


print(start(Proxy(Engine())), Engine().power)
""",
        [],
        ["power"],
    ),
    (
        "a local that is stored to twice",
        """\
import sys


class Box:
    def __init__(self):
        self.width = 3


class Opt:
    def __init__(self):
        self.limit = 1


class Far:
    def __init__(self):
        self.miles = 9


def main():
    one = Opt()
    for each in [Opt()]:
        each = Box()
        print(vars(each))
    if len(sys.argv) > 2:
        one = Box()
    return getattr(one, sys.argv[1])


print(main(), Far().miles, Box().width, Opt().limit)
""",
        ["miles"],
        ["width", "limit"],
    ),
    (
        "a list that is added to",
        """\
class Box:
    def __init__(self):
        self.width = 3


class Opt:
    def __init__(self):
        self.limit = 1


class Store:
    def __init__(self):
        self.items: list[Opt] = []

    def fill(self):
        self.items.append(Box())

    def show(self):
        return [vars(one) for one in self.items]


store = Store()
store.fill()
print(store.show(), Box().width, Opt().limit)
""",
        [],
        ["width", "limit"],
    ),
    (
        "mixins, and classes made at run time",
        """\
class Shown:
    def shown(self):
        return sorted(vars(self))


class Note:
    def __init__(self):
        self.words = 1


class Loud(Note, Shown):
    pass


class Quiet:
    def __init__(self):
        self.hum = 2


print(Loud().shown(), Note().words, Quiet().hum)
""",
        ["hum"],
        ["words"],
    ),
    (
        "a class that is made at run time",
        """\
class Shown:
    def shown(self):
        return sorted(vars(self))


class Note:
    def __init__(self):
        self.words = 1


print(type("Loud", (Note, Shown), {})().shown(), Note().words)
""",
        [],
        ["words"],
    ),
    (
        "look-ups in modules of the library",
        """\
import logging
import sys


class Level:
    def __init__(self, name):
        self.number = getattr(logging, name.upper(), 20)

    def passes(self, other):
        return self.number <= other


print(Level(sys.argv[1]).passes(30))
""",
        ["number", "passes"],
        [],
    ),
    (
        "a word that is no look-up",
        """\
class Form:
    def __init__(self):
        self.entries = ["a"]

    def render(self, fields):
        return ", ".join(fields)

    def draw(self):
        fields = sorted(self.entries)
        return self.render(fields)


print(Form().draw())
""",
        ["entries", "render", "draw"],
        [],
    ),
    (
        "the callback of a serialiser",
        """\
import json


class Box:
    def __init__(self):
        self.width = 3


class Opt:
    def __init__(self):
        self.limit = 1


print(json.dumps({"a": Box()}, default=lambda one: one.__dict__), Opt().limit, Box().width)
""",
        [],
        ["width", "limit"],
    ),
    (
        "a subclass of two",
        """\
import sys


class Left:
    def __init__(self):
        self.port = 1


class Right:
    def __init__(self):
        self.gate = 2


class Both(Left, Right):
    pass


class Alone:
    def __init__(self):
        self.door = 3


def get(o: Left, k: str):
    return getattr(o, k)


print(get(Both(), sys.argv[1]), Right().gate, Alone().door, Left().port)
""",
        ["door"],
        ["port", "gate"],
    ),
]

TYPESCRIPT = [
    (
        "what is serialised, and what is not",
        """\
interface Tag { label: string; }
interface Item { sku: string; tags: Tag[]; }
class Store {
  private entries: Item[] = [];
  add(item: Item): void { this.entries.push(item); }
  save(): string { return JSON.stringify(this.entries, null, 2); }
}
class Cart {
  private pending = 0;
  advance(): number { this.pending += 1; return this.pending; }
}
const s = new Store();
s.add({ sku: 'a', tags: [{ label: 'b' }] });
console.log(s.save(), new Cart().advance());
export {};
""",
        ["pending", "entries", "save", "advance"],
        ["sku", "label"],
    ),
    (
        "maps, unions and aliases",
        """\
class Bolt { size = 1; }
class Nut { thread = 2; }
class Washer { inner = 3; }
class Drill { speed = 4; faster(): number { return this.speed + 1; } }
type Part = Bolt | Nut;
type Parts = Map<string, Part>;
type Spare = Washer;
const spares: Spare[] = [new Washer()];
const parts: Parts = new Map();
parts.set('a', new Bolt());
parts.set('b', new Nut());
const part: Part = new Nut();
const names = Object.keys(part).concat(spares.map((one) => Object.keys(one).join()));
console.log(names.length, new Drill().faster());
export {};
""",
        ["speed", "faster"],
        ["size", "thread", "inner"],
    ),
    (
        "objects with the members of a type",
        """\
interface Named { name: string; }
class Person { name = 'a'; private age = 3; older(): number { return this.age + 1; } }
class Clock { private ticks = 0; tick(): number { this.ticks += 1; return this.ticks; } }
function show(one: Named): string { return Object.keys(one).join(); }
const text = show(new Person());
console.log(text, new Person().older(), new Clock().tick());
export {};
""",
        ["ticks", "tick()"],
        ["age"],
    ),
    (
        "a literal with more than its type says",
        """\
interface Named { name: string; }
class Wallet { private coins = 3; count(): number { return this.coins; } }
class Clock { private ticks = 0; tick(): number { this.ticks += 1; return this.ticks; } }
function save(one: Named): string { return JSON.stringify(one); }
const holder = { name: 'a', wallet: new Wallet() };
const text = save(holder);
console.log(text, new Wallet().count(), new Clock().tick());
export {};
""",
        ["ticks"],
        ["coins"],
    ),
    (
        "spread into what has the members of a type",
        """\
interface Named { name: string; }
class Wallet { coins = 3; count(): number { return this.coins; } }
function save(one: Named): string { return JSON.stringify(one); }
const wallet = new Wallet();
const holder = { ...wallet, name: 'a' };
const text = save(holder);
console.log(text, wallet.count());
export {};
""",
        [],
        ["coins"],
    ),
    (
        "values of any type",
        """\
class Wallet { coins = 3; count(): number { return this.coins; } }
class Clock { ticks = 0; tick(): number { this.ticks += 1; return this.ticks; } }
function save(one: any): string { return JSON.stringify(one); }
function list(one: object): string { return Object.keys(one).join(); }
const text = save(new Wallet()) + list(new Clock());
console.log(text, new Wallet().count(), new Clock().tick());
export {};
""",
        [],
        ["coins", "ticks"],
    ),
    (
        "a cast",
        """\
class Wallet { coins = 3; count(): number { return this.coins; } }
class Clock { ticks = 0; tick(): number { this.ticks += 1; return this.ticks; } }
function save(one: Clock): string { return JSON.stringify(one); }
const text = save(new Wallet() as unknown as Clock);
console.log(text, new Wallet().count(), new Clock().tick());
export {};
""",
        [],
        ["coins", "ticks"],
    ),
    (
        "a type parameter",
        """\
class Wallet { coins = 3; count(): number { return this.coins; } }
class Shelf<T> {
  constructor(private held: T[]) {}
  save(): string { return JSON.stringify(this.held); }
}
const text = new Shelf<Wallet>([new Wallet()]).save();
console.log(text, new Wallet().count());
export {};
""",
        [],
        ["coins"],
    ),
    (
        "elements of a list, by a computed key",
        """\
class Row { first = 1; second = 2; }
class Table {
  private rows: Row[] = [];
  add(): void { this.rows.push(new Row()); }
  column(key: keyof Row): number[] { return this.rows.map((one) => one[key]); }
}
class Pen { private ink = 5; write(): number { this.ink -= 1; return this.ink; } }
const table = new Table();
table.add();
console.log(table.column(process.argv[2] === 'a' ? 'first' : 'second').length, new Pen().write());
export {};
""",
        ["ink", "rows", "column"],
        ["first", "second"],
    ),
    (
        "an object that says what it is shown as",
        """\
class Lock { bolts = 3; count(): number { return this.bolts; } }
class Door {
  constructor(readonly colour: string) {}
  toJSON(): object { return { ...new Lock() }; }
}
const text = JSON.stringify(new Door('red'));
console.log(text, new Lock().count());
export {};
""",
        [],
        ["bolts"],
    ),
    (
        "subclasses, and what they hold",
        """\
class Lamp { watts = 3; power(): number { return this.watts; } }
class Room { doors = 1; }
class Hall extends Room { lamp = new Lamp(); }
class Yard { trees = 2; shade(): number { return this.trees; } }
class Rooms {
  private list: Room[] = [];
  add(): void { this.list.push(new Hall()); }
  save(): string { return JSON.stringify(this.list); }
}
const rooms = new Rooms();
rooms.add();
const text = rooms.save();
console.log(text, new Lamp().power(), new Yard().shade());
export {};
""",
        ["trees", "shade"],
        ["doors", "lamp ", "watts"],
    ),
    (
        "the rest of an object that is taken apart",
        """\
class Lamp { watts = 3; volts = 4; power(): number { return this.watts * this.volts; } }
const { watts, ...others } = new Lamp();
const text = JSON.stringify(others);
console.log(text, watts, new Lamp().power());
export {};
""",
        [],
        ["volts"],
    ),
]

JAVASCRIPT = [
    (
        "keys of a local object",
        """\
class Opt { constructor() { this.limit = 1; } }
class Box { constructor() { this.width = 3; } area() { return this.width * 2; } }
function names() { const one = new Opt(); return Object.keys(one).join(); }
const text = names();
export { text, Opt, Box };
console.log(text, new Box().area(), new Opt().limit);
""",
        ["width", "area"],
        ["limit"],
    ),
    (
        "a local that is stored to twice",
        """\
class Opt { constructor() { this.limit = 1; } }
class Box { constructor() { this.width = 3; } area() { return this.width * 2; } }
function names(flag) {
  let one = new Opt();
  if (flag) one = new Box();
  return Object.keys(one).join();
}
const text = names(true);
console.log(text, new Box().area(), new Opt().limit);
""",
        [],
        ["width", "limit"],
    ),
    (
        "mixins",
        """\
const Shown = (Base) => class extends Base { names() { return Object.keys(this).join(); } };
class Lamp { constructor() { this.watts = 3; } power() { return this.watts; } }
class Loud extends Shown(Lamp) {}
const text = new Loud().names();
console.log(text, new Lamp().power());
""",
        [],
        ["watts"],
    ),
    (
        "the receiver of a method in an object",
        """\
class Lamp {
  constructor() { this.watts = 3; }
  names() { const one = { a: 1, list() { return Object.keys(this).join(); } }; return one.list(); }
}
class Pen { constructor() { this.ink = 3; } list() { return Object.keys(this).join(); } }
const text = new Lamp().names() + new Pen().list();
console.log(text, new Lamp().watts);
""",
        [],
        ["ink"],
    ),
    (
        "a proxy",
        """\
class Lamp { constructor() { this.watts = 3; } power() { return this.watts; } }
const seen = new Proxy(new Lamp(), { get(of, key) { return of[key]; } });
console.log(seen.watts, new Lamp().power());
""",
        [],
        ["watts", "power"],
    ),
]

JAVA = [
    (
        "methods of the class of a parameter",
        """\
import java.lang.reflect.Method;
class A {
  static class Rec { public String getTitle() { return "x"; } public int pages() { return 3; } }
  static class Thin extends Rec { public int leaves() { return 1; } }
  static class Other { private int size; int grow() { size += 1; return size; } }
  static int read(Rec one) { return one.getClass().getMethods().length; }
  static int fields() { return Rec.class.getDeclaredFields().length; }
  public static void main(String[] args) {
    System.out.println(read(new Rec()) + read(new Thin()) + fields() + new Other().grow());
    System.out.println(new Rec().pages() + new Thin().leaves());
  }
}
""",
        ["size", "grow"],
        ["pages", "leaves"],
    ),
    (
        "objects of any class",
        """\
class A {
  static class Rec { int pages() { return 3; } }
  static class Other { int size; int grow() { size += 1; return size; } }
  static int read(Object one) { return one.getClass().getDeclaredMethods().length; }
  public static void main(String[] args) {
    System.out.println(read(new Rec()) + new Other().grow() + new Rec().pages());
  }
}
""",
        [],
        ["pages", "grow"],
    ),
    (
        "type parameters and wildcards",
        """\
import java.util.List;
class A {
  static class Leaf { int veins() { return 1; } }
  static class Root { int depth() { return 2; } }
  static class Stone { int grain() { return 3; } }
  static <T> int any(T one) { return one.getClass().getDeclaredMethods().length; }
  public static void main(String[] args) {
    System.out.println(any(new Leaf()) + new Root().depth() + new Leaf().veins());
    System.out.println(new Stone().grain());
  }
}
""",
        [],
        ["veins", "depth"],
    ),
    (
        "elements of lists, and interfaces",
        """\
import java.util.List;
class A {
  interface Shape { int area(); }
  static class Square implements Shape { public int area() { return 4; } int side() { return 2; } }
  static class Stone { int grain() { return 3; } }
  static class Leaf { int veins() { return 1; } }
  static class Oak extends Leaf { int rings() { return 9; } }
  static int count(List<? extends Leaf> all, Shape shape) {
    int found = shape.getClass().getDeclaredMethods().length;
    for (Leaf one : all) found += one.getClass().getDeclaredMethods().length;
    return found;
  }
  public static void main(String[] args) {
    System.out.println(count(List.of(new Oak()), new Square()) + new Stone().grain());
    System.out.println(new Oak().rings() + new Square().side() + new Leaf().veins());
  }
}
""",
        ["grain", "count"],
        ["side", "rings", "veins"],
    ),
    (
        "an own method of that name",
        """\
class A {
  static class Request { private final String verb = "GET"; String getMethod() { return verb; } }
  static class Log {
    private int lines;
    int add(Request one) { lines += one.getMethod().length(); return lines; }
  }
  public static void main(String[] args) { System.out.println(new Log().add(new Request())); }
}
""",
        ["verb", "lines"],
        [],
    ),
]

GO = [
    (
        "what is marshalled, and what is not",
        """\
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type Tag struct {
	Word string
}

type Base struct {
	Ident int
}

type Entry struct {
	Base
	Memo  string
	Tags  []Tag
	Marks map[string]*Mark
}

type Mark struct {
	Grade int
}

type Options struct {
	MaxRows int
}

func (o Options) Rows() int {
	return o.MaxRows
}

func run(o Options, e Entry) {
	data, _ := json.Marshal(e)
	fmt.Println(string(data), o.Rows())
	json.NewEncoder(os.Stdout).Encode(&e)
}

func main() {
	run(Options{MaxRows: 3}, Entry{Memo: "a"})
}
""",
        ["MaxRows", "Rows()", "run"],
        ["Word", "Ident", "Memo", "Tags", "Grade"],
    ),
    (
        "interface values",
        """\
package main

import (
	"encoding/json"
	"fmt"
)

type Shape interface {
	Area() int
}

type Square struct {
	Side int
}

func (s Square) Area() int {
	return s.Side * s.Side
}

type Stone struct {
	Grain int
}

func save(shape Shape) string {
	data, _ := json.Marshal(shape)
	return string(data)
}

func main() {
	fmt.Println(save(Square{Side: 2}), Stone{Grain: 3}.Grain)
}
""",
        [],
        ["Side", "Grain"],
    ),
    (
        "any, in a map and a parameter",
        """\
package main

import (
	"encoding/json"
	"fmt"
)

type Stone struct {
	Grain int
}

func save(values map[string]any) string {
	data, _ := json.Marshal(values)
	return string(data)
}

func main() {
	fmt.Println(save(map[string]any{"a": Stone{Grain: 3}}))
}
""",
        [],
        ["Grain"],
    ),
    (
        "named types, generics and what is decoded into",
        """\
package main

import (
	"encoding/json"
	"fmt"
)

type Stone struct {
	Grain int
}

type Stones []Stone

type Pair[T any] struct {
	Left, Right T
}

type Leaf struct {
	Veins int
}

type Wind struct {
	Speed int
}

func read(text string) (Stones, Pair[Leaf]) {
	var stones Stones
	json.Unmarshal([]byte(text), &stones)
	return stones, Pair[Leaf]{}
}

func main() {
	stones, pair := read("[]")
	fmt.Println(len(stones), pair.Left.Veins, Wind{Speed: 1}.Speed)
}
""",
        ["Speed", "Veins"],
        ["Grain"],
    ),
    (
        "generic values",
        """\
package main

import (
	"encoding/json"
	"fmt"
)

type Leaf struct {
	Veins int
}

func save[T any](value T) string {
	data, _ := json.Marshal(value)
	return string(data)
}

func main() {
	fmt.Println(save(Leaf{Veins: 1}))
}
""",
        [],
        ["Veins"],
    ),
    (
        "fields that say their names",
        """\
package main

import (
	"encoding/json"
	"fmt"
)

type Entry struct {
	Memo   string `yaml:"m" json:"memo"`
	Count  int    `json:"count,omitempty"`
	Hidden int    `json:"-"`
	Plain  int
	Empty  int    `json:",omitempty"`
	Markup int    `xml:"markup"`
	Noted  int    /* json:"noted" */
}

func save(entry Entry) string {
	data, _ := json.Marshal(entry)
	return string(data)
}

func main() {
	entry := Entry{Memo: "a", Count: 1, Plain: 2, Empty: 3, Hidden: 4, Markup: 5, Noted: 6}
	fmt.Println(save(entry), entry.Memo)
}
""",
        ["Memo", "Count", "Hidden"],
        ["Plain", "Empty", "Markup", "Noted"],
    ),
    (
        "tags for another library",
        """\
package main

import (
	"fmt"

	"example.com/codec"
)

type Entry struct {
	Memo string `json:"memo"`
}

func main() {
	data, _ := codec.Marshal(Entry{})
	fmt.Println(string(data))
}
""",
        [],
        ["Memo"],
    ),
    (
        "reflection",
        """\
package main

import (
	"fmt"
	"reflect"
)

type Leaf struct {
	Veins int
}

type Wind struct {
	Speed int
}

func names(leaf *Leaf) int {
	value := reflect.ValueOf(leaf).Elem()
	return value.NumField()
}

func main() {
	fmt.Println(names(&Leaf{Veins: 1}), Wind{Speed: 1}.Speed)
}
""",
        [],
        ["Veins"],
    ),
]

PROGRAMS = [
    *(("python", "a.py", *one) for one in PYTHON),
    *(("typescript", "a.ts", *one) for one in TYPESCRIPT),
    *(("javascript", "a.mjs", *one) for one in JAVASCRIPT),
    *(("java", "A.java", *one) for one in JAVA),
    *(("go", "main.go", *one) for one in GO),
]
