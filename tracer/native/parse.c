/* Bytes to columns, in one walk of the tree. Twin of tracer/syntax/parse.py.
 *
 * The walk reads tree-sitter's own structures, as its cursor does: through the cursor it would
 * take three times as long. Core and library are built from one source, known by its hash. */

#include <tree_sitter/api.h>

#include "core.h"
#include "subtree.h"
#include "language.h"
#include "tree.h"

static const char CAPSULE[] = "tracer.native.Grammar";
enum { IS_COMMENT = 1, IS_VERBATIM = 2 };

/* The tables of a language: see `tables_of` in tracer/native/__init__.py. */
typedef struct {
    const TSLanguage *language;
    TSParser *parser; /* NULL while a thread parses with it */
    PyObject *args;   /* owns all that the pointers below point to */
    uint32_t symbols, kinds;
    uint16_t error_kind;
    const uint16_t *canonical;   /* by symbol: the kind */
    const uint8_t *flags;        /* by kind, and all below */
    const int32_t *fixed_length; /* of a token whose text is its name; else -1 */
    const uint8_t *fixed;        /* its entry, 16 bytes */
    const uint8_t *digests;      /* 12 bytes */
    const int32_t *prefix_at;    /* where the prefix of its leaves begins (kinds + 1) */
    const uint8_t *prefixes;
    const int32_t *added_at; /* where its added fields begin (kinds + 1) */
    const uint16_t *added;   /* (kind of the child, field) pairs */
} Grammar;

static void grammar_free(PyObject *capsule) {
    Grammar *g = PyCapsule_GetPointer(capsule, CAPSULE);
    if (g == NULL) return;
    if (g->parser) ts_parser_delete(g->parser);
    Py_XDECREF(g->args);
    free(g);
}

static TSParser *parser_for(const TSLanguage *language) {
    TSParser *parser = ts_parser_new();
    if (parser == NULL) return NULL;
    if (ts_parser_set_language(parser, language)) return parser;
    ts_parser_delete(parser);
    return NULL;
}

/* grammar(language capsule, canonical, flags, fixed lengths, fixed entries, digests,
 *         prefix starts, prefixes, added starts, added pairs, error kind) */
PyObject *core_grammar(PyObject *self, PyObject *args) {
    PyObject *capsule, *t[9];
    unsigned int error_kind;
    if (!PyArg_ParseTuple(args, "OSSSSSSSSSI", &capsule, &t[0], &t[1], &t[2], &t[3], &t[4], &t[5],
                          &t[6], &t[7], &t[8], &error_kind))
        return NULL;
    const TSLanguage *language = PyCapsule_GetPointer(capsule, "tree_sitter.Language");
    if (language == NULL) return NULL;
    uint32_t abi = ts_language_abi_version(language);
    Py_ssize_t kinds = PyBytes_Size(t[1]), symbols = PyBytes_Size(t[0]) / 2;
    bool fits = PyBytes_Size(t[2]) == 4 * kinds && PyBytes_Size(t[3]) == 16 * kinds &&
                PyBytes_Size(t[4]) == 12 * kinds && PyBytes_Size(t[5]) == 4 * (kinds + 1) &&
                PyBytes_Size(t[7]) == 4 * (kinds + 1) && error_kind < kinds &&
                symbols == (Py_ssize_t)ts_language_symbol_count(language);
    if (!fits || abi > TREE_SITTER_LANGUAGE_VERSION ||
        abi < TREE_SITTER_MIN_COMPATIBLE_LANGUAGE_VERSION) {
        PyErr_SetString(PyExc_ValueError, "the tables are of another version of the grammar");
        return NULL;
    }
    Grammar *g = calloc(1, sizeof *g);
    if (g == NULL) return PyErr_NoMemory();
    g->language = language;
    g->symbols = (uint32_t)symbols, g->kinds = (uint32_t)kinds;
    g->error_kind = (uint16_t)error_kind;
    const void *p[9];
    for (int i = 0; i < 9; i++) p[i] = PyBytes_AsString(t[i]);
    g->canonical = p[0], g->flags = p[1], g->fixed_length = p[2], g->fixed = p[3];
    g->digests = p[4], g->prefix_at = p[5], g->prefixes = p[6], g->added_at = p[7];
    g->added = p[8];
    for (Py_ssize_t i = 0; i < symbols; i++) fits = fits && g->canonical[i] < kinds;
    g->parser = fits ? parser_for(language) : NULL;
    PyObject *result = g->parser ? PyCapsule_New(g, CAPSULE, grammar_free) : NULL;
    if (result == NULL) {
        if (g->parser) ts_parser_delete(g->parser);
        free(g);
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "the grammar is not readable");
        return NULL;
    }
    g->args = Py_NewRef(args);
    return result;
}

/* The rows while they are being made. */
typedef struct {
    const Grammar *g;
    const uint8_t *text;
    uint32_t size;  /* of the text */
    PyObject *asks; /* (first, last) -> whether a comment is a token; or None */
    int32_t rows, room, trivia;
    int32_t current;   /* the row whose children are being visited, or -1 */
    uint32_t position; /* end of the last byte accounted for */
    uint16_t *kind, *field;
    int32_t *parent, *stop, *start, *end, *rank;
    uint8_t *flags;
    Buffer tokens, leaf;
} Walk;

static bool walk_grow(Walk *w, int32_t room) {
    void **columns[] = {(void **)&w->kind,  (void **)&w->field, (void **)&w->parent,
                        (void **)&w->stop,  (void **)&w->start, (void **)&w->end,
                        (void **)&w->flags, (void **)&w->rank};
    static const size_t sizes[] = {2, 2, 4, 4, 4, 4, 1, 4};
    for (int i = 0; i < 8; i++) {
        void *grown = realloc(*columns[i], (size_t)(room + 1) * sizes[i]);
        if (grown == NULL) {
            PyErr_NoMemory();
            return false;
        }
        *columns[i] = grown;
    }
    w->room = room;
    return true;
}

static void walk_free(Walk *w) {
    void *all[] = {w->kind, w->field, w->parent, w->stop, w->start, w->end, w->flags, w->rank,
                   w->tokens.data, w->leaf.data};
    for (int i = 0; i < 10; i++) free(all[i]);
}

/* Add a row without entry. */
static bool add_row(Walk *w, uint16_t kind, uint16_t field, int32_t parent, uint32_t first,
                    uint32_t last, uint8_t flags) {
    if (w->rows >= w->room && !walk_grow(w, w->room * 2)) return false;
    int32_t row = w->rows++;
    w->kind[row] = kind, w->field[row] = field, w->parent[row] = parent;
    w->start[row] = (int32_t)first, w->end[row] = (int32_t)last;
    w->flags[row] = flags, w->stop[row] = row + 1, w->rank[row] = row - w->trivia;
    return true;
}

/* Add the entry of a leaf: the digest of its prefix and its text, line ends as LF. */
static bool add_leaf_entry(Walk *w, uint16_t kind, uint32_t first, uint32_t last) {
    const Grammar *g = w->g;
    const uint8_t *text = w->text + first;
    size_t size = last - first, begin = (size_t)g->prefix_at[kind];
    size_t prefix = (size_t)g->prefix_at[kind + 1] - begin;
    Buffer *leaf = &w->leaf;
    leaf->size = 0;
    if (!buffer_reserve(leaf, prefix + size) || !buffer_reserve(&w->tokens, ENTRY)) return false;
    memcpy(leaf->data, g->prefixes + begin, prefix);
    uint8_t *to = leaf->data + prefix;
    if (size && memchr(text, '\r', size)) {
        for (size_t i = 0; i < size; i++)
            if (text[i] != '\r' || i + 1 == size || text[i + 1] != '\n') *to++ = text[i];
    } else {
        memcpy(to, text, size);
        to += size;
    }
    digest_of(leaf->data, (size_t)(to - leaf->data), w->tokens.data + w->tokens.size);
    w->tokens.size += ENTRY;
    return true;
}

/* Add a gap leaf over bytes that are content, not layout. */
static bool add_gap(Walk *w, int32_t parent, uint32_t first, uint32_t last) {
    if (!(w->g->flags[w->kind[parent]] & IS_VERBATIM) && is_space(w->text + first, last - first))
        return true;
    return add_row(w, 0, 0, parent, first, last, LEAF) && add_leaf_entry(w, 0, first, last);
}

static bool add_leaf(Walk *w, uint16_t kind, uint32_t first, uint32_t last) {
    const Grammar *g = w->g;
    if ((int64_t)g->fixed_length[kind] == (int64_t)last - first)
        return buffer_add(&w->tokens, g->fixed + (size_t)kind * ENTRY, ENTRY);
    return add_leaf_entry(w, kind, first, last);
}

/* 1 if the comment at the last row is a token, 0 if not, -1 on failure. */
static int is_token(Walk *w, uint32_t first, uint32_t last) {
    if (Py_IsNone(w->asks)) return 0;
    PyObject *answer = PyObject_CallFunction(w->asks, "II", first, last);
    int is_true = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    return is_true;
}

static bool add_comment(Walk *w, uint16_t kind, uint32_t first, uint32_t last) {
    int32_t row = w->rows - 1;
    int token = is_token(w, first, last);
    if (token < 0) return false;
    if (token) return add_leaf_entry(w, kind, first, last);
    w->flags[row] |= TRIVIA;
    w->trivia++;
    return true;
}

static void close_row(Walk *w, int32_t row) {
    w->stop[row] = w->rows;
    int32_t at = w->rank[row];
    uint8_t *entry = w->tokens.data + (size_t)at * ENTRY;
    memcpy(entry, w->g->digests + (size_t)w->kind[row] * 12, 12);
    put_size(entry + 12, (uint32_t)(w->rows - w->trivia - at));
}

/* A node whose children are being visited. Nodes that the grammar hides are visited in place. */
typedef struct {
    Subtree tree;
    uint32_t position, child, structural; /* where the next child begins, and its numbers */
    uint32_t own_structural;              /* of the node itself in its parent */
    bool own_extra, is_visible;
    const TSSymbol *aliases;
    const TSFieldMapEntry *fields, *fields_end;
} Frame;

static bool push(Buffer *frames, const TSLanguage *language, Frame frame) {
    uint32_t production = ts_subtree_production_id(frame.tree);
    frame.aliases = ts_language_alias_sequence(language, production);
    ts_language_field_map(language, production, &frame.fields, &frame.fields_end);
    return buffer_add(frames, &frame, sizeof frame);
}

/* The field that the child fills, named by its parent or by a hidden node in between. */
static uint16_t field_of(const Frame *frame, uint32_t structural, bool extra) {
    for (; !extra; frame--) {
        for (const TSFieldMapEntry *f = frame->fields; f < frame->fields_end; f++)
            if (!f->inherited && f->child_index == structural) return f->field_id;
        if (frame->is_visible) break;
        structural = frame->own_structural, extra = frame->own_extra;
    }
    return 0;
}

/* The kind of a visible node; -1, with an exception set, for one that the tables lack. */
static int32_t kind_of(const Grammar *g, Subtree tree, TSSymbol alias) {
    TSSymbol symbol = ts_language_public_symbol(g->language, alias ? alias : ts_subtree_symbol(tree));
    if (symbol == UINT16_MAX) return g->error_kind;
    if (symbol < g->symbols) return g->canonical[symbol];
    PyErr_SetString(PyExc_ValueError, "a symbol that the grammar does not name");
    return -1;
}

/* Add the row of a visible node: 1 if its children are to be visited, 0 if not, -1 on failure. */
static int visit(Walk *w, Subtree tree, int32_t kind, uint16_t field, uint32_t first,
                 uint32_t last) {
    static const uint8_t later[ENTRY];
    int32_t parent = w->current;
    if (kind < 0) return -1;
    if (first > w->position) {
        if (parent >= 0 && !add_gap(w, parent, w->position, first)) return -1;
        w->position = first;
    }
    uint8_t broken = ts_subtree_error_cost(tree) > 0 || ts_subtree_missing(tree) ? BROKEN : 0;
    bool is_comment = w->g->flags[kind] & IS_COMMENT;
    if (!is_comment && ts_subtree_visible_child_count(tree) > 0) {
        bool done = add_row(w, (uint16_t)kind, field, parent, first, last, broken) &&
                    buffer_add(&w->tokens, later, ENTRY);
        w->current = w->rows - 1;
        return done ? 1 : -1;
    }
    if (!add_row(w, (uint16_t)kind, field, parent, first, last, LEAF | broken)) return -1;
    if (is_comment ? !add_comment(w, (uint16_t)kind, first, last)
                   : !add_leaf(w, (uint16_t)kind, first, last))
        return -1;
    if (last > w->position) w->position = last;
    return 0;
}

/* Leave the current row, all of whose children have been visited. */
static bool leave_row(Walk *w) {
    uint32_t last = (uint32_t)w->end[w->current];
    uint32_t rest = w->size - last;
    if (rest > 0 && w->parent[w->current] < 0 && !is_space(w->text + last, rest)) {
        /* The parser gave up: what it left out is there all the same. */
        last = w->size;
        w->end[w->current] = (int32_t)last;
        w->flags[w->current] |= BROKEN;
    }
    if (w->position < last) {
        if (!add_gap(w, w->current, w->position, last)) return false;
        w->position = last;
    }
    close_row(w, w->current);
    w->current = w->parent[w->current];
    return true;
}

/* Visit the next child of the innermost node. */
static bool next_child(Walk *w, Buffer *frames) {
    Frame *f = (Frame *)(frames->data + frames->size) - 1;
    if (f->child == ts_subtree_child_count(f->tree)) {
        frames->size -= sizeof *f;
        return !f->is_visible || leave_row(w);
    }
    Subtree tree = ts_subtree_children(f->tree)[f->child];
    bool extra = ts_subtree_extra(tree);
    uint32_t structural = f->structural, first = f->position;
    if (f->child > 0) first += ts_subtree_padding(tree).bytes;
    uint32_t last = first + ts_subtree_size(tree).bytes;
    TSSymbol alias = !extra && f->aliases ? f->aliases[structural] : 0;
    f->position = last, f->child++, f->structural += !extra;
    bool is_visible = ts_subtree_visible(tree) || alias;
    if (is_visible) {
        int32_t kind = kind_of(w->g, tree, alias);
        int inside = visit(w, tree, kind, field_of(f, structural, extra), first, last);
        if (inside <= 0) return inside == 0;
    } else if (ts_subtree_visible_child_count(tree) == 0) {
        return true;
    }
    return push(frames, w->g->language,
                (Frame){.tree = tree, .position = first, .own_structural = structural,
                        .own_extra = extra, .is_visible = is_visible});
}

static bool walk_tree(Walk *w, Subtree root) {
    const uint8_t *text = w->text;
    Buffer frames = {0};
    w->current = -1;
    w->position = text[0] == 0xEF && text[1] == 0xBB && text[2] == 0xBF ? 3 : 0;
    uint32_t first = ts_subtree_padding(root).bytes;
    uint32_t last = first + ts_subtree_size(root).bytes;
    int inside = visit(w, root, kind_of(w->g, root, 0), 0, first, last);
    bool done = inside >= 0;
    if (inside > 0)
        done = push(&frames, w->g->language,
                    (Frame){.tree = root, .position = first, .is_visible = true});
    while (done && frames.size) done = next_child(w, &frames);
    free(frames.data);
    return done;
}

/* Name the fields that the grammar does not: the first child of a kind in its parent. */
static bool add_fields(Walk *w) {
    const Grammar *g = w->g;
    if (g->added_at[g->kinds] == 0) return true;
    uint32_t *filled = calloc((size_t)w->rows, sizeof *filled); /* a bit a field */
    if (filled == NULL) return PyErr_NoMemory(), false;
    for (int32_t row = 1; row < w->rows; row++) {
        uint16_t above = w->kind[w->parent[row]];
        if (w->field[row]) continue;
        int32_t begin = g->added_at[above], end = g->added_at[above + 1];
        for (int32_t i = begin; i < end; i++) {
            if (g->added[2 * i] != w->kind[row]) continue;
            int32_t same = begin; /* the first pair with this field stands for it */
            while (g->added[2 * same + 1] != g->added[2 * i + 1]) same++;
            uint32_t bit = 1u << (same - begin);
            if (!(filled[w->parent[row]] & bit)) {
                filled[w->parent[row]] |= bit;
                w->field[row] = g->added[2 * i + 1];
            }
            break;
        }
    }
    free(filled);
    return true;
}

static PyObject *walk_result(Walk *w) {
    Py_ssize_t n = w->rows;
    w->rank[n] = w->rows - w->trivia;
    return Py_BuildValue("(y#y#y#y#y#y#y#y#y#)", w->kind, 2 * n, w->field, 2 * n, w->parent, 4 * n,
                         w->stop, 4 * n, w->start, 4 * n, w->end, 4 * n, w->flags, n, w->rank,
                         4 * (n + 1), (const char *)w->tokens.data, (Py_ssize_t)w->tokens.size);
}

static PyObject *columns_of(const Grammar *g, TSTree *tree, PyObject *text, PyObject *asks) {
    Walk w = {.g = g, .text = (const uint8_t *)PyBytes_AsString(text), .asks = asks,
              .size = (uint32_t)PyBytes_Size(text)};
    uint32_t nodes = ts_node_descendant_count(ts_tree_root_node(tree));
    bool done = walk_grow(&w, (int32_t)(nodes + nodes / 16 + 16)) && walk_tree(&w, tree->root) &&
                add_fields(&w);
    PyObject *result = done ? walk_result(&w) : NULL;
    walk_free(&w);
    return result;
}

/* parse(grammar, text, asks) -> (kind, field, parent, stop, start, end, flags, rank, tokens) */
PyObject *core_parse(PyObject *self, PyObject *args) {
    PyObject *capsule, *text, *asks;
    if (!PyArg_ParseTuple(args, "OSO", &capsule, &text, &asks)) return NULL;
    Grammar *g = PyCapsule_GetPointer(capsule, CAPSULE);
    if (g == NULL) return NULL;
    TSParser *parser = g->parser;
    g->parser = NULL;
    if (parser == NULL && (parser = parser_for(g->language)) == NULL) return PyErr_NoMemory();
    const char *bytes = PyBytes_AsString(text);
    uint32_t size = (uint32_t)PyBytes_Size(text);
    TSTree *tree;
    Py_BEGIN_ALLOW_THREADS
    tree = ts_parser_parse_string(parser, NULL, bytes, size);
    Py_END_ALLOW_THREADS
    if (g->parser == NULL) g->parser = parser;
    else ts_parser_delete(parser);
    if (tree == NULL) {
        PyErr_SetString(PyExc_ValueError, "Parsing failed");
        return NULL;
    }
    PyObject *result = columns_of(g, tree, text, asks);
    ts_tree_delete(tree);
    return result;
}
