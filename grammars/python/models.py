"""What functions and methods of Python's library do, said in Python.

tracer runs a model in place of the call (tracer/classify/equivalence/evaluation/domain/model_files.py says
how to write one).
"""

import json
import os
import re


# model of method dict.get
def dict_get(table: dict, key, default=None, /):
    return table[key] if key in table else default


# model of method dict.setdefault
def dict_setdefault(table: dict, key, default=None, /):
    if key not in table:
        table[key] = default
    return table[key]


# An empty dictionary does not look whether the key is one, so only keys that surely are.
# model of method dict.pop
def dict_pop_text(table: dict, key: str, default, /):
    if key in table:
        value = table[key]
        del table[key]
        return value
    return default


# model of method dict.pop
def dict_pop_number(table: dict, key: int, default, /):
    if key in table:
        value = table[key]
        del table[key]
        return value
    return default


# model of method dict.pop
def dict_pop_text_there(table: dict, key: str, /):
    value = table[key]
    del table[key]
    return value


# model of method dict.pop
def dict_pop_number_there(table: dict, key: int, /):
    value = table[key]
    del table[key]
    return value


# model of function builtins.dict.fromkeys
def dict_fromkeys(keys: list, value=None, /):
    return {key: value for key in keys}


# model of method list.copy
def list_copy(elements: list, /):
    return list(elements)


# model of method set.discard
def set_discard(members: set, value, /):
    if value in members:
        members.remove(value)


# model of method str.removeprefix
def str_removeprefix(text: str, prefix: str, /):
    return text[len(prefix) :] if text.startswith(prefix) else text


# model of method str.removesuffix
def str_removesuffix(text: str, suffix: str, /):
    return text[: -len(suffix)] if suffix and text.endswith(suffix) else text


# model of method str.startswith
def str_startswith(text: str, prefixes: tuple, /):
    return any(text.startswith(prefix) for prefix in prefixes)


# model of method str.endswith
def str_endswith(text: str, suffixes: tuple, /):
    return any(text.endswith(suffix) for suffix in suffixes)


# model of function builtins.divmod
def int_divmod(a: int, b: int, /):
    return (a // b, a % b)


# model of function os.getenv
def getenv(key, default=None):
    return os.environ.get(key, default)


# model of function json.load
def json_load(fp):
    return json.loads(fp.read())


# model of function re.match
def re_match(pattern: str, string):
    return re.compile(pattern).match(string)


# model of function re.search
def re_search(pattern: str, string):
    return re.compile(pattern).search(string)


# model of function re.fullmatch
def re_fullmatch(pattern: str, string):
    return re.compile(pattern).fullmatch(string)


# model of function re.findall
def re_findall(pattern: str, string):
    return re.compile(pattern).findall(string)


# model of function re.finditer
def re_finditer(pattern: str, string):
    return re.compile(pattern).finditer(string)


# model of function operator.add
def operator_add(a, b, /):
    return a + b


# model of function operator.sub
def operator_sub(a, b, /):
    return a - b


# model of function operator.mul
def operator_mul(a, b, /):
    return a * b


# model of function operator.eq
def operator_eq(a, b, /):
    return a == b


# model of function operator.ne
def operator_ne(a, b, /):
    return a != b


# model of function operator.lt
def operator_lt(a, b, /):
    return a < b


# model of function operator.le
def operator_le(a, b, /):
    return a <= b


# model of function operator.gt
def operator_gt(a, b, /):
    return a > b


# model of function operator.ge
def operator_ge(a, b, /):
    return a >= b


# model of function operator.neg
def operator_neg(a, /):
    return -a


# model of function operator.not_
def operator_not(a, /):
    return not a


# model of function operator.getitem
def operator_getitem(a, b, /):
    return a[b]


# model of function operator.contains
def operator_contains(a, b, /):
    return b in a
