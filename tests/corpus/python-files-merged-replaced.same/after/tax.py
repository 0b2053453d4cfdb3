def net(a):
    x = a + 1
    return x * 2


def gross(b):
    return len(b)
