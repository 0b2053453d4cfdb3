/* The module: what Python calls, and what it must be built for. */

#include "core.h"

static PyMethodDef METHODS[] = {
    {"grammar", core_grammar, METH_VARARGS, "The tables of a language, for `parse`."},
    {"parse", core_parse, METH_VARARGS, "The columns of a text."},
    {"shapes", core_shapes, METH_VARARGS, "The shapes of a tree."},
    {"has_entry", core_has_entry, METH_VARARGS, "Whether a tree has one of some entries."},
    {"places", core_places, METH_VARARGS, "Where some rows stand in a buffer."},
    {"units", core_units, METH_VARARGS, "The rows of a tree that are units."},
    {"tokens", core_tokens, METH_VARARGS, "The digests of all rows at TOKENS."},
    {"digests", core_digests, METH_VARARGS, "The digests of some places of a buffer."},
    {"layout", core_layout, METH_VARARGS, "The digests of some rows at EXACT."},
    {"scope_rules", core_scope_rules, METH_VARARGS, "The tables of a language, for `resolve`."},
    {"resolve", core_resolve, METH_VARARGS, "The variables whose names say nothing."},
    {"holders", core_holders, METH_VARARGS, "A byte a row: whether a scope of theirs is inside."},
    {"alpha", core_alpha, METH_VARARGS, "The digests of some rows at ALPHA."},
    {"normal_rules", core_normal_rules, METH_VARARGS, "The tables of a language, for `normalise`."},
    {"normalise", core_normalise, METH_VARARGS, "The buffers of the normal form of a tree."},
    {"segments", core_segments, METH_VARARGS, "The leaves of a tree, cut where a line ends."},
    {"line_hunks", core_line_hunks, METH_VARARGS, "The differences of two files by lines."},
    {"file_states", core_file_states, METH_VARARGS, "Times, sizes and inodes of files."},
    {"is_valid", core_is_valid, METH_VARARGS, "Whether a value is surely valid by a schema."},
    {"is_canonical", core_is_canonical, METH_VARARGS, "Whether a line surely is in RFC 8785 form."},
    {NULL, NULL, 0, NULL},
};

static int add_constants(PyObject *module) {
    if (PyModule_AddIntConstant(module, "LAYOUT", LAYOUT)) return -1;
    if (PyModule_AddStringConstant(module, "SOURCES", TRACER_SOURCES)) return -1;
    return PyModule_AddStringConstant(module, "TREE_SITTER", TRACER_TREE_SITTER);
}

static PyModuleDef_Slot SLOTS[] = {{Py_mod_exec, add_constants}, {0, NULL}};

static PyModuleDef MODULE = {
    PyModuleDef_HEAD_INIT, "_core", "Tracer's native core.", 0, METHODS, SLOTS, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__core(void) { return PyModuleDef_Init(&MODULE); }
