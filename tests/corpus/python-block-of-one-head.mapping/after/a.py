def f(v):
    if v is None:
        where = here.there(1)
        for a in where:
            b.c(a)
        return there
    go(v)
