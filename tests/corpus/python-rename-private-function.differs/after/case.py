def load(p):
    return p


def go(p):
    return load(p)
