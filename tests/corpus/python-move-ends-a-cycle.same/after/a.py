def g(n):
    import b
    return b.h(n) * 2
