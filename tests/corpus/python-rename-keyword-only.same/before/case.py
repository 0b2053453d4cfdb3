def f(a):
    def g(*rest):
        return rest

    return g(a)
