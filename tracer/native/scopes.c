/* Which names of a file mean the same variable. Twin of tracer/fingerprint/scopes.py and
 * positions.py; those say what is done and why. */

#include "scopes.h"

static const char CAPSULE[] = "tracer.native.Scopes";

static void rules_free(PyObject *capsule) {
    Rules *rules = PyCapsule_GetPointer(capsule, CAPSULE);
    if (rules == NULL) return;
    Py_XDECREF(rules->args);
    free(rules);
}

/* scope_rules(fields, sequential, words, marks, defaults, spelled, sets, positions_at, positions,
 *             lists, choices, scopes_at, scopes, outside, outside_first, pinned, dynamic,
 *             patterns, constants, dynamic names, ignored names) */
PyObject *core_scope_rules(PyObject *self, PyObject *args) {
    Rules *r = calloc(1, sizeof *r);
    if (r == NULL) return PyErr_NoMemory();
    PyObject *t[14];
    if (!PyArg_ParseTuple(args, "iiiSSSSSSSSSSSSSSOOOO", &r->fields, &r->sequential, &r->set_size,
                          &t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7], &t[8], &t[9],
                          &t[10], &t[11], &t[12], &t[13], &r->patterns, &r->constants,
                          &r->dynamic_names, &r->ignored)) {
        free(r);
        return NULL;
    }
    const void *p[14];
    for (int i = 0; i < 14; i++) p[i] = PyBytes_AsString(t[i]);
    r->kinds = PyBytes_Size(t[0]);
    r->marks = p[0], r->defaults = p[1], r->spelled = p[2], r->sets = p[3];
    r->positions_at = p[4], r->positions = p[5], r->lists = p[6], r->choices = p[7];
    r->scopes_at = p[8], r->scopes = p[9], r->outside = p[10], r->outside_first = p[11];
    r->pinned = p[12], r->dynamic = p[13];
    PyObject *capsule = PyCapsule_New(r, CAPSULE, rules_free);
    if (capsule == NULL) free(r);
    else r->args = Py_NewRef(args);
    return capsule;
}

static int32_t kind_at(const Resolver *s, int32_t row) {
    return s->tree.kind[row < 0 ? row + s->tree.rows : row];
}

/* Names */

/* The id of a text seen before; for another one a new id, or -1 unless `make` is set. */
static int32_t name_of(Resolver *s, const uint8_t *text, int32_t size, bool make) {
    uint8_t digest[ENTRY];
    uint64_t key[2];
    digest_of(text, (size_t)size, digest);
    memcpy(key, digest, sizeof key);
    size_t at = key[0] & s->name_mask;
    while (s->names[at].id) {
        if (s->names[at].key[0] == key[0] && s->names[at].key[1] == key[1])
            return s->names[at].id - 1;
        at = (at + 1) & s->name_mask;
    }
    if (!make) return -1;
    memcpy(s->names[at].key, key, sizeof key);
    s->names[at].id = ++s->name_count;
    return s->name_count - 1;
}

static int32_t name_of_row(Resolver *s, int32_t row) {
    return name_of(s, s->tree.text + s->tree.start[row], s->tree.end[row] - s->tree.start[row],
                   true);
}

/* What a region knows of a name; a new entry where `make` is set, else NULL for none. */
static Local *local_of(Resolver *s, int32_t region, int32_t name, bool make) {
    uint64_t key = ((uint64_t)(uint32_t)(region + 1) << 32) | (uint32_t)name;
    size_t at = (size_t)((key * 0x9E3779B97F4A7C15u) >> 20) & s->local_mask;
    while (s->locals[at].key) {
        if (s->locals[at].key == key) return &s->locals[at];
        at = (at + 1) & s->local_mask;
    }
    if (!make) return NULL;
    s->locals[at].key = key, s->locals[at].variable = -1;
    return &s->locals[at];
}

/* The variable that a name means, looked for from a region outward; -1 for none. */
static int32_t lookup(Resolver *s, int32_t region, int32_t name) {
    while (region >= 0) {
        Region *r = &s->regions[region];
        if (r->variables >= 0) {
            Local *local = local_of(s, region, name, false);
            if (local && local->variable >= 0) return local->variable;
        }
        if (r->rule->closed) break;
        region = r->above;
    }
    return name < s->dynamic_count ? 0 : -1; /* the names of `eval` and the like come first */
}

/* Positions */

static bool has_token(const Resolver *s, int32_t row, int32_t set) {
    const Tree *t = &s->tree;
    int32_t last = t->stop[row < 0 ? row + t->rows : row];
    for (int32_t child = row + 1; child < last; child = t->stop[child]) {
        if (has(s, set, t->kind[child])) return true;
        for (int32_t c = child + 1; c < t->stop[child]; c = t->stop[c])
            if (has(s, set, t->kind[c])) return true;
    }
    return false;
}

/* Whether a pattern of the tables matches at the start of a row's text; -1 on failure. */
static int matches(const Resolver *s, PyObject *match, int32_t row) {
    int32_t start = s->tree.start[row];
    PyObject *answer = PyObject_CallFunction(match, "y#", s->tree.text + start,
                                             (Py_ssize_t)(s->tree.end[row] - start));
    int found = answer ? !Py_IsNone(answer) : -1;
    Py_XDECREF(answer);
    return found;
}

/* Whether all conditions of a choice hold; -1 on failure. */
static int holds(const Resolver *s, const Choice *c, int32_t at, int32_t row) {
    const Tree *t = &s->tree;
    int32_t above = t->parent[at];
    if ((c->direct && at != row) || (c->first && at != above + 1)) return 0;
    if (c->previous >= 0 && !has(s, c->previous, kind_at(s, at - 1))) return 0;
    if (c->following >= 0) {
        int32_t after = t->stop[at];
        if (after >= t->rows || !has(s, c->following, t->kind[after])) return 0;
    }
    if (c->single >= 0 && (t->kind[at] != c->single || t->stop[at] != at + 2)) return 0;
    if (c->match >= 0) {
        int found = matches(s, PyList_GetItem(s->rules->patterns, c->match), row);
        if (found <= 0) return found;
    }
    return c->with < 0 || has_token(s, above, c->with);
}

static int32_t list_at(const Resolver *s, int32_t row) {
    const Rules *r = s->rules;
    int32_t at = r->positions_at[kind_at(s, s->tree.parent[row])];
    return at < 0 ? -1 : r->positions[at * r->fields + s->tree.field[row]];
}

/* The choice that a row's position means, and in `at` the row that fills it; NULL for none. */
static const Choice *settle(Resolver *s, int32_t row, int32_t list, int32_t *at) {
    const Rules *r = s->rules;
    *at = row;
    while (list >= 0) {
        const Choice *found = NULL;
        for (int32_t i = r->lists[list]; !found && i < r->lists[list + 1]; i++) {
            int answer = holds(s, &r->choices[i], *at, row);
            if (answer < 0) {
                s->failed = true;
                return NULL;
            }
            if (answer > 0) found = &r->choices[i];
        }
        if (found == NULL || found->act != UP) return found;
        *at = s->tree.parent[*at];
        if (*at < 0) *at += (int32_t)s->tree.rows;
        list = list_at(s, *at);
    }
    return NULL;
}

/* What scopes declare */

static void add_row(Resolver *s, int32_t variable, int32_t name_index) {
    Variable *v = &((Variable *)s->variables.data)[variable];
    if (v->first < 0) v->first = name_index;
    else s->next[v->last] = name_index;
    v->last = name_index, v->count++;
}

static int32_t since(const Resolver *s, int32_t row, int32_t at, const Choice *c) {
    const Tree *t = &s->tree;
    if (c->after_kinds >= 0) {
        int32_t above = at;
        while (above >= 0 && !has(s, c->after_kinds, t->kind[above])) above = t->parent[above];
        return above >= 0 ? t->stop[above] : row;
    }
    int32_t parent = t->parent[at];
    if (c->after_field && parent >= 0)
        for (int32_t child = parent + 1; child < t->stop[parent]; child = t->stop[child])
            if (t->field[child] == c->after_field) return t->stop[child];
    return s->rules->sequential ? row : -1;
}

static bool bind(Resolver *s, int32_t region, int32_t index, int32_t name, int32_t at,
                 const Choice *c) {
    int32_t row = ((int32_t *)s->name_rows.data)[index];
    while (c->level >= 0 && region >= 0 && s->regions[region].rule->level != c->level)
        region = s->regions[region].parent;
    if (region < 0) return true;
    Region *target = &s->regions[region];
    int32_t from = since(s, row, at, c);
    Local *local = local_of(s, region, name, true);
    if (local->variable < 0) {
        local->variable = (int32_t)(s->variables.size / sizeof(Variable));
        Variable made = {.scope = target->row, .since = from, .outer = -1, .first = -1,
                         .name = name, .in_region = target->variables};
        if (!buffer_add(&s->variables, &made, sizeof made)) return false;
        target->variables = local->variable;
    }
    Variable *v = &((Variable *)s->variables.data)[local->variable];
    if (from < v->since) v->since = from;
    if (c->act == KEEP || c->act == GLOBAL || target->rule->opaque) v->kept = true, v->since = -1;
    if (c->is_spelled) s->is_spelled[row] = 1;
    add_row(s, local->variable, index);
    return true;
}

/* Do what a row's position says: 1 if the row is to be looked up, 0 if not, -1 on failure. */
static int act(Resolver *s, int32_t region, int32_t index, int32_t list) {
    const Rules *r = s->rules;
    int32_t row = ((int32_t *)s->name_rows.data)[index], at;
    const Choice *c = settle(s, row, list, &at);
    if (s->failed) return -1;
    if (c == NULL) return r->defaults[s->tree.kind[row]] == REFERENCE;
    if (c->act == TEXT || c->act == REFERENCE || c->act == PIN) {
        if (c->is_spelled) s->is_spelled[row] = 1;
        if (c->act == PIN && !buffer_add_int(&s->pinned_rows, row)) return -1;
        return c->act != TEXT;
    }
    int32_t name = name_of_row(s, row);
    if (c->act == NONLOCAL) {
        local_of(s, region, name, true)->is_nonlocal = true;
        return 1;
    }
    if (name >= s->dynamic_count && name < s->dynamic_count + s->ignored_count) return 0;
    if (!Py_IsNone(r->constants) && c->act == BIND) {
        int is_constant = matches(s, r->constants, row);
        if (is_constant) return is_constant;
    }
    Local *local = local_of(s, region, name, false);
    if (local && local->is_nonlocal) return 1;
    return bind(s, region, index, name, at, c) ? 0 : -1;
}

static bool declare(Resolver *s, const Segment *segment) {
    const Rules *r = s->rules;
    bool is_plain = !r->sequential && !s->regions[segment->region].rule->opaque;
    for (int32_t i = segment->begin; i < segment->end; i++) {
        int32_t row = ((int32_t *)s->name_rows.data)[i], list = list_at(s, row);
        uint16_t kind = s->tree.kind[row];
        int is_reference = 0;
        if (list < 0) {
            is_reference = r->defaults[kind] == REFERENCE;
        } else if (list == ALWAYS_BIND && is_plain) {
            Local *own = local_of(s, segment->region, name_of_row(s, row), false);
            if (own && own->variable >= 0) add_row(s, own->variable, i);
            else is_reference = act(s, segment->region, i, list);
        } else if (list != ALWAYS_TEXT) {
            is_reference = act(s, segment->region, i, list);
        }
        if (is_reference < 0) return false;
        s->is_reference[i] = (uint8_t)is_reference;
        if (r->spelled[kind]) s->is_spelled[row] = 1;
    }
    return true;
}

/* What names mean */

/* Link each region to the next one outward whose names it sees, and variables to those hidden. */
static void see(Resolver *s) {
    Variable *variables = (Variable *)s->variables.data;
    for (int32_t i = 0; i < s->region_count; i++) {
        Region *region = &s->regions[i];
        int32_t above = region->parent;
        while (above >= 0 && s->regions[above].rule->hidden) above = s->regions[above].parent;
        /* One without names of its own is passed over, unless looking ends there. */
        if (above >= 0 && s->regions[above].variables < 0 && !s->regions[above].rule->closed)
            above = s->regions[above].above;
        region->above = above;
        for (int32_t v = region->variables; v >= 0; v = variables[v].in_region) {
            int32_t outer = lookup(s, region->rule->closed ? -1 : above, variables[v].name);
            variables[v].outer = outer;
            if (variables[v].kept && outer >= 0 && s->rules->sequential)
                variables[outer].kept = true;
        }
    }
}

static void look_up(Resolver *s, const Segment *segment) {
    Variable *variables = (Variable *)s->variables.data;
    int32_t uncertain = s->regions[segment->region].uncertain;
    for (int32_t i = segment->begin; i < segment->end; i++) {
        if (!s->is_reference[i]) continue;
        int32_t row = ((int32_t *)s->name_rows.data)[i];
        int32_t found = lookup(s, segment->region, name_of_row(s, row));
        if (s->rules->sequential)
            while (found >= 0 && variables[found].since > row) found = variables[found].outer;
        if (found < 0) continue;
        add_row(s, found, i);
        if (segment->pins || variables[found].scope < uncertain) variables[found].kept = true;
    }
}

static void keep(Resolver *s, int32_t region, int32_t name) {
    Variable *variables = (Variable *)s->variables.data;
    int32_t found = region < 0 || name < 0 ? -1 : lookup(s, region, name);
    for (; found >= 0; found = variables[found].outer) variables[found].kept = true;
}

/* Keep the names of all regions around a row. */
static void keep_around(Resolver *s, int32_t row) {
    Variable *variables = (Variable *)s->variables.data;
    for (int32_t at = region_at(s, row); at >= 0 && !s->regions[at].all_kept;
         at = s->regions[at].parent) {
        s->regions[at].all_kept = true;
        for (int32_t v = s->regions[at].variables; v >= 0; v = variables[v].in_region)
            variables[v].kept = true;
    }
}

static bool keep_mentioned(Resolver *s, PyObject *mentioned, int32_t row) {
    PyObject *names = PyObject_CallFunction(mentioned, "i", row);
    Py_ssize_t count = names ? PyList_Size(names) : -1;
    for (Py_ssize_t i = 0; i < count; i++) {
        char *text;
        Py_ssize_t size;
        if (PyBytes_AsStringAndSize(PyList_GetItem(names, i), &text, &size)) count = -1;
        else keep(s, region_at(s, row), name_of(s, (const uint8_t *)text, (int32_t)size, false));
    }
    Py_XDECREF(names);
    return count >= 0;
}

static bool keep_uncertain(Resolver *s, PyObject *mentioned) {
    const Variable *dynamic = (Variable *)s->variables.data;
    const int32_t *rows = (int32_t *)s->name_rows.data;
    for (int32_t i = dynamic->first, left = dynamic->count; left > 0; i = s->next[i], left--)
        keep_around(s, rows[i]);
    for (size_t i = 0; i < s->dynamic_rows.size / 4; i++)
        keep_around(s, ((int32_t *)s->dynamic_rows.data)[i]);
    for (size_t i = 0; i < s->mention_rows.size / 4; i++)
        if (!keep_mentioned(s, mentioned, ((int32_t *)s->mention_rows.data)[i])) return false;
    for (size_t i = 0; i < s->pinned_rows.size / 4; i++) {
        int32_t row = ((int32_t *)s->pinned_rows.data)[i];
        keep(s, region_at(s, row), name_of_row(s, row));
    }
    return true;
}

/* All steps */

static bool add_first_names(Resolver *s, PyObject *names) {
    for (Py_ssize_t i = 0; i < PyList_Size(names); i++) {
        char *text;
        Py_ssize_t size;
        if (PyBytes_AsStringAndSize(PyList_GetItem(names, i), &text, &size)) return false;
        name_of(s, (const uint8_t *)text, (int32_t)size, true);
    }
    return true;
}

/* Tables with room for all names, of which no more than half are ever taken. */
static bool make_tables(Resolver *s) {
    size_t rows = s->name_rows.size / 4, room = 64;
    size_t others = (size_t)(PyList_Size(s->rules->dynamic_names) + PyList_Size(s->rules->ignored));
    while (room < 2 * (rows + others)) room *= 2;
    s->name_mask = s->local_mask = room - 1;
    s->names = calloc(room, sizeof *s->names);
    s->locals = calloc(room, sizeof *s->locals);
    s->next = calloc(rows + 1, sizeof *s->next);
    s->is_reference = calloc(rows + 1, 1);
    s->is_spelled = calloc((size_t)s->tree.rows, 1);
    if (!s->names || !s->locals || !s->next || !s->is_reference || !s->is_spelled)
        return PyErr_NoMemory(), false;
    Variable dynamic = {.scope = -1, .since = -1, .outer = -1, .first = -1, .in_region = -1};
    if (!buffer_add(&s->variables, &dynamic, sizeof dynamic)) return false;
    if (!add_first_names(s, s->rules->dynamic_names)) return false;
    s->dynamic_count = s->name_count;
    if (!add_first_names(s, s->rules->ignored)) return false;
    s->ignored_count = s->name_count - s->dynamic_count;
    return true;
}

static bool resolve(Resolver *s, PyObject *mentioned) {
    if (!regions_find(s) || !make_tables(s))
        return false;
    size_t count = s->segments.size / sizeof(Segment);
    for (size_t i = 0; i < count; i++)
        if (!declare(s, &((Segment *)s->segments.data)[i])) return false;
    see(s);
    for (size_t i = 0; i < count; i++) look_up(s, &((Segment *)s->segments.data)[i]);
    return keep_uncertain(s, mentioned);
}

/* (scope, count, rows ...) of each variable whose name says nothing, and the rows spelled out */
static PyObject *bindings(Resolver *s) {
    Buffer found = {0}, spelled = {0};
    const int32_t *rows = (int32_t *)s->name_rows.data;
    const Variable *variables = (Variable *)s->variables.data;
    bool done = true;
    for (size_t i = 1; done && i < s->variables.size / sizeof(Variable); i++) {
        const Variable *v = &variables[i];
        if (v->kept || !v->count) continue;
        done = buffer_add_int(&found, v->scope) && buffer_add_int(&found, v->count);
        for (int32_t n = v->first, left = v->count; done && left > 0; n = s->next[n], left--)
            done = buffer_add_int(&found, rows[n]);
    }
    for (int32_t row = 0; done && row < s->tree.rows; row++)
        if (s->is_spelled[row]) done = buffer_add_int(&spelled, row);
    PyObject *result = NULL;
    if (done)
        result = Py_BuildValue("(y#y#)", found.data ? (char *)found.data : "",
                               (Py_ssize_t)found.size, spelled.data ? (char *)spelled.data : "",
                               (Py_ssize_t)spelled.size);
    free(found.data);
    free(spelled.data);
    return result;
}

/* resolve(tree, rules, verbatim (first, stop) rows, mentioned: row -> names) -> two buffers */
PyObject *core_resolve(PyObject *self, PyObject *args) {
    PyObject *object, *capsule, *mentioned;
    Py_buffer verbatim;
    if (!PyArg_ParseTuple(args, "OOy*O", &object, &capsule, &verbatim, &mentioned)) return NULL;
    Resolver s = {.rules = PyCapsule_GetPointer(capsule, CAPSULE)};
    PyObject *result = NULL;
    if (s.rules != NULL && tree_open(object, &s.tree)) {
        const int32_t *span = verbatim.buf, *end = span + verbatim.len / 8 * 2;
        bool done = tree_fits(&s.tree, s.rules->kinds, s.rules->fields);
        for (; done && span < end; span += 2) done = regions_add_zone(&s, span[0], span[1], IS_PINNED);
        if (done && resolve(&s, mentioned)) result = bindings(&s);
        tree_close(&s.tree);
    }
    PyBuffer_Release(&verbatim);
    void *all[] = {s.zones.data, s.name_rows.data, s.segments.data, s.variables.data,
                   s.dynamic_rows.data, s.mention_rows.data, s.pinned_rows.data, s.regions,
                   s.names, s.locals, s.next, s.is_reference, s.is_spelled};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    return result;
}
