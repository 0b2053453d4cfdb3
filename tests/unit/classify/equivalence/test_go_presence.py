"""Go: types of what two names take from a table or an assertion, and of values nobody gave."""

# ruff: noqa: E501 - tables are read by line

from __future__ import annotations

import pytest

import tracer

_HEAD = """package main

import (
	"errors"
	"fmt"
)

type item struct {
	name  string
	stock int
}

type crate struct {
	stock int
}

type unit int

type store struct {
	items map[string]*item
	kept  map[string]item
	any   map[string]any
}

"""
_MAIN = """

func main() {
	s := &store{items: map[string]*item{"a": {"a", 3}}, kept: map[string]item{"b": {"b", 4}}}
	s.any = map[string]any{"c": &item{"c", 5}, "d": &crate{6}}
	fmt.Println(s.take("a", 2))
	fmt.Println(s.take("b", 1))
	fmt.Println(s.take("c", 1))
	fmt.Println(s.take("d", 1))
	fmt.Println(s.items["a"].stock, s.kept["b"].stock)
}
"""
_TAKE = """func (s *store) take(name string, n int) (*item, error) {
	p, ok := s.items[name]
	if !ok {
		return nil, errors.New(name)
	}
	if p.stock < n {
		return nil, errors.New("few")
	}
	p.stock -= n
	return p, nil
}"""
_FOUND = """func (s *store) take(name string, n int) (*item, error) {
	p, err := s.find(name)
	if err != nil {
		return nil, err
	}
	if p.stock < n {
		return nil, errors.New("few")
	}
	p.stock -= n
	return p, nil
}

func (s *store) find(name string) (*item, error) {
	p, ok := s.items[name]
	if !ok {
		return nil, errors.New(name)
	}
	return p, nil
}"""
_COPY = """func (s *store) take(name string, n int) (item, error) {
	p, ok := s.kept[name]
	if !ok {
		return item{}, errors.New(name)
	}
	p.stock -= n
	return p, nil
}"""
_TOLD = """func (s *store) take(name string, n int) (int, error) {
	p, ok := s.any[name].(*item)
	if !ok {
		return 0, errors.New(name)
	}
	p.stock -= n
	return p.stock, nil
}"""
_UNSET = """func (s *store) take(name string, n int) (string, error) {
	var u unit
	var c crate
	for i := 0; i < n; i++ {
		u++
		c.stock++
	}
	return fmt.Sprintf("%T %T %v", u, c, u), nil
}"""
_PLAIN = _UNSET.replace('Sprintf("%T %T %v", u, c, u)', "Sprint(u, c.stock)")
SAME = [
    (_TAKE, _FOUND),
    (_TAKE, _TAKE.replace("p,", "found,").replace("p.", "found.")),
    (_TAKE, _TAKE.replace("p.stock < n", "n > p.stock").replace("-= n", "= p.stock - n")),
    (_TOLD, _TOLD.replace("p.stock -= n", "p.stock = p.stock - n")),
    (_PLAIN, _PLAIN.replace("unit", "level").replace("i < n", "n > i")),
    (_PLAIN, _PLAIN.replace("crate", "box").replace("i < n", "n > i")),
]
DIFFER = [
    # another question, another value, another order
    (_TAKE, _FOUND.replace("!ok", "ok")),
    (_TAKE, _FOUND.replace("s.items[name]\n", 's.items["a"]\n')),
    (_TAKE, _FOUND.replace("\tp.stock -= n\n\treturn p", "\tp.stock -= n\n\treturn nil")),
    (_TAKE, _FOUND.replace("p.stock < n", "p.stock <= n")),
    (_TAKE, _FOUND.replace("errors.New(name)", "errors.New(p.name)")),
    (_TAKE, _FOUND.replace("return p, nil\n}\n\nfunc", "return &item{p.name, p.stock}, nil\n}\n\nfunc")),
    (_TAKE, _TAKE.replace("p.stock -= n", "q := *p\n\tq.stock -= n")),
    (_TAKE, _TAKE.replace("p.stock -= n", "q := *p\n\tp = &q\n\tp.stock -= n")),
    (_TAKE, _TAKE.replace("!ok", "p == nil || !ok")),
    # what a table of structures gives is a copy
    (_COPY, _COPY.replace("p.stock -= n", "p.stock -= n\n\ts.kept[name] = p")),
    (_COPY, _COPY.replace("p.stock -= n\n\treturn p", "p.stock -= n\n\treturn s.kept[name]")),
    (_COPY, _COPY.replace("p.stock -= n\n", "q := p\n\tq.stock -= n\n")),
    (_COPY, _COPY.replace("s.kept[name]\n", "s.kept[name]\n\tp.name = name\n")),
    # an assertion that fails gives nothing
    (_TOLD, _TOLD.replace("p, ok := s.any[name].(*item)", "p := s.any[name].(*item)\n\tok := true")),
    (_TOLD, _TOLD.replace("(*item)", "(*crate)")),
    (_TOLD, _TOLD.replace("p, ok := s.any[name].(*item)", "_, ok := s.any[name]\n\tp, _ := s.any[name].(*item)")),
    (_TOLD, _TOLD.replace("!ok", "p == nil")),
    # the zero of another type
    (_UNSET, _UNSET.replace("var u unit", "var u int")),
    (_UNSET, _UNSET.replace("var u unit", "var u level")),
    (_UNSET, _UNSET.replace("var c crate", "var c item")),
    (_PLAIN, _PLAIN.replace("unit", "level").replace("i < n", "i <= n")),
    (_PLAIN, _PLAIN.replace("crate", "box").replace("c.stock++", "c.stock--")),
    # whose name is printed
    (_UNSET, _UNSET.replace("unit", "level").replace("i < n", "n > i")),
    (_UNSET, _UNSET.replace("crate", "box").replace("i < n", "n > i")),
]  # fmt: skip


def _verdict(before, after):
    def source(code):
        head = _HEAD
        if "level" in code:
            kept = "type unit int\n\n" if "unit" in code else ""
            head = head.replace("type unit int", f"{kept}type level int")
        if "box" in code:
            head = head.replace("type crate ", "type box ")
        main = _MAIN.replace("&crate", "&box") if "box" in code else _MAIN
        return {"main.go": (head + code + main).encode(), "go.mod": b"module m\n\ngo 1.22\n"}

    change_set = tracer.ChangeSet.from_texts(source(before), source(after), closed_world=True)
    return tracer.classify(change_set).verdict.value


@pytest.mark.parametrize(("before", "after"), SAME)
def test_types_that_two_names_take_are_known(before, after):
    """A pointer from a table is no copy, and what nobody gave has a type that a map renames."""
    assert _verdict(before, after) == "AST_REFACTOR"
    assert _verdict(after, before) == "AST_REFACTOR"


@pytest.mark.parametrize(("before", "after"), DIFFER)
def test_what_does_otherwise_is_no_refactoring(before, after):
    """Each is one slip away from a pair that is the same."""
    assert _verdict(before, after) == "INTENT_EVOLUTION"
    assert _verdict(after, before) == "INTENT_EVOLUTION"
