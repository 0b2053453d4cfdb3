def f(x):
    class K:
        "A text."
        if not x:
            pass
        y = 1
    return K
