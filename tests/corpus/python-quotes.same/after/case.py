def f():
    return "a"
