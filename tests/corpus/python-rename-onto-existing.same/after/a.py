def read(p):
    return p


def run(p):
    return read(p)
