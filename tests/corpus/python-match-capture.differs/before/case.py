def f(p):
    match p:
        case (x, y):
            return x + y
