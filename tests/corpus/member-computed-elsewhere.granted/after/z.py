def find(o, n):
    return getattr(o, "_Shop__" + n)
