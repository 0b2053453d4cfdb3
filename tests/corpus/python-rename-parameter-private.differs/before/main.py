import m

m._f(a=1)
