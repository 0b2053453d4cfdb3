def f():
    "a"
    return f.__doc__
