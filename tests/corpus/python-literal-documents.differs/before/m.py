def f():
    str("a")
    return f.__doc__
