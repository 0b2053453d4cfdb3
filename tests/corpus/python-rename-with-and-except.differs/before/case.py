def f(p):
    try:
        with open(p) as fh:
            return p, fh.read()
    except OSError as e:
        return str(e)
