def f(x):
    try:
        import fast
        import slow
    except ImportError:
        pass
    return fast, slow, x
