/* Edits on the way to the normal form, spliced in one go. Twin of tracer/fingerprint/edits.py. */

#include "normal.h"

/* The subtree below `row` is not looked at any more. */
static void leave(Edits *e, int32_t row, int32_t stop) {
    int32_t *at = row <= e->current ? &e->pending : &e->leave[row];
    if (stop > *at) *at = stop;
}

static void grow(Edits *e, int32_t row, int32_t by) {
    e->grown[row] += by;
    e->marks[row] |= GROWN;
}

bool edits_cut(Edits *e, int32_t first, int32_t last, const void *entries, const void *shapes,
               Py_ssize_t count) {
    Cut cut = {first, last, (int32_t)(e->entries.size / ENTRY), (int32_t)count,
               (int32_t)(e->cuts.size / sizeof(Cut))};
    return buffer_add(&e->entries, entries, (size_t)count * ENTRY) &&
           buffer_add(&e->shapes, shapes, (size_t)count * SHAPE) &&
           buffer_add(&e->cuts, &cut, sizeof cut);
}

bool edits_drop(Edits *e, int32_t row) {
    int32_t first = e->tree.rank[row], last = e->tree.rank[e->tree.stop[row]];
    if (last <= first || e->marks[row] & WRITTEN) return true;
    e->marks[row] |= WRITTEN;
    grow(e, row, first - last);
    if (last - first > 1) {
        leave(e, row, e->tree.stop[row]);
        if (!buffer_add_int(&e->dropped, row)) return false;
    }
    return edits_cut(e, first, last, NULL, NULL, 0);
}

bool edits_unwrap(Edits *e, int32_t row) {
    int32_t at = e->tree.rank[row];
    e->marks[row] |= WRITTEN;
    grow(e, row, -1);
    return edits_cut(e, at, at + 1, NULL, NULL, 0);
}

/* Write known (entries, shapes) for a leaf, or in place of a whole subtree. */
bool edits_replace(Edits *e, int32_t row, PyObject *known, bool is_whole) {
    char *entries, *shapes;
    Py_ssize_t size, shapes_size;
    if (PyBytes_AsStringAndSize(PyTuple_GetItem(known, 0), &entries, &size) ||
        PyBytes_AsStringAndSize(PyTuple_GetItem(known, 1), &shapes, &shapes_size))
        return false;
    Py_ssize_t count = size / ENTRY;
    int32_t first = e->tree.rank[row];
    int32_t last = is_whole ? e->tree.rank[e->tree.stop[row]] : first + 1;
    if (shapes_size / SHAPE != count) {
        PyErr_SetString(PyExc_ValueError, "entries and shapes differ in number");
        return false;
    }
    if (!edits_cut(e, first, last, entries, shapes, count)) return false;
    e->marks[row] |= WRITTEN;
    if (!is_whole) return true;
    leave(e, row, e->tree.stop[row]);
    if (count != last - first) grow(e, row, (int32_t)count - (last - first));
    PyObject *number = PyLong_FromLong(row);
    bool done = number != NULL && PySet_Add(e->literals, number) == 0;
    Py_XDECREF(number);
    return done;
}

/* Take over what a handler in Python has cut and left since the last time. */
bool edits_take_over(Edits *e) {
    for (Py_ssize_t n = PyList_Size(e->python_cuts); e->cuts_seen < n; e->cuts_seen++) {
        int first, last;
        const char *entries, *shapes;
        Py_ssize_t size, shapes_size;
        if (!PyArg_ParseTuple(PyList_GetItem(e->python_cuts, e->cuts_seen), "iiy#y#", &first, &last,
                              &entries, &size, &shapes, &shapes_size))
            return false;
        if (first < 0 || last > e->tree.significant || size / ENTRY != shapes_size / SHAPE) {
            PyErr_SetString(PyExc_ValueError, "a cut beyond the tree");
            return false;
        }
        if (!edits_cut(e, first, last, entries, shapes, size / ENTRY)) return false;
    }
    for (Py_ssize_t n = PyList_Size(e->python_left); e->left_seen < n; e->left_seen++) {
        int row, stop;
        if (!PyArg_ParseTuple(PyList_GetItem(e->python_left, e->left_seen), "ii", &row, &stop))
            return false;
        leave(e, row, stop);
    }
    return true;
}

/* Add every change of size to all ancestors. */
static void carry_up(Edits *e) {
    for (int32_t row = (int32_t)e->tree.rows - 1; row > 0; row--)
        if (e->grown[row]) grow(e, e->tree.parent[row], e->grown[row]);
}

static bool mark_renamed(Edits *e) {
    PyObject *row, *kind;
    Py_ssize_t at = 0;
    while (PyDict_Next(e->kinds, &at, &row, &kind)) {
        long number = PyLong_AsLong(row);
        if (number < 0 || number >= e->tree.rows) return PyErr_BadInternalCall(), false;
        e->marks[number] |= RENAMED;
    }
    return true;
}

/* The kind that a row is written with; -1 on failure. */
static int32_t written_kind(const Edits *e, int32_t row) {
    if (!(e->marks[row] & RENAMED)) return e->tree.kind[row];
    PyObject *key = PyLong_FromLong(row);
    PyObject *kind = key ? PyDict_GetItemWithError(e->kinds, key) : NULL;
    long found = kind ? PyLong_AsLong(kind) : -1;
    Py_XDECREF(key);
    if (found == 0) found = e->tree.kind[row];
    return found < e->rules->kinds ? (int32_t)found : -1;
}

/* Entries of the inner nodes whose size or kind changed. */
static bool write_inner(Edits *e) {
    const Tree *t = &e->tree;
    if (!mark_renamed(e)) return false;
    for (int32_t row = 0; row < t->rows; row++) {
        if (!(e->marks[row] & (GROWN | RENAMED)) || e->marks[row] & WRITTEN) continue;
        int32_t kind = written_kind(e, row), at = t->rank[row];
        if (kind < 0) return PyErr_Occurred() ? false : (PyErr_BadInternalCall(), false);
        uint8_t entry[ENTRY], shape[SHAPE];
        uint32_t size = (uint32_t)(size_of(t, row) + e->grown[row]);
        memcpy(entry, e->rules->digests + (size_t)kind * 12, 12);
        memcpy(shape, e->rules->codes + (size_t)kind * 4, 4);
        put_size(entry + 12, size), put_size(shape + 4, size);
        if (!edits_cut(e, at, at + 1, entry, shape, 1)) return false;
    }
    PyObject *done = PyObject_CallMethod(e->python, "write_regrouped", NULL);
    Py_XDECREF(done);
    return done != NULL && edits_take_over(e);
}

/* Give what is inside of a dropped node no place of its own. */
static bool empty_dropped(Edits *e) {
    PyObject *list = PyObject_GetAttrString(e->python, "dropped");
    bool done = list != NULL;
    for (Py_ssize_t i = 0; done && i < PyList_Size(list); i++) {
        long row = PyLong_AsLong(PyList_GetItem(list, i));
        done = row >= 0 && row < e->tree.rows && buffer_add_int(&e->dropped, (int32_t)row);
    }
    Py_XDECREF(list);
    for (size_t i = 0; done && i < e->dropped.size / 4; i++) {
        int32_t root = ((int32_t *)e->dropped.data)[i];
        for (int32_t row = root + 1; row < e->tree.stop[root]; row++)
            e->grown[row] = -size_of(&e->tree, row);
    }
    return done;
}

static int compare_cuts(const void *a, const void *b) {
    const Cut *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/* Add entries of the tree, quotes that say the same written as one. */
static bool add_tokens(const Edits *e, Buffer *out, int32_t first, int32_t last) {
    const NormalRules *r = e->rules;
    size_t begin = out->size;
    if (!buffer_add(out, e->tree.tokens + (size_t)first * ENTRY, (size_t)(last - first) * ENTRY))
        return false;
    const uint8_t *pair = r->replaced, *end = pair + r->replaced_size;
    for (; pair < end; pair += 2 * ENTRY)
        for (uint8_t *t = out->data + begin; t < out->data + out->size; t += ENTRY)
            if (t[0] == pair[0] && memcmp(t, pair, ENTRY) == 0) memcpy(t, pair + ENTRY, ENTRY);
    return true;
}

/* Add a piece of the tree, and where its entries have gone. */
static bool add_piece(const Edits *e, const uint8_t *shapes, Buffer *out, int32_t first,
                      int32_t last) {
    return first >= last ||
           (add_tokens(e, &out[0], first, last) &&
            buffer_add(&out[1], shapes + (size_t)first * SHAPE, (size_t)(last - first) * SHAPE));
}

static bool add_shifts(Buffer *shifts, int32_t shift, int32_t count) {
    if (count <= 0) return true;
    if (!buffer_reserve(shifts, (size_t)count * 4)) return false;
    int32_t *to = (int32_t *)(shifts->data + shifts->size);
    for (int32_t i = 0; i < count; i++) to[i] = shift;
    shifts->size += (size_t)count * 4;
    return true;
}

/* The new entries and shapes, and by how much the place of each entry shifts. */
static bool splice(Edits *e, const uint8_t *shapes, Buffer *out) {
    Cut *cut = (Cut *)e->cuts.data;
    size_t count = e->cuts.size / sizeof(Cut);
    int32_t at = 0, shift = 0, total = (int32_t)e->tree.significant;
    if (count) qsort(cut, count, sizeof *cut, compare_cuts);
    for (Cut *end = cut + count; cut < end; cut++) {
        if (!add_piece(e, shapes, out, at, cut->first) ||
            !buffer_add(&out[0], e->entries.data + (size_t)cut->at * ENTRY,
                        (size_t)cut->count * ENTRY) ||
            !buffer_add(&out[1], e->shapes.data + (size_t)cut->at * SHAPE,
                        (size_t)cut->count * SHAPE) ||
            !add_shifts(&out[2], shift, cut->last - at))
            return false;
        shift += cut->count - (cut->last - cut->first);
        at = cut->last;
    }
    return add_piece(e, shapes, out, at, total) && add_shifts(&out[2], shift, total - at + 1);
}

/* -> (entries, shapes, shifts); the last is empty where nothing moved */
PyObject *edits_finish(Edits *e, const uint8_t *shapes) {
    Buffer out[3] = {{0}};
    bool done, is_edited = e->cuts.size || PyDict_Size(e->kinds) > 0;
    if (is_edited) {
        carry_up(e);
        done = write_inner(e) && empty_dropped(e) && splice(e, shapes, out);
    } else {
        done = add_piece(e, shapes, out, 0, (int32_t)e->tree.significant);
    }
    PyObject *result = NULL;
    if (done)
        result = Py_BuildValue("(y#y#y#)", out[0].data ? (char *)out[0].data : "",
                               (Py_ssize_t)out[0].size, out[1].data ? (char *)out[1].data : "",
                               (Py_ssize_t)out[1].size, out[2].data ? (char *)out[2].data : "",
                               (Py_ssize_t)out[2].size);
    for (int i = 0; i < 3; i++) free(out[i].data);
    return result;
}
