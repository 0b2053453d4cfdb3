def f(a):
    x = [a]
    use(x, x)
