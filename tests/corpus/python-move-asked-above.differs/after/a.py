from b import f

try:
    n = f()
except NameError:
    n = 2
