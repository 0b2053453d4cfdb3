n = 0


def f():
    global m
    n = 5
    print(n)
