def f(a):
    def g(*others):
        return others

    return g(a)
