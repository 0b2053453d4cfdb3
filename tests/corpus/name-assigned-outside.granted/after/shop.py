C = 1


def g(h):
    return C + h()
