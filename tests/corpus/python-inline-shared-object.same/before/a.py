def f(a):
    x = a.b
    use(x, x)
