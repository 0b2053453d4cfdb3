def f(x):
    class K:
        "A text."
    return K
