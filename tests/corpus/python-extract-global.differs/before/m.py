n = 0


def f():
    global n
    n = 5
    print(n)
