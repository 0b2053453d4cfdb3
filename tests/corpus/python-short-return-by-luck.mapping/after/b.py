x = 1


def fresh(k, v):
    store[k] = v
    return None
