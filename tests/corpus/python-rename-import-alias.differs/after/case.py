def f(x):
    import pickle as j

    return j.dumps(x)
