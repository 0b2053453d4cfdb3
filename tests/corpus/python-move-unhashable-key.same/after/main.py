from c import f, g
f(g(1))
