def f(a):
    with lock(a), log(a):
        run(a)
