/* What the parts of the core share. Each part is the twin of a Python module, named at its top;
 * the Python is the reference, and tests hold both to the same bytes. */

#ifndef TRACER_CORE_H
#define TRACER_CORE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LAYOUT = 1 }; /* of what Python passes; as in tracer/native/__init__.py */
enum { LEAF = 1, TRIVIA = 2, BROKEN = 4 };                             /* flags of rows */
enum { UNIT = 8, BLOCK = 16, NAMED = 32 };                             /* marks of kinds */
enum { ENTRY = 16, SHAPE = 8, FLAT = 2048 };

/* A file's columns, as tracer/syntax/tree.py describes them; borrowed from its SyntaxTree. */
typedef struct {
    Py_buffer views[10];
    int opened;
    Py_ssize_t rows, significant, length;
    const uint16_t *kind, *field;
    const int32_t *parent, *stop, *start, *end, *rank;
    const uint8_t *flags, *text, *tokens;
} Tree;

bool tree_open(PyObject *object, Tree *tree);
void tree_close(Tree *tree);
bool tree_fits(const Tree *tree, Py_ssize_t kinds, Py_ssize_t fields);

static inline int32_t size_of(const Tree *tree, int32_t row) {
    return tree->rank[tree->stop[row]] - tree->rank[row];
}

/* Bytes that grow. */
typedef struct {
    uint8_t *data;
    size_t size, room;
} Buffer;

bool buffer_reserve(Buffer *buffer, size_t more);
bool buffer_add(Buffer *buffer, const void *data, size_t size);
bool buffer_add_int(Buffer *buffer, int32_t value);

void digest_of(const void *data, size_t size, uint8_t *out); /* 16 bytes */
bool is_space(const uint8_t *text, Py_ssize_t size);         /* as bytes.isspace() */

static inline void put_size(uint8_t *at, uint32_t size) {
    at[0] = (uint8_t)size, at[1] = (uint8_t)(size >> 8);
    at[2] = (uint8_t)(size >> 16), at[3] = (uint8_t)(size >> 24);
}

static inline uint32_t get_size(const uint8_t *at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* One tree at one rung; see tracer/fingerprint/digests.py. */
typedef struct {
    const uint8_t *data, *shapes;
    int width;
    Py_ssize_t count;
    int32_t *known;   /* by position: 1 + place in `digests`, 0 for none; NULL: nothing is large */
    Buffer digests;   /* of large subtrees */
    Buffer positions; /* theirs */
    Buffer scratch;
} Spelling;

bool spelling_open(Spelling *s, const uint8_t *data, int width, const uint8_t *shapes,
                   Py_ssize_t count);
bool spelling_digest(Spelling *s, int32_t position, int32_t size, uint8_t *out);
void spelling_forget(Spelling *s, int32_t first, int32_t last);
void spelling_close(Spelling *s);

PyObject *empty_column(Py_ssize_t rows); /* a list of b"" */
bool put_digest(PyObject *column, Py_ssize_t row, const uint8_t *digest);

PyObject *core_grammar(PyObject *self, PyObject *args);
PyObject *core_parse(PyObject *self, PyObject *args);
PyObject *core_shapes(PyObject *self, PyObject *args);
PyObject *core_has_entry(PyObject *self, PyObject *args);
PyObject *core_places(PyObject *self, PyObject *args);
PyObject *core_units(PyObject *self, PyObject *args);
PyObject *core_tokens(PyObject *self, PyObject *args);
PyObject *core_digests(PyObject *self, PyObject *args);
PyObject *core_scope_rules(PyObject *self, PyObject *args);
PyObject *core_resolve(PyObject *self, PyObject *args);
PyObject *core_holders(PyObject *self, PyObject *args);
PyObject *core_alpha(PyObject *self, PyObject *args);
PyObject *core_normal_rules(PyObject *self, PyObject *args);
PyObject *core_normalise(PyObject *self, PyObject *args);
PyObject *core_layout(PyObject *self, PyObject *args);
PyObject *core_segments(PyObject *self, PyObject *args);
PyObject *core_line_hunks(PyObject *self, PyObject *args);
PyObject *core_file_states(PyObject *self, PyObject *args);
PyObject *core_is_valid(PyObject *self, PyObject *args);
PyObject *core_is_canonical(PyObject *self, PyObject *args);

#endif
