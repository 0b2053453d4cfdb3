from b import f

try:
    n = 1
except NameError:
    n = 2
