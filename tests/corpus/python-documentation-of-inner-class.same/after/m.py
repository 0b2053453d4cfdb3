def f(x):
    class K:
        "A text."
        if x:
            pass
        else:
            pass
        y = 1
    return K
