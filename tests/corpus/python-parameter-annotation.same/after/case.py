def f(a):  # takes int
    return a
