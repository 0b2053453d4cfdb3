def gross(b):
    y = b - 1
    return y / 2
