/* EXACT of spans that are not large. Twin of tracer/fingerprint/layout.py. */

#include "core.h"

enum { LARGE = 65536 };

/* The indentation of the line of an offset, up to it; `begin` is where the line starts. */
static Py_ssize_t indentation(const uint8_t *text, Py_ssize_t begin, Py_ssize_t offset) {
    if (is_space(text + begin, offset - begin)) return offset - begin;
    Py_ssize_t at = begin;
    while (at < offset && (text[at] == ' ' || text[at] == '\t')) at++;
    return at - begin;
}

/* Add text[start:end], the indentation taken from the start of every line after the first. */
static bool add_dedented(Buffer *out, const uint8_t *text, Py_ssize_t start, Py_ssize_t end,
                         const uint8_t *indent, Py_ssize_t width) {
    while (start < end) {
        const uint8_t *line_end = memchr(text + start, '\n', (size_t)(end - start));
        Py_ssize_t next = line_end ? line_end - text + 1 : end;
        if (!buffer_add(out, text + start, (size_t)(next - start))) return false;
        start = next;
        if (line_end && end - start >= width && memcmp(text + start, indent, (size_t)width) == 0)
            start += width;
    }
    return true;
}

/* layout(tree, rows ascending, their digests at TOKENS) -> digests; None for a large span */
PyObject *core_layout(PyObject *self, PyObject *args) {
    PyObject *object, *rows, *tokens;
    Tree tree;
    if (!PyArg_ParseTuple(args, "OO!O!", &object, &PyList_Type, &rows, &PyList_Type, &tokens))
        return NULL;
    Py_ssize_t count = PyList_Size(rows), at = 0, line = 0; /* `line` starts the line of `at` */
    if (PyList_Size(tokens) < count) return PyErr_Format(PyExc_ValueError, "too few digests");
    if (!tree_open(object, &tree)) return NULL;
    PyObject *found = PyList_New(count);
    Buffer span = {0};
    bool done = found != NULL;
    for (Py_ssize_t i = 0; done && i < count; i++) {
        char *implied;
        Py_ssize_t size;
        long row = PyLong_AsLong(PyList_GetItem(rows, i));
        if (row < 0 || row >= tree.rows ||
            PyBytes_AsStringAndSize(PyList_GetItem(tokens, i), &implied, &size)) {
            if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "no such row");
            done = false;
            break;
        }
        Py_ssize_t start = tree.start[row], end = tree.end[row];
        if (start < at) at = line = 0;
        for (const uint8_t *n; (n = memchr(tree.text + at, '\n', (size_t)(start - at))); line = at)
            at = n - tree.text + 1;
        at = start;
        uint8_t tag = 7, digest[ENTRY];
        span.size = 0;
        done = buffer_add(&span, &tag, 1) && buffer_add(&span, implied, (size_t)size);
        bool has_lines = memchr(tree.text + start, '\n', (size_t)(end - start)) != NULL;
        if (has_lines && end - start > LARGE) {
            PyList_SetItem(found, i, Py_NewRef(Py_None));
            continue;
        }
        Py_ssize_t width = has_lines ? indentation(tree.text, line, start) : 0;
        done = done && (width ? add_dedented(&span, tree.text, start, end, tree.text + line, width)
                              : buffer_add(&span, tree.text + start, (size_t)(end - start)));
        if (done) {
            digest_of(span.data, span.size, digest);
            done = put_digest(found, i, digest);
        }
    }
    if (!done) Py_CLEAR(found);
    free(span.data);
    tree_close(&tree);
    return found;
}
