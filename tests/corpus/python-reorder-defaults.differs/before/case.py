def f(a=next(ids)):
    return a


def g(b=next(ids)):
    return b
