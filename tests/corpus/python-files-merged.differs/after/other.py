from b import f

f(1)
