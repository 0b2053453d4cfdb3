def f(x):
    import json as j

    return j.dumps(x)
