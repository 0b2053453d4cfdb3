def f(xs):
    for x in xs:
        # look
        if x:
            break
        else:
            g(x)
