x = set([1, f()])
