#define M(x) case x:

int f(struct t *head, int k)
{
    switch (k) { M(1) return g(head); }
    return h(head, head)->n;
}
