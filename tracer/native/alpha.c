/* Bound names written as distances. Twin of tracer/fingerprint/alpha.py, which says why. */

#include "core.h"

/* One occurrence of a variable, and what is written for it. */
typedef struct {
    int32_t place, order, row;
} Occurrence;

typedef struct {
    int32_t scope, order;
    const int32_t *rows;
    int32_t count;
} Variable;

typedef struct {
    Tree tree;
    Py_buffer entries, shapes, shifts, places, held, variables, spelled, prefixes;
    bool is_reordered;
    uint8_t *buffer, *is_spelled;
    Variable *found;
    Occurrence *occurrences;
    size_t count;
    Buffer scratch;
} Alpha;

static int compare_scopes(const void *a, const void *b) {
    const Variable *x = a, *y = b;
    if (x->scope != y->scope) return x->scope < y->scope ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

static int compare_places(const void *a, const void *b) {
    const Occurrence *x = a, *y = b;
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

static bool out_of_bounds(void) {
    PyErr_SetString(PyExc_ValueError, "variables of another tree");
    return false;
}

/* The variables, by scope; within a scope in the order they were declared. */
static bool read_variables(Alpha *a) {
    const int32_t *at = a->variables.buf, *end = at + a->variables.len / 4;
    size_t most = 0, longest = 0;
    for (const int32_t *v = at; v < end; v += 2 + v[1], most++) {
        if (end - v < 2 || v[1] < 1 || v[1] > end - v - 2 || v[0] < 0 || v[0] >= a->tree.rows)
            return out_of_bounds();
        if ((size_t)v[1] > longest) longest = (size_t)v[1];
        for (int32_t i = 0; i < v[1]; i++)
            if (v[2 + i] < 0 || v[2 + i] >= a->tree.rows) return out_of_bounds();
    }
    a->found = calloc(most + 1, sizeof *a->found);
    a->occurrences = calloc(longest + 1, sizeof *a->occurrences);
    a->is_spelled = calloc((size_t)a->tree.rows, 1);
    if (!a->found || !a->occurrences || !a->is_spelled) return PyErr_NoMemory(), false;
    for (const int32_t *v = at; v < end; v += 2 + v[1], a->count++)
        a->found[a->count] = (Variable){v[0], (int32_t)a->count, v + 2, v[1]};
    qsort(a->found, a->count, sizeof *a->found, compare_scopes);
    const int32_t *row = a->spelled.buf, *last = row + a->spelled.len / 4;
    for (; row < last; row++) {
        if (*row < 0 || *row >= a->tree.rows) return out_of_bounds();
        a->is_spelled[*row] = 1;
    }
    return true;
}

/* The entry of a bound name; with its text where that says something too. */
static bool write_entry(Alpha *a, uint8_t *to, int32_t row, int32_t distance) {
    memcpy(to, (uint8_t *)a->prefixes.buf + (size_t)a->tree.kind[row] * 12, 12);
    put_size(to + 12, (uint32_t)distance);
    if (!a->is_spelled[row]) return true;
    uint8_t tag = 6;
    size_t size = (size_t)(a->tree.end[row] - a->tree.start[row]);
    a->scratch.size = 0;
    if (!buffer_add(&a->scratch, &tag, 1) || !buffer_add(&a->scratch, to, ENTRY) ||
        !buffer_add(&a->scratch, a->tree.text + a->tree.start[row], size))
        return false;
    digest_of(a->scratch.data, a->scratch.size, to);
    return true;
}

/* Write one variable; `first` and `last` take in the places that are written. */
static bool write_variable(Alpha *a, const Variable *v, int32_t *first, int32_t *last) {
    const int32_t *shifts = a->shifts.len ? a->shifts.buf : NULL;
    Occurrence *all = a->occurrences;
    bool is_sorted = true;
    for (int32_t i = 0; i < v->count; i++) {
        int32_t row = v->rows[i], at = a->tree.rank[row];
        all[i] = (Occurrence){shifts ? at + shifts[at] : at, a->is_reordered ? i : row, row};
        is_sorted = is_sorted && (i == 0 || compare_places(&all[i - 1], &all[i]) < 0);
    }
    if (!is_sorted) qsort(all, (size_t)v->count, sizeof *all, compare_places);
    int32_t before = all[0].place;
    if (before < *first) *first = before;
    for (int32_t i = 0; i < v->count; i++) {
        int32_t place = all[i].place;
        if (place < 0 || (Py_ssize_t)(place + 1) * ENTRY > a->entries.len) return out_of_bounds();
        if (!write_entry(a, a->buffer + (size_t)place * ENTRY, all[i].row, place - before))
            return false;
        before = place;
    }
    if (before > *last) *last = before;
    return true;
}

/* Put the digests of places, given in ascending order, into the column; last ones first. */
static bool write_all(Alpha *a, Spelling *s, PyObject *column) {
    const int32_t *places = a->places.buf;
    size_t left = a->count;
    for (Py_ssize_t i = a->places.len / 12; i > 0; i--) {
        if (places[3 * (i - 1)] < 0 || places[3 * (i - 1)] >= a->tree.rows) return out_of_bounds();
        const int32_t *at = places + 3 * (i - 1);
        if (!((uint8_t *)a->held.buf)[at[0]]) continue; /* equal to its NORMAL */
        while (left && a->found[left - 1].scope >= at[0]) {
            size_t begin = left - 1;
            int32_t scope = a->found[begin].scope, first = INT32_MAX, last = 0;
            while (begin && a->found[begin - 1].scope == scope) begin--;
            for (size_t v = begin; v < left; v++)
                if (!write_variable(a, &a->found[v], &first, &last)) return false;
            spelling_forget(s, first, last);
            left = begin;
        }
        uint8_t digest[ENTRY];
        if (!spelling_digest(s, at[1], at[2], digest) || !put_digest(column, at[0], digest))
            return false;
    }
    return true;
}

/* alpha(tree, entries, shapes, shifts, is_reordered, places, held, variables, spelled, prefixes,
 *       column): puts the digests of the places (row, position, size) that are held, a byte a row,
 * into the column. */
PyObject *core_alpha(PyObject *self, PyObject *args) {
    PyObject *object, *column;
    Alpha a = {0};
    int is_reordered;
    if (!PyArg_ParseTuple(args, "Oy*y*y*py*y*y*y*y*O!", &object, &a.entries, &a.shapes, &a.shifts,
                          &is_reordered, &a.places, &a.held, &a.variables, &a.spelled, &a.prefixes,
                          &PyList_Type, &column))
        return NULL;
    a.is_reordered = is_reordered;
    bool done = tree_open(object, &a.tree);
    if (done) {
        Py_ssize_t ranks = a.tree.significant + 1, kinds = a.prefixes.len / 12;
        done = (a.shifts.len == 0 || a.shifts.len >= 4 * ranks) &&
               a.held.len == a.tree.rows && a.shapes.len / SHAPE == a.entries.len / ENTRY ? tree_fits(&a.tree, kinds, 1 << 16)
                                                             : out_of_bounds();
        a.buffer = malloc((size_t)a.entries.len + 1);
        if (a.buffer == NULL) done = (PyErr_NoMemory(), false);
        else memcpy(a.buffer, a.entries.buf, (size_t)a.entries.len);
        Spelling s;
        done = done && read_variables(&a);
        if (done) {
            done = spelling_open(&s, a.buffer, ENTRY, a.shapes.buf, a.entries.len / ENTRY) &&
                   write_all(&a, &s, column);
            spelling_close(&s);
        }
        tree_close(&a.tree);
    }
    void *all[] = {a.buffer, a.is_spelled, a.found, a.occurrences, a.scratch.data};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    Py_buffer *views[] = {&a.entries, &a.shapes,    &a.shifts,  &a.places,
                          &a.held,    &a.variables, &a.spelled, &a.prefixes};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) PyBuffer_Release(views[i]);
    if (!done) return NULL;
    Py_RETURN_NONE;
}

/* holders(tree, variables) -> a byte a row: whether its subtree holds a scope with variables */
PyObject *core_holders(PyObject *self, PyObject *args) {
    PyObject *object;
    Py_buffer variables;
    Tree tree;
    if (!PyArg_ParseTuple(args, "Oy*", &object, &variables)) return NULL;
    PyObject *result = NULL;
    if (tree_open(object, &tree)) {
        uint8_t *held = calloc((size_t)tree.rows, 1);
        const int32_t *v = variables.buf, *end = v + variables.len / 4;
        bool done = held != NULL;
        for (; done && v < end; v += 2 + v[1]) {
            done = end - v >= 2 && v[1] >= 0 && v[1] <= end - v - 2 && v[0] < tree.rows;
            for (int32_t row = done ? v[0] : -1; row >= 0 && !held[row]; row = tree.parent[row])
                held[row] = 1;
        }
        if (done) result = PyBytes_FromStringAndSize((char *)held, tree.rows);
        else out_of_bounds();
        free(held);
        tree_close(&tree);
    }
    PyBuffer_Release(&variables);
    return result;
}
