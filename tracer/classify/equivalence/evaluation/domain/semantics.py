"""What a language does where languages differ, as data: the `semantics` section of `library.yaml`.

Nothing in the evaluation asks which language it reads; it asks these.
"""

from __future__ import annotations

from typing import Any

from tracer.model.errors import InputError
from tracer.model.named_tuple import NamedTuple


class Semantics(NamedTuple):
    """Flags of one language. The defaults are the careful answers."""

    integers: str = "wrap32"  # unbounded, double (all numbers are), wrap32 (and wider: by type)
    truth: str = "any"  # any: every value is true or false; nonzero: C; bool: only booleans are
    truth_reads_contents: bool = True  # an empty collection is false
    operators_overloadable: bool = True  # by classes, so operands of unknown type may do anything
    equality_overloadable: bool = True
    equality_member: str = ""  # by which a class says what its objects are equal to
    inequality_member: str = ""  # by which a class makes != another thing than not ==
    spreads_run: bool = False  # what is spread in a call may be an iterator, which runs code then
    equality: str = "values"  # values: == asks the values; identity: == of objects is identity
    equality_strict: bool = True  # a value equal to a literal is of its type (not in JavaScript)
    null_equality_plain: bool = True  # == null asks no class
    operators_make_objects: bool = False  # + may give a new list
    parts_are_copies: bool = False  # a[1:] is a new list (Python), no view of the old one (Go)
    raising_operators: frozenset[str] = frozenset({"/", "//", "%", "**", "<<", ">>"})
    raising_prefixes: frozenset[str] = frozenset()  # on whole numbers without an opposite
    orders_anything: bool = False  # < takes any two values (JavaScript)
    attributes_computed: bool = True  # an attribute read may run code
    null_fails: bool = True  # reading a member of null fails
    reads_show_objects: bool = False  # what a member was read of is no null, without exception
    null_members: frozenset[str] = frozenset()  # that null has, too
    calls_need_objects: bool = False  # calling a method of null fails, whatever the method does
    argument_order: str = "left"  # left, unspecified
    reads_unordered: bool = False  # a read beside a call may come before it, or after
    places: str = "last"  # the parts of a place are evaluated last, first, or all before (Go)
    chains_end: bool = False  # a?.b.c ends where there is no a (JavaScript)
    functions_are_named: bool = False  # by the local that they are given to (JavaScript)
    closures: str = "variables"  # variables, values
    loop_variables: str = "shared"  # one for all rounds; fresh: one a round; either: by version
    fresh_rounds_file: str = ""  # which file of the project says the version, for `either`
    fresh_rounds_pattern: str = ""  # what it says where each round has a variable of its own
    structs: str = "references"  # references; values: assignment copies; moves: or takes away
    class_member: str = ""  # by which an object has its class, and the function that gives it
    field_tables: frozenset[str] = frozenset()  # members that list an object's fields, no methods
    methods_bind: bool = False  # a method that is read off an object keeps it
    has_references: bool = False  # arguments may be taken by reference without a sign (C++)
    temporaries_last: bool = False  # what a match asks ends after it, not before its arms (Rust)
    holding_types: frozenset[str] = frozenset()  # that end as what they hold does
    has_destructors: bool = False  # locals of types not plain do something when they end
    plain_types: frozenset[str] = frozenset()  # types without destructors, copied freely
    methods_are_functions: bool = False  # a method's name is a function, which no class overrides
    unset_value: str = ""  # '', undefined, zero, any: what a declared local holds before it is set
    strings_immutable: bool = True
    index_reaches_fields: bool = False  # a[k] = v may store to a field (JavaScript)
    fields_apart: bool = True  # stores to fields of different names are to different places
    text_plus_any: bool = False  # text + value is the text of the value (Java, JavaScript)
    any_names_pattern: str = ""  # what finds functions that take any names, in their order
    names_kept: frozenset[str] = frozenset()  # functions from outside that do
    names_labels: bool = False  # parameters may be given by name
    types_matter: bool = True  # declared types choose overloads and conversions
    handlers_unbind: bool = False  # the name of what a handler caught is gone behind it
    texts_hold_elements: bool = False  # going through a text gives what its indices give
    chars_are_texts: bool = False  # an element of a text is a text
    not_is_bitwise: bool = False  # ! of a whole number is its complement (Rust)
    awaited_calls_run_on: bool = False  # await f() of an async function goes on in it at once
    turn_words: str = ""  # pattern of what may tell how many turns of a queue that waits for
    async_results_flatten: bool = False  # what an async function returns is awaited (JavaScript)
    mutable_is_said: bool = (
        False  # what is not said to change is a reference where a part is stored
    )
    destructor_words: str = ""  # pattern of the words without which no end of a local does anything
    method_pattern: str = ""  # what finds, as its group, a method of an object without a class
    accessor_pattern: str = ""  # what finds, as its group, a member that an object computes
    computing_types: str = ""  # pattern of types that keep another value than is stored, or none
    nan_words: str = ""  # pattern of what may make a number that is none, besides those that say so
    number_tests: frozenset[str] = frozenset()  # functions that say that a number is one
    apart_words: str = ""  # pattern of what makes primitive values that refuse to meet numbers
    own_packages: frozenset[str] = frozenset()  # outside ones whose types those words cover
    own_names: frozenset[str] = frozenset()  # other names from outside that they cover
    changing_methods: frozenset[str] = frozenset()  # of values from outside, that change them
    value_types: frozenset[str] = frozenset()  # types from outside whose methods these are
    library_types_final: bool = False  # types from outside have the methods that are known of them
    texts_change: bool = False  # a text may be an object that changes
    results_by_target: bool = False  # what a call gives depends on the type of what it is stored in
    fits_always: bool = False  # a pattern of a declaration is one that always fits
    references_valid: bool = False  # reading behind a reference cannot fail
    enums_are_variants: bool = False  # a value of an enum is surely one of its members
    fails_unmatched: bool = False  # a match without a fitting case fails
    switch_is_strict: bool = False  # a switch compares with ===
    functions_have_receivers: bool = False  # a function that is no arrow has a this of its own
    steps_make_lists: bool = False  # map and filter make lists at once (JavaScript, Kotlin)
    entry_reader: str = ""  # the method of a table that gives nothing for a missing key
    extremes_compare: bool = False  # max(a, b) is b if a < b else a, for all values (Python)
    types_exclude_null: bool = False  # a declared type that does not say so has no null
    percent_formats: bool = False  # "%s" % a is a format (Python)
    chars_are_numbers: bool = False  # 'a' is the whole number 97 (C)
    tests_are_numbers: bool = False  # a comparison gives 0 or 1 (C)
    parts_apart: bool = False  # two fields of one structure are two places
    operator_prefix: str = ""  # what names of functions begin with that say what operators do
    operator_pattern: str = ""  # what finds operators that no symbol stands for: friends (C++)
    acting_operators: frozenset[str] = frozenset()  # that act where operands are no numbers (C++)
    streams: frozenset[str] = frozenset()  # objects, and types, that << gives back (C++)
    jumps_forward: bool = False  # goto a label (C)
    arrays_decay: bool = False  # a local array is a place that its name points to (C)
    size_members: frozenset[str] = frozenset()  # members that are a sequence's length
    element_members: frozenset[str] = frozenset()  # methods that read an element
    has_overloads: bool = False  # functions of one name are chosen by the types of arguments
    converts_implicitly: bool = False  # a place of a numeric type converts what is stored in it
    converts_literals_only: bool = False  # and nothing else (Go)
    numeric_types: frozenset[str] = frozenset()  # words that names of such types are made of
    overloads_resolved: bool = False  # lowering chose among the program's own overloads by types
    switch_fails_on_null: bool = False  # unless a case is for null
    alike_types: frozenset[str] = frozenset()  # given to the same overloads, whichever is declared
    boxed_types: frozenset[str] = frozenset()  # objects that hold a number, or are null
    boxed_truths: frozenset[str] = frozenset()  # the same of a truth value: null is no condition
    acting_prefixes: frozenset[str] = frozenset()  # operators on one value that do something
    container_members: frozenset[str] = frozenset()  # by which a class is indexed and gone through
    plain_decorators: frozenset[str] = frozenset()  # that leave a function what it is
    constructor_member: str = ""  # the method that takes what a class is called with
    plain_bases: frozenset[str] = frozenset()  # from outside, that do not see such a call
    record_decorator: str = ""  # makes a constructor of the declared fields in their order
    element_libraries: frozenset[str] = frozenset()  # imports that make markup descriptions
    tables_hold_keys: bool = False  # going through a table gives keys; its entries are tuples
    tables_hold_entries: bool = False  # going through a table gives pairs, not keys
    loose_null: bool = False  # == null holds for undefined, too
    format_members: frozenset[str] = frozenset()  # that formats call, of what is no plain value
    null_types: frozenset[str] = frozenset()  # types of which an unset value is null
    collectors: str = ""  # path before list and set, as the functions that make them
    positional_fields: bool = False  # a structure's values without names are its fields in order
    enum_bases: frozenset[str] = frozenset()  # whose subclasses' fields are objects there once
    constants_keep_types: bool = False  # a constant of a type of its own is not the literal
    reference_types: frozenset[str] = frozenset()  # that refer to what they hold (maps of Go)
    methods_keep_length: bool = False  # map and the like heed what changes meanwhile unlike loops
    interfaces_hold_null: bool = False  # one that holds a null pointer is not null itself
    tuples_are_values: bool = False  # what is taken apart as a tuple is several values (Go)
    sums_compensate: bool = False  # what the library adds up is no plain sum of floats (Python)
    ending_error: str = ""  # raised by code that an iteration runs, it ends that (Python)
    tables_give_zero: bool = False  # an element that a table lacks is a zero (Go)
    sequences_keep_length: bool = False  # of a local that is not stored to (slices of Go)
    library_texts_exist: bool = False  # a text that the library gives is never null (Java)
    tables_give_entries: bool = False  # a table has for the key of an entry its value (Java)
    texts_are_objects: bool = False  # == of two texts asks whether they are one object (Java)
    texts_nullable: bool = False  # what is declared a text may be null, which is shown (Java)
    text_type: str = ""  # the library's type for texts that change, where pieces are added to them
    builder_types: frozenset[str] = frozenset()  # of builders of text
    builder_adds: frozenset[str] = frozenset()  # their methods that append one value
    builder_value: str = ""  # function that stands for what is appended of a value (a law knows it)
    builder_letters: frozenset[str] = frozenset()  # that append one letter
    builder_prints: frozenset[str] = frozenset()  # "a b": `a(&builder, ...)` appends `b(...)`
    builder_gives: frozenset[str] = frozenset()  # that give the text
    builder_sizes: frozenset[str] = frozenset()  # that give its length
    builder_length: str = ""  # function that gives the length of a text, where it is no method
    closure_types_inferred: bool = False  # of parameters: where they are said, they say no more
    iterator_asks: str = ""  # method of an iterator that says whether there is a next element
    iterator_gives: str = ""  # method that gives it
    null_elements: str = ""  # pattern of code that puts what is null into a collection
    classes_run_on_use: bool = False  # static initializers run when a class is first used (Java)
    failures_apart: bool = False  # exceptions of two sorts are told apart by who catches them
    failures_alike: frozenset[str] = frozenset()  # but for those of these terms, in any order
    failures_told: str = ""  # pattern of words of code that tells any two failures apart
    comparison_members: frozenset[str] = frozenset()  # by which classes compare, without an order
    order_members: frozenset[str] = frozenset()  # by which they say what one sign of an order does
    room_members: frozenset[str] = frozenset()  # that say how much room a collection has
    changing_names: frozenset[str] = frozenset()  # from outside, that calls of the library change
    inserting_types: frozenset[str] = frozenset()  # sorts of tables that reading an element fills
    missing_key: str = ""  # the exception that reading an entry raises which is not there
    filling_modules: frozenset[str] = frozenset()  # of tables that make what is not there
    filling_tables: frozenset[str] = frozenset()  # what makes them, given what makes an element
    counting_tables: frozenset[str] = frozenset()  # of numbers of elements; what is not there is 0
    filling_reads: frozenset[str] = frozenset()  # their methods that are those of a plain table
    filling_takers: frozenset[str] = frozenset()  # functions that take them as plain tables
    table_copier: str = ""  # function that makes a plain table of another
    table_filler: str = ""  # method that reads an element, and puts one where none is
    table_reader: str = ""  # method that reads an element, and gives another where none is
    frame_functions: frozenset[str] = frozenset()  # whose calls are bound to the function around
    addresses_fail: bool = False  # the address of a part of null fails (Go)
    equality_fails: bool = False  # values that hide their types may not be compared (Go)
    operands_alike: bool = False  # operators take two numbers of one type, and give it (Rust)
    ordered_types: frozenset[str] = frozenset()  # from outside, of whole numbers or texts
    unsigned_types: frozenset[str] = frozenset()  # of whole numbers that are never below 0
    conversions_round: bool = False  # also to the type that a number has: no multiply-and-add (Go)
    constants_exact: bool = False  # operators on constants alone compute without rounding (Go)
    call_checks_arity: bool = True  # wrong number of arguments fails


def read_semantics(raw: dict[str, Any], path: str, base: Semantics | None = None) -> Semantics:
    """The flags that a table states, the others as in `base`.

    Raises: InputError for a flag that does not exist or has a value of the wrong sort.
    """
    defaults = Semantics()
    made: dict[str, Any] = {}
    for name, value in raw.items():
        standard = getattr(defaults, name, None)
        if name not in Semantics._fields:
            raise InputError(
                f"{path}: semantics: unknown flag {name}",
                fix="Name one of: " + ", ".join(Semantics._fields),
            )
        if isinstance(standard, frozenset):
            if not isinstance(value, list):
                raise InputError(f"{path}: semantics: {name} is a list", fix="Write [a, b].")
            made[name] = frozenset(str(one) for one in value)
        elif type(value) is not type(standard):
            raise InputError(
                f"{path}: semantics: {name} is {type(standard).__name__}",
                fix=f"Write a value like {standard!r}.",
            )
        else:
            made[name] = value
    return (base or defaults)._replace(**made)
