def f(n):
    v = n

    def g(v, /):
        return v + v

    return g
