def f(a):
    return a == None
