count = 0


def f():
    global total
    total = 1
    return total
