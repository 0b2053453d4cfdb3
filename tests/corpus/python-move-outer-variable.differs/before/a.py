def g(x):
    return x


def f(x):
    count = 0

    def add():
        global count
        count = count + x

    add()
    return count
