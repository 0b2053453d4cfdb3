C = 1


def g(h):
    y = h()
    return C + y
