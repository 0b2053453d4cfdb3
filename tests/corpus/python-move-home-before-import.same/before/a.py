from b import f

n = 1


def g():
    return f()
