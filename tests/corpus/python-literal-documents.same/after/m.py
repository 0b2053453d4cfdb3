def f():
    name = "a"
    return name
