def f(p):
    match p:
        case (x, x1):
            return x + y
