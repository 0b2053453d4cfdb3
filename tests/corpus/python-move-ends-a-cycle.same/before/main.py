from a import g
print(g(1))
