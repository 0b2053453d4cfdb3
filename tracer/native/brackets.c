/* Nodes that only group. Twin of tracer/fingerprint/brackets.py, which says why. */

#include "normal.h"
#include "steps.h"

static int32_t kind_at(const Edits *e, int32_t row) { return row < 0 ? 0 : e->tree.kind[row]; }

static bool is_comment(const Edits *e, int32_t row) { return e->tree.flags[row] & TRIVIA; }

static bool is_hollow(const Edits *e, int32_t row, int32_t only) {
    const Tree *t = &e->tree;
    if (t->flags[row] & LEAF) return false;
    for (int32_t c = row + 1; c < t->stop[row]; c = t->stop[c])
        if (!is_comment(e, c) && !set_has(e->rules, only, t->kind[c])) return false;
    return true;
}

int32_t on_hollow(Edits *e, int32_t row) {
    const NormalRules *r = e->rules;
    for (int32_t i = r->hollow_at[r->kinds]; i < r->hollow_at[r->kinds + 1]; i++) {
        const int32_t *sets = r->hollow + 2 * i;
        if (!set_has(r, sets[0], e->tree.kind[row]) || !is_hollow(e, row, sets[1])) continue;
        return edits_drop(e, row) ? e->tree.stop[row] : -1;
    }
    return 0;
}

int32_t on_hollow_child(Edits *e, int32_t row) {
    const NormalRules *r = e->rules;
    const Tree *t = &e->tree;
    for (int32_t i = r->hollow_at[t->kind[row]]; i < r->hollow_at[t->kind[row] + 1]; i++) {
        const int32_t *sets = r->hollow + 2 * i;
        for (int32_t c = row + 1; c < t->stop[row]; c = t->stop[c])
            if (set_has(r, sets[0], t->kind[c]) && is_hollow(e, c, sets[1]) && !edits_drop(e, c))
                return -1;
    }
    return 0;
}

/* Drop the children of some kinds. */
static bool drop_children(Edits *e, int32_t row, int32_t set) {
    const Tree *t = &e->tree;
    for (int32_t c = row + 1; c < t->stop[row]; c = t->stop[c])
        if (set_has(e->rules, set, t->kind[c]) && !edits_drop(e, c)) return false;
    return true;
}

int32_t on_unbracket(Edits *e, int32_t row) {
    return drop_children(e, row, e->rules->unbracket[e->tree.kind[row]]) ? 0 : -1;
}

/* The one child that is neither comment nor of some kinds; -1 for none or several. */
static int32_t only_child(const Edits *e, int32_t row, int32_t tokens) {
    const Tree *t = &e->tree;
    int32_t found = -1;
    for (int32_t c = row + 1; c < t->stop[row]; c = t->stop[c]) {
        if (is_comment(e, c) || set_has(e->rules, tokens, t->kind[c])) continue;
        if (found >= 0) return -1;
        found = c;
    }
    return found;
}

static bool has_pair(const NormalRules *r, int32_t begin, int32_t end, int32_t kind,
                     int32_t field) {
    for (int32_t i = begin; i < end; i += 2)
        if (r->pairs[i] == kind && r->pairs[i + 1] == field) return true;
    return false;
}

/* What is left of a node that a rule dissolves; -1 where the rule does not apply. */
static int32_t left_of(const Edits *e, const Dissolve *d, int32_t row) {
    const NormalRules *r = e->rules;
    const Tree *t = &e->tree;
    int32_t outer = kind_at(e, t->parent[row]), field = t->field[row];
    bool is_nested = d->nests && outer == t->kind[row];
    if (d->places < d->places_end && !has_pair(r, d->places, d->places_end, outer, field) &&
        !is_nested)
        return -1;
    if (has_pair(r, d->never, d->never_end, outer, field)) return -1;
    int32_t last = row;
    for (int32_t i = d->through; i <= d->through_end; i++) {
        last = only_child(e, last, d->tokens);
        if (last < 0 || (i < d->through_end && t->kind[last] != r->pairs[i])) return -1;
    }
    if (set_has(r, d->not_children, t->kind[last])) return -1;
    if (d->field && t->field[last] != d->field) return -1;
    return d->children < 0 || set_has(r, d->children, t->kind[last]) ? last : -1;
}

static bool is_on_spine(const Edits *e, int32_t row, int32_t kind) {
    const Tree *t = &e->tree;
    for (; !(t->flags[row] & LEAF); row++) /* the first child is the next row */
        for (int32_t c = row + 1; c < t->stop[row]; c = t->stop[c])
            if (t->kind[c] == kind) return true;
    return false;
}

static int32_t second_child(const Edits *e, int32_t row) {
    const Tree *t = &e->tree;
    int seen = 0;
    for (int32_t c = row + 1; c < t->stop[row]; c = t->stop[c])
        if (!is_comment(e, c) && ++seen == 2) return c;
    return -1;
}

static bool has_child(const Edits *e, int32_t row, int32_t set) {
    const Tree *t = &e->tree;
    if (row < 0) return false;
    for (int32_t c = row + 1; c < t->stop[row]; c = t->stop[c])
        if (set_has(e->rules, set, t->kind[c])) return true;
    return false;
}

/* Whether all conditions of a `keep` rule hold; -1 on failure. */
static int is_kept(const Edits *e, const Keep *k, int32_t row, int32_t inner) {
    const Tree *t = &e->tree;
    int32_t parent = t->parent[row], outer = kind_at(e, parent);
    if (outer == t->kind[row]) return 0;
    while (t->kind[inner] == t->kind[row]) {
        inner = second_child(e, inner);
        if (inner >= 0) continue;
        PyErr_SetString(PyExc_IndexError, "list index out of range");
        return -1;
    }
    if ((k->parents >= 0 && !set_has(e->rules, k->parents, outer)) ||
        (k->fields >= 0 && !set_has(e->rules, k->fields, t->field[row])) ||
        (k->children >= 0 && !set_has(e->rules, k->children, t->kind[inner])))
        return 0;
    if (k->siblings >= 0 && !has_child(e, parent, k->siblings)) return 0;
    if (k->without >= 0 && has_child(e, parent, k->without)) return 0;
    return k->spine < 0 || is_on_spine(e, inner, k->spine);
}

/* Whether a rule's brackets go: where they do, what is left; -1 if not, -2 on failure. */
static int32_t dissolved(const Edits *e, const Dissolve *d, int32_t row) {
    int32_t last = left_of(e, d, row);
    for (int32_t i = d->keeps; last >= 0 && i < d->keeps_end; i++) {
        int kept = is_kept(e, &e->rules->keeps[i], row, last);
        if (kept) return kept < 0 ? -2 : -1;
    }
    return last;
}

int32_t on_dissolve(Edits *e, int32_t row) {
    const NormalRules *r = e->rules;
    int32_t kind = e->tree.kind[row];
    for (int32_t i = r->dissolve_at[kind]; i < r->dissolve_at[kind + 1]; i++) {
        const Dissolve *d = &r->dissolve[i];
        int32_t last = dissolved(e, d, row);
        if (last == -2) return -1;
        if (last < 0) continue;
        /* The path is found first: dropping its tokens does not change the tree. */
        for (int32_t node = row; node != last; node = only_child(e, node, d->tokens))
            if (!edits_unwrap(e, node) || !drop_children(e, node, d->tokens)) return -1;
        return row + 1;
    }
    return 0;
}

/* The next child from `at` on whose kind is an operator; `stop` for none. */
static int32_t next_operator(const Edits *e, int32_t at, int32_t stop, int32_t set) {
    while (at < stop && !set_has(e->rules, set, e->tree.kind[at])) at = e->tree.stop[at];
    return at;
}

int32_t on_associative(Edits *e, int32_t row) {
    const Tree *t = &e->tree;
    int32_t parent = t->parent[row];
    while (parent >= 0 && e->marks[parent] & WRITTEN) parent = t->parent[parent];
    if (parent < 0 || t->kind[parent] != t->kind[row]) return 0;
    int32_t set = e->rules->associative[t->kind[row]];
    int32_t stop = t->stop[row], above_stop = t->stop[parent];
    int32_t own = next_operator(e, row + 1, stop, set);
    int32_t above = next_operator(e, parent + 1, above_stop, set);
    if (own >= stop) return 0;
    while (own < stop && above < above_stop && t->kind[own] == t->kind[above]) {
        own = next_operator(e, t->stop[own], stop, set);
        above = next_operator(e, t->stop[above], above_stop, set);
    }
    if (own < stop || above < above_stop) return 0;
    return edits_unwrap(e, row) ? 0 : -1;
}
