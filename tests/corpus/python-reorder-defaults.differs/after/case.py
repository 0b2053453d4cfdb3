def g(b=next(ids)):
    return b


def f(a=next(ids)):
    return a
