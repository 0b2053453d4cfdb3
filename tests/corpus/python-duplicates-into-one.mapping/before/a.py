def f(a):
    a = fetch(a, retries)
    audit(a, limit)
    return a


def g(a):
    a = fetch(a, retries)
    audit(a, limit)
    store(a)
