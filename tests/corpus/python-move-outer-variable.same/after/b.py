def f(x):
    count = 0

    def add():
        nonlocal count
        count = count + x

    add()
    return count
