def f(a):
    use([a], [a])
