/* Whole columns: shapes, units. Twin of tracer/fingerprint/columns.py and `Fingerprints.units`. */

#include "core.h"

/* shapes(tree, codes) -> 8 bytes a significant row: kind code, then subtree size (0: a leaf) */
PyObject *core_shapes(PyObject *self, PyObject *args) {
    PyObject *object;
    Py_buffer codes;
    Tree tree;
    if (!PyArg_ParseTuple(args, "Oy*", &object, &codes)) return NULL;
    PyObject *result = NULL;
    if (tree_open(object, &tree)) {
        result = PyBytes_FromStringAndSize(NULL, tree.significant * SHAPE);
        uint8_t *to = result ? (uint8_t *)PyBytes_AsString(result) : NULL;
        for (int32_t row = 0; result != NULL && row < tree.rows; row++) {
            if (tree.flags[row] & TRIVIA) continue;
            if ((Py_ssize_t)tree.kind[row] * 4 + 4 > codes.len) {
                PyErr_SetString(PyExc_ValueError, "a kind without a code");
                Py_CLEAR(result);
                break;
            }
            memcpy(to, (uint8_t *)codes.buf + (size_t)tree.kind[row] * 4, 4);
            if (tree.flags[row] & LEAF) put_size(to + 4, 0);
            else memcpy(to + 4, tree.tokens + (size_t)tree.rank[row] * ENTRY + 12, 4);
            to += SHAPE;
        }
        tree_close(&tree);
    }
    PyBuffer_Release(&codes);
    return result;
}

/* units(tree, marks of kinds) -> rows of the root, definitions, wrappers and statements */
PyObject *core_units(PyObject *self, PyObject *args) {
    PyObject *object;
    Py_buffer marks;
    Tree tree;
    if (!PyArg_ParseTuple(args, "Oy*", &object, &marks)) return NULL;
    const uint8_t *mark = marks.buf;
    PyObject *found = PyList_New(0);
    bool done = found != NULL && tree_open(object, &tree);
    for (int32_t row = 0; done && row < tree.rows; row++) {
        if (tree.kind[row] >= marks.len) {
            PyErr_SetString(PyExc_ValueError, "a kind without a mark");
            done = false;
            break;
        }
        uint8_t own = mark[tree.kind[row]];
        if (!(own & NAMED) || tree.flags[row] & TRIVIA) continue;
        if (row && !(own & UNIT) && !(mark[tree.kind[tree.parent[row]]] & BLOCK)) continue;
        PyObject *number = PyLong_FromLong(row);
        done = number != NULL && PyList_Append(found, number) == 0;
        Py_XDECREF(number);
    }
    if (!done) Py_CLEAR(found);
    if (tree.opened) tree_close(&tree);
    PyBuffer_Release(&marks);
    return found;
}

/* has_entry(tokens, entries, end to end) -> whether one of the tokens is one of the entries */
PyObject *core_has_entry(PyObject *self, PyObject *args) {
    const uint8_t *tokens, *entries;
    Py_ssize_t size, wanted;
    uint8_t first[8192] = {0}; /* a bit for each pair of first bytes that an entry has */
    if (!PyArg_ParseTuple(args, "y#y#", &tokens, &size, &entries, &wanted)) return NULL;
    for (const uint8_t *e = entries; e + ENTRY <= entries + wanted; e += ENTRY)
        first[(e[0] | e[1] << 8) >> 3] |= (uint8_t)(1 << (e[0] & 7));
    for (const uint8_t *t = tokens; t + ENTRY <= tokens + size; t += ENTRY) {
        if (!(first[(t[0] | t[1] << 8) >> 3] & 1 << (t[0] & 7))) continue;
        for (const uint8_t *e = entries; e + ENTRY <= entries + wanted; e += ENTRY)
            if (memcmp(e, t, ENTRY) == 0) Py_RETURN_TRUE;
    }
    Py_RETURN_FALSE;
}

/* places(tree, rows, shifts, grown) -> (row, position, size) of each row in its normal form, or in
 * the tree's tokens where both buffers are empty */
PyObject *core_places(PyObject *self, PyObject *args) {
    PyObject *object, *rows;
    Py_buffer shifts, grown;
    Tree tree;
    if (!PyArg_ParseTuple(args, "OO!y*y*", &object, &PyList_Type, &rows, &shifts, &grown))
        return NULL;
    Py_ssize_t count = PyList_Size(rows);
    PyObject *result = PyBytes_FromStringAndSize(NULL, count * 12);
    bool done = result != NULL && tree_open(object, &tree);
    int32_t *to = done ? (int32_t *)PyBytes_AsString(result) : NULL;
    for (Py_ssize_t i = 0; done && i < count; i++) {
        long row = PyLong_AsLong(PyList_GetItem(rows, i));
        int32_t at = row < 0 || row >= tree.rows ? -1 : tree.rank[row];
        if (at < 0 || (shifts.len && shifts.len < 4 * (at + 1)) ||
            (grown.len && grown.len < 4 * (row + 1))) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "no such row");
            done = false;
            break;
        }
        *to++ = (int32_t)row;
        *to++ = shifts.len ? at + ((int32_t *)shifts.buf)[at] : at;
        *to++ = size_of(&tree, (int32_t)row) + (grown.len ? ((int32_t *)grown.buf)[row] : 0);
    }
    if (to != NULL) tree_close(&tree);
    if (!done) Py_CLEAR(result);
    PyBuffer_Release(&shifts);
    PyBuffer_Release(&grown);
    return result;
}
