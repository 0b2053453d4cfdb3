def net(a):
    x = a + 1
    return x * 2


def gross(b):
    y = b - 1
    return y / 2
