def f(n):
    delta = n

    def g(v, /):
        return v + delta

    return g
