def f(x):
    try:
        import slow
        import fast
    except ImportError:
        pass
    return fast, slow, x
