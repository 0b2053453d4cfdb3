def f(missing):
    if ready:
        if missing > 0:
            return missing
