/* Twin of tracer/ledger/schema.py: whether a value is valid. It words no fault, and says no where
 * it is not sure: Python then decides. A program is what `compiled.program_of` makes: the kinds that
 * a value may have, and (operation, operand) for all else that a schema says. */

#include "core.h"

enum { PATTERN, TEXTS, MINIMUM, REQUIRED, PROPERTIES, ITEMS, PREFIX, LEAST, MOST, ALL, ANY,
       WHERE }; /* as in compiled.py */
enum { OBJECT = 1, ARRAY = 2, STRING = 4, INTEGER = 8, BOOLEAN = 16, NOTHING = 32 };
enum { DEEPEST = 100 };

static bool is_valid(PyObject *program, PyObject *value, int depth);

static int type_of(PyObject *value) {
    if (PyUnicode_CheckExact(value)) return STRING;
    if (PyDict_CheckExact(value)) return OBJECT;
    if (PyList_CheckExact(value)) return ARRAY;
    if (value == Py_None) return NOTHING;
    if (PyBool_Check(value)) return BOOLEAN;
    return PyLong_CheckExact(value) ? INTEGER : 0;
}

/* Whether a text is a run of characters of each class in turn: (a byte a character, least, most).
 * Each takes all it can, which is right where no class has a character of the next. */
static bool is_spelled(PyObject *classes, PyObject *value) {
    Py_ssize_t size, at = 0;
    const char *text = PyUnicode_AsUTF8AndSize(value, &size);
    if (!text) return PyErr_Clear(), false;
    for (Py_ssize_t i = 0, count = PyTuple_Size(classes); i < count; i++) {
        PyObject *one = PyTuple_GetItem(classes, i);
        const char *in = PyBytes_AsString(PyTuple_GetItem(one, 0));
        Py_ssize_t least = PyLong_AsSsize_t(PyTuple_GetItem(one, 1));
        Py_ssize_t most = PyLong_AsSsize_t(PyTuple_GetItem(one, 2)), taken = 0;
        while (taken < most && at < size && in[(uint8_t)text[at]]) at++, taken++;
        if (taken < least) return false;
    }
    return at == size;
}

static bool matches(PyObject *pattern, PyObject *value) {
    if (PyTuple_Check(pattern)) {
        for (Py_ssize_t i = 0, count = PyTuple_Size(pattern); i < count; i++)
            if (is_spelled(PyTuple_GetItem(pattern, i), value)) return true;
        return false;
    }
    PyObject *found = PyObject_CallFunctionObjArgs(pattern, value, NULL);
    if (!found) PyErr_Clear();
    bool holds = found && found != Py_None;
    Py_XDECREF(found);
    return holds;
}

static bool is_least(PyObject *least, PyObject *value) {
    int overflow;
    long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    return !overflow && number >= PyLong_AsLongLong(least);
}

static bool has_all(PyObject *names, PyObject *value) {
    for (Py_ssize_t i = 0, count = PyTuple_Size(names); i < count; i++)
        if (!PyDict_GetItemWithError(value, PyTuple_GetItem(names, i))) return false;
    return true;
}

static bool are_valid(PyObject *table, PyObject *value, int depth) {
    PyObject *name, *found;
    for (Py_ssize_t at = 0; PyDict_Next(value, &at, &name, &found);) {
        PyObject *program = PyDict_GetItemWithError(table, name);
        if (program ? !is_valid(program, found, depth) : PyErr_Occurred() != NULL) return false;
    }
    return true;
}

static bool items_are(PyObject *program, PyObject *value, int depth) {
    for (Py_ssize_t i = 0, count = PyList_Size(value); i < count; i++)
        if (!is_valid(program, PyList_GetItem(value, i), depth)) return false;
    return true;
}

static bool begins_with(PyObject *programs, PyObject *value, int depth) {
    Py_ssize_t count = PyTuple_Size(programs), size = PyList_Size(value);
    for (Py_ssize_t i = 0; i < count && i < size; i++)
        if (!is_valid(PyTuple_GetItem(programs, i), PyList_GetItem(value, i), depth)) return false;
    return true;
}

static Py_ssize_t how_many(PyObject *programs, PyObject *value, int depth, bool one_is_enough) {
    Py_ssize_t found = 0;
    for (Py_ssize_t i = 0, count = PyTuple_Size(programs); i < count; i++) {
        found += is_valid(PyTuple_GetItem(programs, i), value, depth);
        if (one_is_enough ? found : found <= i) break;
    }
    return found;
}

/* A condition on one field, which must be a given text; it holds of what has no such field. */
static bool holds_where(PyObject *rule, PyObject *value, int depth) {
    PyObject *found = PyDict_GetItemWithError(value, PyTuple_GetItem(rule, 0));
    if (found && PyUnicode_CheckExact(found) &&
        PyUnicode_Compare(found, PyTuple_GetItem(rule, 1)))
        return true;
    return is_valid(PyTuple_GetItem(rule, 2), value, depth);
}

static bool does(long operation, PyObject *operand, PyObject *value, int kind, int depth) {
    switch (operation) {
    case PATTERN: return kind != STRING || matches(operand, value);
    case TEXTS: return kind & (STRING | NOTHING) && PySequence_Contains(operand, value) == 1;
    case MINIMUM: return kind != INTEGER || is_least(operand, value);
    case REQUIRED: return kind != OBJECT || has_all(operand, value);
    case PROPERTIES: return kind != OBJECT || are_valid(operand, value, depth);
    case ITEMS: return kind != ARRAY || items_are(operand, value, depth);
    case PREFIX: return kind != ARRAY || begins_with(operand, value, depth);
    case LEAST: return kind != ARRAY || PyList_Size(value) >= PyLong_AsSsize_t(operand);
    case MOST: return kind != ARRAY || PyList_Size(value) <= PyLong_AsSsize_t(operand);
    case ALL: return how_many(operand, value, depth, false) == PyTuple_Size(operand);
    case ANY: return how_many(operand, value, depth, true) > 0;
    case WHERE: return kind == OBJECT && holds_where(operand, value, depth);
    default: return false;
    }
}

static bool is_valid(PyObject *program, PyObject *value, int depth) {
    int kind = type_of(value);
    if (!(kind & PyLong_AsLong(PyTuple_GetItem(program, 0))) || depth > DEEPEST) return false;
    for (Py_ssize_t i = 1, count = PyTuple_Size(program); i < count; i++) {
        PyObject *step = PyTuple_GetItem(program, i);
        long operation = PyLong_AsLong(PyTuple_GetItem(step, 0));
        if (!does(operation, PyTuple_GetItem(step, 1), value, kind, depth + 1)) return false;
    }
    return true;
}

PyObject *core_is_valid(PyObject *self, PyObject *args) {
    PyObject *program, *value;
    (void)self;
    if (!PyArg_ParseTuple(args, "O!O", &PyTuple_Type, &program, &value)) return NULL;
    bool holds = is_valid(program, value, 0);
    return PyErr_Occurred() ? NULL : PyBool_FromLong(holds);
}
