def read(p):
    return p
