def f(p):
    try:
        with open(p) as p:
            return p, p.read()
    except OSError as e:
        return str(e)
