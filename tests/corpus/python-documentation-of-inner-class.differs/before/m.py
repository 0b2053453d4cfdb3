def f(x):
    class K:
        pass
        "A text."
    return K
