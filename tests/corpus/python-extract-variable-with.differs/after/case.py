def f(a):
    noted = log(a)
    with lock(a), noted:
        run(a)
