def f(x):
    import json as codec

    return codec.dumps(x)
