def f(a):
    return a.x() and a.y()
