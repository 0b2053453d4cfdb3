from shop import g
print(g.__name__)
