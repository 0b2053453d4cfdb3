from shop import g
g.__globals__["C"] = 2
