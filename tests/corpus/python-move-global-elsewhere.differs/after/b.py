def w():
    global open
    open = None


def g(x):
    return open(x)
