/* Columns of a SyntaxTree as C arrays, and bytes that grow. */

#include "core.h"

static const struct {
    const char *name;
    int size; /* of an item */
} COLUMNS[] = {{"kind", 2}, {"field", 2}, {"parent", 4}, {"stop", 4},  {"start", 4},
               {"end", 4},  {"flags", 1}, {"rank", 4},   {"text", 1}, {"tokens", 1}};

void tree_close(Tree *tree) {
    while (tree->opened > 0) PyBuffer_Release(&tree->views[--tree->opened]);
}

/* Borrow all columns; false, with an exception set, for what is no tree. */
bool tree_open(PyObject *object, Tree *tree) {
    tree->opened = 0;
    for (int i = 0; i < 10; i++) {
        PyObject *column = PyObject_GetAttrString(object, COLUMNS[i].name);
        int failed = column == NULL || PyObject_GetBuffer(column, &tree->views[i], PyBUF_SIMPLE);
        Py_XDECREF(column);
        if (failed) {
            tree_close(tree);
            return false;
        }
        tree->opened++;
    }
    Py_buffer *v = tree->views;
    tree->kind = v[0].buf, tree->field = v[1].buf, tree->parent = v[2].buf, tree->stop = v[3].buf;
    tree->start = v[4].buf, tree->end = v[5].buf, tree->flags = v[6].buf, tree->rank = v[7].buf;
    tree->text = v[8].buf, tree->tokens = v[9].buf;
    tree->rows = v[6].len, tree->length = v[8].len, tree->significant = v[9].len / ENTRY;
    bool fits = tree->rows > 0;
    for (int i = 0; i < 7; i++) fits = fits && v[i].len == tree->rows * COLUMNS[i].size;
    fits = fits && v[7].len == 4 * (tree->rows + 1);
    if (!fits || tree->rank[tree->rows] != tree->significant) {
        tree_close(tree);
        PyErr_SetString(PyExc_ValueError, "the columns of the tree differ in length");
        return false;
    }
    return true;
}

/* Whether all kinds and fields are known to tables of that size; else false, with an exception. */
bool tree_fits(const Tree *tree, Py_ssize_t kinds, Py_ssize_t fields) {
    for (Py_ssize_t row = 0; row < tree->rows; row++) {
        if (tree->kind[row] < kinds && tree->field[row] < fields) continue;
        PyErr_SetString(PyExc_ValueError, "the tables are of another version of the grammar");
        return false;
    }
    return true;
}

bool buffer_reserve(Buffer *buffer, size_t more) {
    if (buffer->size + more <= buffer->room) return true;
    size_t room = buffer->room < 256 ? 256 : buffer->room;
    while (room < buffer->size + more) room *= 2;
    void *data = realloc(buffer->data, room);
    if (data == NULL) {
        PyErr_NoMemory();
        return false;
    }
    buffer->data = data, buffer->room = room;
    return true;
}

bool buffer_add(Buffer *buffer, const void *data, size_t size) {
    if (!buffer_reserve(buffer, size)) return false;
    if (size) memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    return true;
}

bool buffer_add_int(Buffer *buffer, int32_t value) { return buffer_add(buffer, &value, 4); }

bool is_space(const uint8_t *text, Py_ssize_t size) {
    for (Py_ssize_t i = 0; i < size; i++)
        if (text[i] != ' ' && (text[i] < 9 || text[i] > 13)) return false;
    return size > 0;
}
