def f(a):
    a = checked(a)
    return a


def g(a):
    a = checked(a)
    store(a)


def checked(a):
    a = fetch(a, retries)
    audit(a, limit)
    return a
