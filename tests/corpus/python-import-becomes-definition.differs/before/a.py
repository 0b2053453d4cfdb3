from b import f


def g():
    return f()
