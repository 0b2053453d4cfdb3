#define M(x) case x:
#define OWNER(p, m) ((struct s *)((char *)(p) - offsetof(struct s, m)))

int f(struct t *list, int k)
{
    switch (k) { M(1) return g(list); }
    return OWNER(list, list)->n;
}
