def f():
    name = str("a")
    return name
