/* NORMAL: what formatters may change is gone. Twin of tracer/fingerprint/normal.py.
 *
 * The common steps are here; the others, and what no cache knows yet of a literal, are the
 * handlers in Python, which see and make the same edits. */

#include "normal.h"
#include "steps.h"

static const char CAPSULE[] = "tracer.native.NormalRules";

static int32_t by_python(Edits *e, int32_t row, Py_ssize_t handler) {
    PyObject *function = PyList_GetItem(e->rules->handlers, handler);
    PyObject *answer =
        function ? PyObject_CallFunction(function, "Oi", e->python, (int)row) : NULL;
    long after = answer ? PyLong_AsLong(answer) : -1;
    Py_XDECREF(answer);
    return after < 0 || !edits_take_over(e) ? -1 : (int32_t)after;
}

static int32_t parent_kind(const Edits *e, int32_t row) {
    int32_t parent = e->tree.parent[row];
    return e->tree.kind[parent < 0 ? (int32_t)e->tree.rows - 1 : parent];
}

/* How a literal is read, by where it stands: 0 for plainly, else 1 + the number in literals.py. */
static uint8_t place_of(const Edits *e, int32_t row) {
    return e->rules->places[parent_kind(e, row) * e->rules->fields + e->tree.field[row]];
}

/* Separators right before a closing bracket */

static int32_t least_for(const NormalRules *r, int32_t token, int32_t parent) {
    for (int32_t i = r->trailing_at[token]; i < r->trailing_at[token + 1]; i++)
        if (r->trailing[2 * i] == parent) return r->trailing[2 * i + 1];
    return -1;
}

static bool separates(const Edits *e, int32_t row) {
    const NormalRules *r = e->rules;
    int32_t kind = e->tree.kind[row];
    return r->trailing_at[kind] < r->trailing_at[kind + 1] || r->roles[kind] & IS_OPENER;
}

static bool drop_separator(Edits *e, int32_t row, int32_t least) {
    const Tree *t = &e->tree;
    int32_t before = row - 1, parent = t->parent[row];
    while (t->flags[before] & TRIVIA) before--;
    if (before == parent || (t->parent[before] == parent && separates(e, before))) return true;
    if (least > 1) {
        int32_t count = 0;
        for (int32_t c = parent + 1; c < t->stop[parent]; c = t->stop[c])
            count += t->kind[c] == t->kind[row];
        if (count < least) return true;
    }
    return edits_drop(e, row);
}

static bool drop_trailing(Edits *e) {
    const Tree *t = &e->tree;
    const uint8_t *marks = e->rules->marks;
    bool closes = false; /* whether the next row that is no comment is a closing bracket */
    Buffer rows = {0};
    bool done = true;
    for (int32_t row = (int32_t)t->rows - 1; done && row > 0; row--) {
        if (t->flags[row] & TRIVIA) continue;
        uint8_t mark = marks[t->kind[row]];
        if (mark & COMMA && closes) done = buffer_add_int(&rows, row);
        closes = mark & CLOSER;
    }
    for (size_t i = rows.size / 4; done && i > 0; i--) {
        int32_t row = ((int32_t *)rows.data)[i - 1];
        int32_t least = least_for(e->rules, t->kind[row], t->kind[t->parent[row]]);
        if (least >= 0) done = drop_separator(e, row, least);
    }
    free(rows.data);
    return done;
}

static int32_t on_open_ended(Edits *e, int32_t row) {
    const Tree *t = &e->tree;
    int32_t last = -1;
    for (int32_t c = row + 1; c < t->stop[row]; c = t->stop[c])
        if (!(t->flags[c] & TRIVIA)) last = c;
    if (last < 0) return 0;
    int32_t least = least_for(e->rules, t->kind[last], t->kind[row]);
    return least < 0 || drop_separator(e, last, least) ? 0 : -1;
}

/* Tokens */

static int32_t on_drop(Edits *e, int32_t row) {
    const Tree *t = &e->tree;
    if (!set_has(e->rules, e->rules->drop[t->kind[row]], parent_kind(e, row))) return 0;
    if (PyDict_Size(e->rules->drop_only)) {
        PyObject *kind = PyLong_FromLong(t->kind[row]);
        PyObject *only = kind ? PyDict_GetItemWithError(e->rules->drop_only, kind) : NULL;
        Py_XDECREF(kind);
        char *text;
        Py_ssize_t size;
        if (only == NULL && PyErr_Occurred()) return -1;
        if (only != NULL) {
            if (PyBytes_AsStringAndSize(only, &text, &size)) return -1;
            if (size != t->end[row] - t->start[row] ||
                memcmp(text, t->text + t->start[row], (size_t)size) != 0)
                return 0;
        }
    }
    return edits_drop(e, row) ? t->stop[row] : -1;
}

static int32_t on_rename(Edits *e, int32_t row) {
    int32_t parent = e->tree.parent[row];
    if (parent >= 0 && set_has(e->rules, e->rules->rename_unless, e->tree.kind[parent])) return 0;
    PyObject *key = PyLong_FromLong(row);
    PyObject *kind = PyLong_FromLong(e->rules->rename[e->tree.kind[row]]);
    bool done = key && kind && PyDict_SetItem(e->kinds, key, kind) == 0;
    Py_XDECREF(key);
    Py_XDECREF(kind);
    return done ? 0 : -1;
}

/* Literals */

static bool is_plain_string(const Edits *e, int32_t row) {
    const Tree *t = &e->tree;
    int32_t at = t->start[row];
    if (at + 1 >= t->length) return false;
    uint8_t quote = t->text[at];
    if (!e->rules->quotes[quote] || t->stop[row] > row + 4) return false;
    if (place_of(e, row)) return false;
    uint8_t after = t->text[at + 1];
    return after == quote ? t->end[row] == at + 2 : after != '\\';
}

static bool is_plain_number(const Edits *e, int32_t row) {
    const Tree *t = &e->tree;
    int32_t at = t->start[row];
    if (e->rules->has_keys || at >= t->end[row] || t->text[at] <= '0') return false;
    for (; at < t->end[row]; at++)
        if (t->text[at] < '0' || t->text[at] > '9') return false;
    return true;
}

/* What a dictionary of literals knows of a row's text; NULL for nothing, borrowed. */
static PyObject *known_of(const Edits *e, PyObject *known, int32_t row, int how) {
    const Tree *t = &e->tree;
    PyObject *key = Py_BuildValue("(y#ii)", t->text + t->start[row],
                                  (Py_ssize_t)(t->end[row] - t->start[row]), (int)t->kind[row],
                                  how);
    PyObject *found = key ? PyDict_GetItemWithError(known, key) : NULL;
    Py_XDECREF(key);
    return found;
}

/* Write what is known of a literal: 1 for done, 0 for not known, -1 on failure. */
static int by_known(Edits *e, PyObject *known, int32_t row, int how, bool is_whole) {
    PyObject *found = known_of(e, known, row, how);
    if (found == NULL) return PyErr_Occurred() ? -1 : 0;
    if (PyBytes_Size(PyTuple_GetItem(found, 0)) == 0) return 1; /* stays as it is */
    return edits_replace(e, row, found, is_whole) ? 1 : -1;
}

static int32_t on_number(Edits *e, int32_t row, Py_ssize_t handler) {
    bool is_key = e->rules->has_keys && place_of(e, row) == KEY_PLACE;
    if (!is_key && e->rules->roles[parent_kind(e, row)] & IS_WRITTEN_NUMBER) return row + 1;
    int done = is_key ? 0 : by_known(e, e->rules->numbers, row, 0, false);
    return done ? done < 0 ? -1 : row + 1 : by_python(e, row, handler);
}

static bool has_parts(const Edits *e, int32_t row) {
    const Tree *t = &e->tree;
    for (int32_t c = row + 1; c < t->stop[row]; c = t->stop[c])
        if (e->rules->roles[t->kind[c]] & IS_INTERPOLATION) return true;
    return false;
}

static int32_t on_string(Edits *e, int32_t row, Py_ssize_t handler) {
    const Tree *t = &e->tree;
    if (t->flags[row] & (BROKEN | LEAF)) return t->stop[row];
    if (e->marks[row] & WRITTEN) return row + 1;
    if (has_parts(e, row)) return by_python(e, row, handler);
    uint8_t place = place_of(e, row);
    int done = by_known(e, e->rules->strings, row, place ? place - 1 : 0, true);
    return done ? done < 0 ? -1 : t->stop[row] : by_python(e, row, handler);
}

/* A token that may hold white space, and mostly holds none. */
static int32_t on_spelled(Edits *e, int32_t row, Py_ssize_t handler) {
    const Tree *t = &e->tree;
    for (int32_t at = t->start[row]; at < t->end[row]; at++)
        if (is_space(t->text + at, 1)) return by_python(e, row, handler);
    return row + 1;
}

/* The pass. Numbers as in `STEPS` of tracer/fingerprint/compiled_normal.py */

enum { HOLLOW, HOLLOW_CHILD, UNBRACKET, DISSOLVE, ASSOCIATIVE, OPEN_ENDED, DROP, RENAME, NUMBER,
       STRING, SPELLED, OTHER };

static int32_t step(Edits *e, int32_t row, int32_t code) {
    Py_ssize_t handler = code >> 4;
    switch (code & 15) {
        case HOLLOW: return on_hollow(e, row);
        case HOLLOW_CHILD: return on_hollow_child(e, row);
        case UNBRACKET: return on_unbracket(e, row);
        case DISSOLVE: return on_dissolve(e, row);
        case ASSOCIATIVE: return on_associative(e, row);
        case OPEN_ENDED: return on_open_ended(e, row);
        case DROP: return on_drop(e, row);
        case RENAME: return on_rename(e, row);
        case NUMBER: return on_number(e, row, handler);
        case STRING: return on_string(e, row, handler);
        case SPELLED: return on_spelled(e, row, handler);
        default: return by_python(e, row, handler);
    }
}

static bool run(Edits *e) {
    const NormalRules *r = e->rules;
    const Tree *t = &e->tree;
    int32_t resume = 0;
    e->current = -1;
    if (!drop_trailing(e)) return false;
    for (int32_t row = 0; row < t->rows; row++) {
        if (e->leave[row] > e->pending) e->pending = e->leave[row];
        e->current = row;
        uint16_t kind = t->kind[row];
        if (!(r->marks[kind] & OP) || t->flags[row] & TRIVIA) continue;
        if (r->roles[kind] & IS_STRING ? is_plain_string(e, row)
                                       : r->roles[kind] & IS_NUMBER && is_plain_number(e, row))
            continue;
        if (e->pending > resume) resume = e->pending;
        e->pending = 0;
        if (row < resume) continue;
        for (int32_t i = r->steps_at[kind]; i < r->steps_at[kind + 1]; i++) {
            int32_t after = step(e, row, r->steps[i]);
            if (after < 0) return false;
            if (after == 0) continue;
            resume = after;
            break;
        }
    }
    return true;
}

static void rules_free(PyObject *capsule) {
    NormalRules *rules = PyCapsule_GetPointer(capsule, CAPSULE);
    if (rules == NULL) return;
    Py_XDECREF(rules->args);
    free(rules);
}

/* normal_rules(fields, set size, has keys, rename unless, [21 arrays as in NormalRules],
 *              handlers, drop only, strings, numbers) */
PyObject *core_normal_rules(PyObject *self, PyObject *args) {
    PyObject *arrays;
    NormalRules *r = calloc(1, sizeof *r);
    if (r == NULL) return PyErr_NoMemory();
    const void *p[21];
    bool done = PyArg_ParseTuple(args, "iiiiO!O!O!O!O!", &r->fields, &r->set_size, &r->has_keys,
                                 &r->rename_unless, &PyTuple_Type, &arrays, &PyList_Type,
                                 &r->handlers, &PyDict_Type, &r->drop_only, &PyDict_Type,
                                 &r->strings, &PyDict_Type, &r->numbers);
    if (done && PyTuple_Size(arrays) != 21) done = (PyErr_BadInternalCall(), false);
    for (int i = 0; done && i < 21; i++)
        done = (p[i] = PyBytes_AsString(PyTuple_GetItem(arrays, i))) != NULL;
    PyObject *capsule = done ? PyCapsule_New(r, CAPSULE, rules_free) : NULL;
    if (capsule == NULL) {
        free(r);
        return NULL;
    }
    r->kinds = PyBytes_Size(PyTuple_GetItem(arrays, 0));
    r->marks = p[0], r->roles = p[1], r->sets = p[2], r->steps_at = p[3], r->steps = p[4];
    r->places = p[5], r->trailing_at = p[6], r->trailing = p[7], r->drop = p[8];
    r->unbracket = p[9], r->associative = p[10], r->rename = p[11], r->dissolve_at = p[12];
    r->dissolve = p[13], r->keeps = p[14], r->pairs = p[15], r->hollow_at = p[16];
    r->hollow = p[17], r->digests = p[18], r->codes = p[19], r->replaced = p[20];
    r->replaced_size = PyBytes_Size(PyTuple_GetItem(arrays, 20)) - 256;
    r->quotes = r->replaced + r->replaced_size; /* 256 bytes after the pairs */
    r->args = Py_NewRef(args);
    return capsule;
}

/* normalise(tree, rules, edits, marks, grown, shapes) -> (entries, shapes, shifts) */
PyObject *core_normalise(PyObject *self, PyObject *args) {
    PyObject *object, *capsule, *result = NULL;
    Py_buffer marks, grown, shapes;
    Edits e = {0};
    if (!PyArg_ParseTuple(args, "OOOw*w*y*", &object, &capsule, &e.python, &marks, &grown, &shapes))
        return NULL;
    e.rules = PyCapsule_GetPointer(capsule, CAPSULE);
    e.python_cuts = PyObject_GetAttrString(e.python, "cuts");
    e.python_left = PyObject_GetAttrString(e.python, "left");
    e.literals = PyObject_GetAttrString(e.python, "literals");
    e.kinds = PyObject_GetAttrString(e.python, "kinds");
    bool done = e.rules && e.python_cuts && e.python_left && e.literals && e.kinds;
    if (done && tree_open(object, &e.tree)) {
        e.marks = marks.buf, e.grown = grown.buf;
        e.leave = calloc((size_t)e.tree.rows, sizeof *e.leave);
        if (e.leave == NULL) PyErr_NoMemory();
        else if (marks.len != e.tree.rows || grown.len != 4 * e.tree.rows ||
                 shapes.len != SHAPE * e.tree.significant)
            PyErr_SetString(PyExc_ValueError, "buffers of another tree");
        else if (tree_fits(&e.tree, e.rules->kinds, e.rules->fields) && run(&e))
            result = edits_finish(&e, shapes.buf);
        tree_close(&e.tree);
    }
    void *all[] = {e.leave, e.cuts.data, e.entries.data, e.shapes.data, e.dropped.data};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    PyObject *owned[] = {e.python_cuts, e.python_left, e.literals, e.kinds};
    for (int i = 0; i < 4; i++) Py_XDECREF(owned[i]);
    PyBuffer_Release(&marks);
    PyBuffer_Release(&grown);
    PyBuffer_Release(&shapes);
    return result;
}
