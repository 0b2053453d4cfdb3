def f(missing):
    if missing > 0:
        return missing
