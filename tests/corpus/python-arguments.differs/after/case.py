f(b, a)
