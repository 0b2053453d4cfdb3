def load(p):
    return p
