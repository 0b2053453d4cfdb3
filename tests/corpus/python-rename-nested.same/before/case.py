def f(n):
    step = n

    def g(v, /):
        return v + step

    return g
