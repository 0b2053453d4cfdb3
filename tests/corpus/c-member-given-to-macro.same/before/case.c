#define M(x) case x:

int f(struct t *list, int k)
{
    switch (k) { M(1) return g(list); }
    return h(list, list)->n;
}
