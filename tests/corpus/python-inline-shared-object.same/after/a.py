def f(a):
    use(a.b, a.b)
