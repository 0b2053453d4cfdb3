def f(missing):
    with lock:
        if missing > 0:
            return missing
