/* Hashing pre-order buffers. Twin of tracer/fingerprint/digests.py, which says why. */

#define XXH_INLINE_ALL
#include "xxhash.h"

#include "core.h"

void digest_of(const void *data, size_t size, uint8_t *out) {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(data, size));
    memcpy(out, canonical.digest, ENTRY);
}

bool spelling_open(Spelling *s, const uint8_t *data, int width, const uint8_t *shapes,
                   Py_ssize_t count) {
    memset(s, 0, sizeof *s);
    s->data = data, s->width = width, s->shapes = shapes, s->count = count;
    if (count <= FLAT || shapes == NULL) return true;
    s->known = calloc((size_t)count, sizeof *s->known);
    if (s->known == NULL) PyErr_NoMemory();
    return s->known != NULL;
}

void spelling_close(Spelling *s) {
    free(s->known);
    free(s->digests.data);
    free(s->positions.data);
    free(s->scratch.data);
}

static int32_t entries_at(const Spelling *s, int32_t position) {
    uint32_t size = get_size(s->shapes + (size_t)position * SHAPE + 4);
    return size ? (int32_t)size : 1;
}

/* A position whose subtree reaches beyond the buffer is a bug of the caller, told as such. */
static bool is_inside(const Spelling *s, int32_t position, int32_t size) {
    if (position >= 0 && size >= 0 && position <= s->count - size) return true;
    PyErr_SetString(PyExc_ValueError, "a subtree reaches beyond its buffer");
    return false;
}

/* Keep the digest of a large subtree all of whose large children are known. */
static bool merkle(Spelling *s, int32_t position) {
    Buffer *parts = &s->scratch;
    int32_t last = position + entries_at(s, position), children = 0;
    uint8_t head[5] = {3};
    parts->size = 0;
    if (!buffer_add(parts, head, 1) ||
        !buffer_add(parts, s->data + (size_t)position * s->width, (size_t)s->width) ||
        !buffer_add(parts, head, 4))
        return false;
    for (int32_t child = position + 1; child < last; children++) {
        int32_t size = entries_at(s, child);
        uint8_t digest[ENTRY];
        if (!is_inside(s, child, size) || !spelling_digest(s, child, size, digest)) return false;
        if (!buffer_add(parts, digest, ENTRY)) return false;
        child += size;
    }
    put_size(parts->data + 1 + s->width, (uint32_t)children);
    uint8_t digest[ENTRY];
    digest_of(parts->data, parts->size, digest);
    if (!buffer_add_int(&s->positions, position) || !buffer_add(&s->digests, digest, ENTRY))
        return false;
    s->known[position] = (int32_t)(s->positions.size / 4);
    return true;
}

/* Make the digests of a large subtree and of all large ones inside, bottom up. */
static bool make_large(Spelling *s, int32_t root) {
    Buffer waiting = {0}, order = {0};
    bool done = buffer_add_int(&waiting, root);
    while (done && waiting.size) {
        waiting.size -= 4;
        int32_t position = *(int32_t *)(waiting.data + waiting.size);
        if (s->known[position]) continue;
        int32_t last = position + entries_at(s, position), child = position + 1;
        done = is_inside(s, position, last - position) && buffer_add_int(&order, position);
        while (done && child < last) {
            int32_t size = entries_at(s, child);
            if (size > FLAT) done = buffer_add_int(&waiting, child);
            child += size;
        }
    }
    for (size_t i = order.size / 4; done && i > 0; i--)
        done = merkle(s, ((int32_t *)order.data)[i - 1]);
    free(waiting.data);
    free(order.data);
    return done;
}

bool spelling_digest(Spelling *s, int32_t position, int32_t size, uint8_t *out) {
    if (size < 0) size = 0; /* as an empty slice */
    if (!is_inside(s, position, size)) return false;
    const uint8_t *data = s->data + (size_t)position * s->width;
    if (size == 1 && s->width == ENTRY) {
        memcpy(out, data, ENTRY);
    } else if (size <= FLAT || s->known == NULL) {
        digest_of(data, (size_t)size * s->width, out);
    } else {
        if (!s->known[position] && !make_large(s, position)) return false;
        memcpy(out, s->digests.data + (size_t)(s->known[position] - 1) * ENTRY, ENTRY);
    }
    return true;
}

/* Drop the digests of large subtrees that hold a position in [first, last]. */
void spelling_forget(Spelling *s, int32_t first, int32_t last) {
    int32_t *positions = (int32_t *)s->positions.data;
    size_t kept = 0, count = s->positions.size / 4;
    for (size_t i = 0; i < count; i++) {
        int32_t position = positions[i];
        if (position <= last && position + entries_at(s, position) > first) {
            s->known[position] = 0;
            continue;
        }
        positions[kept] = position;
        memmove(s->digests.data + kept * ENTRY, s->digests.data + i * ENTRY, ENTRY);
        s->known[position] = (int32_t)++kept;
    }
    s->positions.size = kept * 4, s->digests.size = kept * ENTRY;
}

PyObject *empty_column(Py_ssize_t rows) {
    PyObject *column = PyList_New(rows), *empty = PyBytes_FromStringAndSize("", 0);
    if (column == NULL || empty == NULL) {
        Py_XDECREF(column);
        Py_XDECREF(empty);
        return NULL;
    }
    for (Py_ssize_t i = 0; i < rows; i++) PyList_SetItem(column, i, Py_NewRef(empty));
    Py_DECREF(empty);
    return column;
}

bool put_digest(PyObject *column, Py_ssize_t row, const uint8_t *digest) {
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)digest, ENTRY);
    return bytes != NULL && PyList_SetItem(column, row, bytes) == 0;
}

/* tokens(tree, shapes) -> TOKENS of every row; b"" for a comment. */
PyObject *core_tokens(PyObject *self, PyObject *args) {
    PyObject *object;
    Py_buffer shapes;
    Tree tree;
    Spelling s;
    if (!PyArg_ParseTuple(args, "Oy*", &object, &shapes)) return NULL;
    if (!tree_open(object, &tree)) {
        PyBuffer_Release(&shapes);
        return NULL;
    }
    bool is_large = tree.significant > FLAT && shapes.len == tree.significant * SHAPE;
    PyObject *column = empty_column(tree.rows);
    bool done = spelling_open(&s, tree.tokens, ENTRY, is_large ? shapes.buf : NULL,
                              tree.significant) &&
                column != NULL;
    for (int32_t row = 0; done && row < tree.rows; row++) {
        uint8_t digest[ENTRY];
        if (tree.flags[row] & TRIVIA) continue;
        done = spelling_digest(&s, tree.rank[row], size_of(&tree, row), digest) &&
               put_digest(column, row, digest);
    }
    if (!done) Py_CLEAR(column);
    spelling_close(&s);
    tree_close(&tree);
    PyBuffer_Release(&shapes);
    return column;
}

/* digests(rows of the column, [(row, position, size)], data, width, shapes) -> a column */
PyObject *core_digests(PyObject *self, PyObject *args) {
    Py_ssize_t rows;
    Py_buffer places, data, shapes;
    int width;
    if (!PyArg_ParseTuple(args, "ny*y*iy*", &rows, &places, &data, &width, &shapes)) return NULL;
    Spelling s;
    PyObject *column = NULL;
    if ((width != ENTRY && width != SHAPE) || shapes.len / SHAPE != data.len / width) {
        PyErr_SetString(PyExc_ValueError, "the buffers differ in length");
    } else if (spelling_open(&s, data.buf, width, shapes.buf, data.len / width)) {
        column = empty_column(rows);
        const int32_t *at = places.buf, *end = at + places.len / 12 * 3;
        bool done = column != NULL;
        for (; done && at < end; at += 3) {
            uint8_t digest[ENTRY];
            if (at[2] == 0) continue;
            if (at[0] < 0 || at[0] >= rows) {
                PyErr_SetString(PyExc_IndexError, "no such row");
                done = false;
                break;
            }
            done = spelling_digest(&s, at[1], at[2], digest) && put_digest(column, at[0], digest);
        }
        if (!done) Py_CLEAR(column);
        spelling_close(&s);
    }
    PyBuffer_Release(&places);
    PyBuffer_Release(&data);
    PyBuffer_Release(&shapes);
    return column;
}
