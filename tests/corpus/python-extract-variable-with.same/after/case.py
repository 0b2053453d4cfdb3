def f(a):
    held = lock(a)
    with held, log(a):
        run(a)
