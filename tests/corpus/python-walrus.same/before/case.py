def f(s):
    if (n := len(s)) > 3:
        return n
    return 0
