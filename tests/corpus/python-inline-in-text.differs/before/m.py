def f():
    x = lambda: 1
    return f"{x}"
