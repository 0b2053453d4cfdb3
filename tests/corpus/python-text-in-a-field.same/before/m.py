def f(b):
    return f"{(b)}"
