from b import f

def k():
    try:
        return f()
    except NameError:
        return 0


n = k
