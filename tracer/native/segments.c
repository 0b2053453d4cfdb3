/* The leaves of a tree, cut where a line ends. Twin of tracer/lineage/segments.py. */

#include "core.h"

/* Whether bytes.strip() leaves something of a piece. */
static bool has_code(const uint8_t *text, int32_t begin, int32_t end) {
    return begin < end && !is_space(text + begin, end - begin);
}

static bool add_piece(Buffer *columns, int32_t row, int32_t line, int32_t begin, int32_t end) {
    return buffer_add_int(&columns[0], row) && buffer_add_int(&columns[1], line) &&
           buffer_add_int(&columns[2], begin) && buffer_add_int(&columns[3], end);
}

/* The offset of the first byte of the line after the one that `at` is on; -1 for none. */
static int32_t next_line(const Tree *tree, int32_t at) {
    const uint8_t *found = memchr(tree->text + at, '\n', (size_t)(tree->length - at));
    return found ? (int32_t)(found - tree->text) + 1 : -1;
}

static bool fill(const Tree *tree, int32_t low, int32_t high, Buffer *columns) {
    int32_t line = 1, next = next_line(tree, 0); /* the line being filled, only ever later ones */
    for (int32_t row = low; row < high; row++) {
        int32_t begin = tree->start[row], stop = tree->end[row];
        if (!buffer_add_int(&columns[4], (int32_t)(columns[0].size / 4))) return false;
        if (!(tree->flags[row] & LEAF) || begin >= stop) continue;
        if (begin < 0 || stop > tree->length) {
            PyErr_SetString(PyExc_ValueError, "a row lies outside of the text");
            return false;
        }
        while (next >= 0 && next <= begin) line++, next = next_line(tree, next);
        int32_t here = line, edge = next;
        for (; edge >= 0 && edge < stop; here++, begin = edge, edge = next_line(tree, edge))
            if (has_code(tree->text, begin, edge) && !add_piece(columns, row, here, begin, edge))
                return false;
        if (has_code(tree->text, begin, stop) && !add_piece(columns, row, here, begin, stop))
            return false;
    }
    return buffer_add_int(&columns[4], (int32_t)(columns[0].size / 4));
}

/* segments(tree, first row, stop row) -> row, line, start, end, first: int32 columns */
PyObject *core_segments(PyObject *self, PyObject *args) {
    PyObject *object, *found = NULL;
    Py_ssize_t low, high;
    Tree tree;
    if (!PyArg_ParseTuple(args, "Onn", &object, &low, &high)) return NULL;
    if (!tree_open(object, &tree)) return NULL;
    Buffer columns[5] = {{0}};
    if (low < 0 || high > tree.rows)
        PyErr_SetString(PyExc_IndexError, "no such rows");
    else if (fill(&tree, (int32_t)low, (int32_t)high, columns))
        found = PyTuple_New(5);
    for (int i = 0; found && i < 5; i++) {
        const char *data = columns[i].data ? (const char *)columns[i].data : "";
        PyObject *column = PyBytes_FromStringAndSize(data, (Py_ssize_t)columns[i].size);
        if (column == NULL || PyTuple_SetItem(found, i, column)) Py_CLEAR(found);
    }
    for (int i = 0; i < 5; i++) free(columns[i].data);
    tree_close(&tree);
    return found;
}
